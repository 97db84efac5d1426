import { randomBytes } from "node:crypto";
import { Schema, Types, type InferSchemaType } from "mongoose";
import type { Cursor, Page } from "~/domain/cursor";
import { dayOf, mondayOf, startOf, type Day } from "~/domain/calendar-days";
import type { Engine } from "~/domain/engines";
import type { Close } from "~/domain/close";
import type { MomentumAsset } from "~/domain/momentum";
import type { PriceSourceName } from "~/domain/price-sources";
import type { UnlistedCounts } from "~/domain/sentiment/mention";
import { allTokens } from "~/domain/tokens";
import { collectionOf, readByIdRange } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId, withIds } from "./ids.server";
import type { TrustFacts } from "./trust.server";

/**
 * Recommendations are inserted once and never changed. Their inputs are in `recommendation-inputs` and are
 * stored before the row.
 */
const schema = new Schema(
  {
    kind: { type: String, required: true },
    /** The UTC day of `createdAt`. */
    day: { type: String, required: true },
    /** The Monday of that day's week. */
    weekDate: { type: String, required: true },
    createdAt: { type: Date, required: true },
    /** Whether the schedule made it for its week, so that it enters the track record. */
    isScheduled: { type: Boolean, required: true },
    rationale: { type: String, required: true },
    /** Whole percentages by symbol. */
    allocation: { type: Schema.Types.Mixed, required: true },
    /** The symbols with a positive share; used to find tokens whose prices are needed. */
    tokens: { type: [String], required: true },
    /** Engine-specific data, small enough for lists. */
    facts: { type: Schema.Types.Mixed, required: true },
    /** Every step of the calculation; only loaded for the recommendation's own page. */
    calculation: { type: Schema.Types.Mixed, required: true },
    /** Number of input rows. */
    inputs: { type: Number, required: true },
    /** The random key of the pseudonyms in the public rows of its inputs; it is never served. */
    pseudonymKey: { type: String, required: true },
  },
  { collection: "recommendations", versionKey: false, minimize: false },
);

schema.index({ kind: 1, createdAt: -1, _id: -1 });
schema.index({ tokens: 1 });

type Row = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const RecommendationModel = createModel<Row>("Recommendation", schema);

/** Fields common to both engines. */
type BaseRecommendation<Facts> = Pick<
  Row,
  "day" | "weekDate" | "createdAt" | "isScheduled" | "rationale"
> & { id: string; allocation: Record<string, number>; facts: Facts };

export interface MomentumFacts {
  asOf: Day;
  /** The price source, by name and by display label. */
  source: PriceSourceName;
  sourceLabel: string;
  isSample: boolean;
  isDegraded: boolean;
  hasPegWarning: boolean;
  /** The last close of USDT if it is too low to count as cash. */
  notCash: Close | null;
  /** Rate of change over four weeks, in percent; `null` if unknown. */
  rates: Record<MomentumAsset, number | null>;
}

export interface SentimentFacts {
  /** The most mentioned token, or `N/A`. */
  token: string;
  mentionCount: number;
  /** The time window of mentions: `from` is inclusive, `to` is exclusive. */
  from: Date;
  to: Date;
  /** Version of the method that finds, scores and weighs mentions. */
  method: number;
  /** The version of the tokens that the operator added; not stored if there were none. */
  addedTokens?: string;
  /** What the trust in the authors was computed from. */
  trust: TrustFacts;
  isSample: boolean;
  /** Mentions counted per token but not stored among the inputs. */
  unlisted: UnlistedCounts;
  /** Display labels of the outside sources used. */
  outside: string[];
  /** The last known close of USDT if it is too low to count as cash, with the display label of its source. */
  notCash: (Close & { source: string }) | null;
}

export type MomentumRow = BaseRecommendation<MomentumFacts> & { kind: "momentum" };
export type SentimentRow = BaseRecommendation<SentimentFacts> & { kind: "sentiment" };
export type RecommendationRow = MomentumRow | SentimentRow;
export type RowOf<Kind extends Engine> = Extract<RecommendationRow, { kind: Kind }>;

const toRow = ({ _id, calculation, tokens: _, inputs, pseudonymKey, ...row }: Row) =>
  ({ ...row, id: _id.toHexString() }) as RecommendationRow;

/** Lists leave out the large fields. */
const listed = collectionOf<Row, RecommendationRow>(RecommendationModel, toRow, {
  calculation: 0,
  tokens: 0,
  inputs: 0,
  pseudonymKey: 0,
});
/** The same with the type of one kind's rows; it does not filter, so queries must name the kind. */
const listedOf = <Kind extends Engine>(_kind: Kind) =>
  listed as unknown as ReturnType<typeof collectionOf<Row, RowOf<Kind>>>;

/** A new recommendation, including the fields only read for its own page. */
export type NewRecommendation<Kind extends Engine> = Pick<
  RowOf<Kind>,
  "kind" | "createdAt" | "isScheduled" | "rationale" | "allocation" | "facts"
> & { calculation: object; inputs: number };

/** @returns an id for a recommendation about to be made */
export const newRecommendationId = (): string => new Types.ObjectId().toHexString();

/** Stores a recommendation, which makes it publicly visible. Its inputs must be stored already. */
export async function addRecommendation<Kind extends Engine>(
  id: string,
  recommendation: NewRecommendation<Kind>,
): Promise<RowOf<Kind>> {
  const day = dayOf(recommendation.createdAt);
  const row = await RecommendationModel.create({
    _id: new Types.ObjectId(id),
    ...recommendation,
    day,
    weekDate: mondayOf(day),
    tokens: heldSymbols(recommendation.allocation),
    pseudonymKey: randomBytes(32).toString("base64url"),
  });
  return toRow(row.toObject()) as RowOf<Kind>;
}

/** Marks a recommendation that is not in the ledger yet as not being the one of its week. */
export const markUnscheduled = (id: string): Promise<boolean> =>
  listed.change({ _id: toObjectId(id) }, { $set: { isScheduled: false } });

/** Reads a page of an engine's recommendations, newest first. */
export function listRecommendations<Kind extends Engine>(
  kind: Kind,
  page: { limit: number; after?: Cursor | null },
): Promise<Page<RowOf<Kind>>> {
  return listedOf(kind).page({ ...page, filter: { kind }, field: "createdAt" });
}

export const countRecommendations = (kind: Engine): Promise<number> =>
  RecommendationModel.countDocuments({ kind });

export const hasRecommendations = (kind: Engine): Promise<boolean> => listed.has({ kind });

export const isListed = (id: string): Promise<boolean> => listed.has({ _id: toObjectId(id) });

export type FullRecommendation<Kind extends Engine> = RowOf<Kind> & {
  calculation: unknown;
  /** Number of input rows. */
  inputs: number;
  /** The symbols with a positive share. */
  tokens: string[];
};

/** @returns the symbols with a positive share in an allocation */
export const heldSymbols = (allocation: Record<string, number>): string[] =>
  Object.keys(allocation).filter((symbol) => allocation[symbol]);

const toFull = (row: Row): FullRecommendation<Engine> => {
  const { calculation, inputs, tokens: held } = row;
  return { ...toRow(row), calculation, inputs, tokens: held };
};
const full = collectionOf(RecommendationModel, toFull);

export const findRecommendation = <Kind extends Engine>(
  kind: Kind,
  id: string,
): Promise<FullRecommendation<Kind> | null> =>
  full.find({ _id: toObjectId(id), kind }) as Promise<FullRecommendation<Kind> | null>;

/**
 * @param ids few enough for all of the recommendations to be held in memory
 * @returns the recommendations of either engine that exist, in no particular order
 */
export const findFullRecommendations = (
  ids: readonly string[],
): Promise<FullRecommendation<Engine>[]> => full.list(withIds(ids));

/** @returns the keys of the pseudonyms in the public rows of recommendations, by id */
export async function findPseudonymKeys(ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await RecommendationModel.find(withIds<Row>(ids), { pseudonymKey: 1 }).lean<Row[]>();
  return new Map(rows.map(({ _id, pseudonymKey }) => [_id.toHexString(), pseudonymKey]));
}

/** @returns up to `limit` recommendations of both engines from an id (inclusive) on, in order of their ids */
export const listInputCounts = (
  from: string,
  limit: number,
): Promise<{ id: string; kind: Engine; inputs: number }[]> =>
  collectionOf(
    RecommendationModel,
    ({ _id, kind, inputs }: Row) => ({ id: _id.toHexString(), kind: kind as Engine, inputs }),
    { kind: 1, inputs: 1 },
  ).list({ _id: { $gte: toObjectId(from) } }, { sort: { _id: 1 }, limit });

/** @returns the recommendation of either engine with the fields that lists have, or `null` */
export const findRow = (id: string): Promise<RecommendationRow | null> =>
  listed.find({ _id: toObjectId(id) });

/** @returns those of some recommendations of both engines that exist, in no particular order */
export const findRows = (ids: readonly string[]): Promise<RecommendationRow[]> =>
  listed.list(withIds(ids));

/** @returns the given recommendations that exist, in no particular order */
export const findListed = <Kind extends Engine>(
  kind: Kind,
  ids: readonly string[],
): Promise<RowOf<Kind>[]> => listedOf(kind).list({ ...withIds<Row>(ids), kind });

/** Some fields of a recommendation's calculation, together with some of those that lists have. */
export type Calculated = Pick<
  FullRecommendation<Engine>,
  "id" | "day" | "createdAt" | "allocation" | "facts" | "calculation"
>;

/**
 * @param ids few enough for all of the recommendations to be held in memory
 * @returns the given recommendations of an engine that exist, oldest first
 */
export async function listCalculations(
  kind: Engine,
  ids: readonly string[],
  fields: readonly string[],
): Promise<Calculated[]> {
  const calculations = collectionOf<Row, Calculated>(RecommendationModel, toFull, {
    day: 1,
    createdAt: 1,
    allocation: 1,
    facts: 1,
    ...Object.fromEntries(fields.map((field) => [`calculation.${field}`, 1])),
  });
  const found = await calculations.list({ ...withIds<Row>(ids), kind });
  return found.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

/** @returns the ids of the next newer and next older recommendation of the same engine, or `null` */
export async function findNeighbours({
  kind,
  id,
  createdAt,
}: Pick<RecommendationRow, "kind" | "id" | "createdAt">): Promise<{
  newerId: string | null;
  olderId: string | null;
}> {
  const next = async (direction: 1 | -1) => {
    const [inclusive, exclusive] = direction === 1 ? ["$gte", "$gt"] : ["$lte", "$lt"];
    const [found] = await listed.ids(
      {
        kind,
        createdAt: { [inclusive!]: createdAt },
        $or: [
          { createdAt: { [exclusive!]: createdAt } },
          { createdAt, _id: { [exclusive!]: toObjectId(id) } },
        ],
      },
      { sort: { createdAt: direction, _id: direction }, limit: 1 },
    );
    return found ?? null;
  };
  const [newerId, olderId] = await Promise.all([next(1), next(-1)]);
  return { newerId, olderId };
}

/** @returns the engine's newest recommendation, or the newest made before a day, or `null` */
export async function findNewest<Kind extends Engine>(
  kind: Kind,
  before?: Day,
): Promise<RowOf<Kind> | null> {
  return listedOf(kind).find(
    { kind, ...(before && { createdAt: { $lt: startOf(before) } }) },
    { createdAt: -1, _id: -1 },
  );
}

/** Recommendations of both engines by id range, each with its creation date. */
export const recommendationsById = readByIdRange(
  RecommendationModel,
  ({ _id, kind, createdAt }: Row) => ({ id: _id.toHexString(), kind: kind as Engine, createdAt }),
  { kind: 1, createdAt: 1 },
);

/** @returns the known symbols held by any recommendation, in the order of `allTokens` */
export async function tokensInUse(): Promise<string[]> {
  const symbols = allTokens().map(({ symbol }) => symbol);
  const inUse = await Promise.all(symbols.map((symbol) => listed.has({ tokens: symbol })));
  return symbols.filter((_, i) => inUse[i]);
}
