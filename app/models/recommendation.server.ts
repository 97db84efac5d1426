import { Schema, Types, type InferSchemaType } from "mongoose";
import type { Cursor, Page } from "~/domain/cursor";
import { dayOf, mondayOf, startOf, type Day } from "~/domain/calendar-days";
import type { Engine } from "~/domain/engines";
import type { MomentumAsset } from "~/domain/momentum";
import type { PriceSourceName } from "~/domain/price-sources";
import type { UnorderedMention } from "~/domain/sentiment/recent-mentions";
import { tokens } from "~/domain/tokens";
import { readByIdRange } from "./id-range.server";
import { createModel } from "./create-model.server";
import { isDuplicateKey, toObjectId } from "./ids.server";
import { readPage } from "./pagination.server";

/**
 * What the engines recommended. Rows are added and never changed; what each was computed from is in
 * `recommendation-inputs`, and is there before the row is.
 */
const schema = new Schema(
  {
    kind: { type: String, required: true },
    /** The UTC day of `createdAt`: of several on one day the last counts. */
    day: { type: String, required: true },
    weekDate: { type: String, required: true },
    createdAt: { type: Date, required: true },
    rationale: { type: String, required: true },
    /** Whole percents by symbol. */
    allocation: { type: Schema.Types.Mixed, required: true },
    /** The symbols of the allocation, for whoever needs their prices. */
    tokens: { type: [String], required: true },
    /** What is particular to the engine, as small as a list needs it. */
    facts: { type: Schema.Types.Mixed, required: true },
    /** Every step of the calculation; only read for the page of the one recommendation. */
    calculation: { type: Schema.Types.Mixed, required: true },
    /** How many rows of inputs there are. */
    inputs: { type: Number, required: true },
  },
  { collection: "recommendations", versionKey: false, minimize: false },
);

schema.index({ kind: 1, createdAt: -1, _id: -1 });
schema.index({ tokens: 1 });

type Row = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const RecommendationModel = createModel<Row>("Recommendation", schema);

/** What every recommendation has. */
interface Recommended<Facts> {
  id: string;
  /** The UTC day on which it was made. */
  day: Day;
  /** The Monday of that day's week. */
  weekDate: Day;
  createdAt: Date;
  rationale: string;
  /** Whole percents by symbol, which come to 100. */
  allocation: Record<string, number>;
  facts: Facts;
}

export interface MomentumFacts {
  asOf: Day;
  /** The source of its prices, by name and as people call it. */
  source: PriceSourceName;
  sourceLabel: string;
  isSample: boolean;
  isDegraded: boolean;
  hasPegWarning: boolean;
  /** The change of the price in four weeks, in percent; `null` where it is not known. */
  rates: Record<MomentumAsset, number | null>;
}

export interface SentimentFacts {
  /** The token with most mentions, or `N/A`. */
  token: string;
  mentionCount: number;
  /** The window it listened to: from the first moment to before the second. */
  from: Date;
  to: Date;
  /** The version of finding and scoring mentions. */
  method: number;
  isSample: boolean;
  /** How many mentions of each token are in its count and not among its inputs; old rows have none such. */
  unlisted?: UnorderedMention;
  /** The outside sources that were heard, as people call them; old rows do not say. */
  outside?: string[];
}

export type MomentumRow = Recommended<MomentumFacts> & { kind: "momentum" };
export type SentimentRow = Recommended<SentimentFacts> & { kind: "sentiment" };
export type RecommendationRow = MomentumRow | SentimentRow;
/** The rows of an engine. */
export type RowOf<Kind extends Engine> = Extract<RecommendationRow, { kind: Kind }>;

const toRow = ({ _id, ...row }: Row) =>
  ({
    id: _id.toHexString(),
    kind: row.kind,
    day: row.day,
    weekDate: row.weekDate,
    createdAt: row.createdAt,
    rationale: row.rationale,
    allocation: row.allocation,
    facts: row.facts,
  }) as RecommendationRow;

/** A list has no use for every step of each calculation. */
const LISTED = { calculation: 0, tokens: 0, inputs: 0 };

/** What an engine made: a row, with what is only read for its own page. */
export type NewRecommendation<Kind extends Engine> = Pick<
  RowOf<Kind>,
  "kind" | "createdAt" | "rationale" | "allocation" | "facts"
> & { calculation: object; inputs: number };

/** @returns an id for a recommendation that is still to be made */
export const newRecommendationId = (): string => new Types.ObjectId().toHexString();

/** Lists a recommendation, whose inputs are stored by now; from here on it is seen. */
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
    tokens: Object.keys(recommendation.allocation).filter(
      (symbol) => recommendation.allocation[symbol],
    ),
  });
  return toRow(row.toObject()) as RowOf<Kind>;
}

/** A page of an engine's recommendations, the newest first. */
export function listRecommendations<Kind extends Engine>(
  kind: Kind,
  { limit, after }: { limit: number; after?: Cursor | null },
): Promise<Page<RowOf<Kind>>> {
  return readPage<Row, RowOf<Kind>>(RecommendationModel, {
    filter: { kind },
    field: "createdAt",
    limit,
    after,
    projection: LISTED,
    toItem: (row) => toRow(row) as RowOf<Kind>,
  });
}

/** @returns how many recommendations an engine has made */
export const countRecommendations = (kind: Engine): Promise<number> =>
  RecommendationModel.countDocuments({ kind });

/** @returns whether an engine has made any recommendation */
export const hasRecommendations = async (kind: Engine): Promise<boolean> =>
  (await RecommendationModel.exists({ kind })) !== null;

/** @returns whether a recommendation is listed */
export const isListed = async (id: string): Promise<boolean> =>
  (await RecommendationModel.exists({ _id: toObjectId(id) })) !== null;

/** A recommendation whole: with every step of its calculation. */
export type WholeRecommendation<Kind extends Engine> = RowOf<Kind> & {
  calculation: unknown;
  /** How many rows of inputs there are. */
  inputs: number;
};

/** @returns an engine's recommendation of an id, or `null` */
export async function findRecommendation<Kind extends Engine>(
  kind: Kind,
  id: string,
): Promise<WholeRecommendation<Kind> | null> {
  const _id = toObjectId(id);
  const row = _id && (await RecommendationModel.findOne({ _id, kind }).lean<Row>());
  if (!row) return null;
  const { calculation, inputs } = row;
  return { ...toRow(row), calculation, inputs } as WholeRecommendation<Kind>;
}

/** @returns those of some ids that are listed, in no order */
export async function findListed<Kind extends Engine>(
  kind: Kind,
  ids: readonly string[],
): Promise<RowOf<Kind>[]> {
  const rows = await RecommendationModel.find(
    { _id: { $in: ids.map((id) => toObjectId(id)) }, kind },
    LISTED,
  ).lean<Row[]>();
  return rows.map((row) => toRow(row) as RowOf<Kind>);
}

/** @returns the ids of the recommendations right after and right before one, where there are such */
export async function findNeighbours({
  kind,
  id,
  createdAt,
}: Pick<RecommendationRow, "kind" | "id" | "createdAt">): Promise<{
  newerId: string | null;
  olderId: string | null;
}> {
  const next = async (direction: 1 | -1) => {
    const [within, beyond] = direction === 1 ? ["$gte", "$gt"] : ["$lte", "$lt"];
    const row = await RecommendationModel.findOne(
      {
        kind,
        createdAt: { [within!]: createdAt },
        $or: [
          { createdAt: { [beyond!]: createdAt } },
          { createdAt, _id: { [beyond!]: toObjectId(id) } },
        ],
      },
      { _id: 1 },
    )
      .sort({ createdAt: direction, _id: direction })
      .lean<Row>();
    return row ? row._id.toHexString() : null;
  };
  const [newerId, olderId] = await Promise.all([next(1), next(-1)]);
  return { newerId, olderId };
}

/** @returns the newest of an engine's recommendations, or the newest made before a day; or `null` */
export async function findNewest<Kind extends Engine>(
  kind: Kind,
  before?: Day,
): Promise<RowOf<Kind> | null> {
  const row = await RecommendationModel.findOne(
    { kind, ...(before ? { createdAt: { $lt: startOf(before) } } : {}) },
    LISTED,
  )
    .sort({ createdAt: -1, _id: -1 })
    .lean<Row>();
  return row ? (toRow(row) as RowOf<Kind>) : null;
}

/** The recommendations of both engines along their ids, each with when it was made. */
export const recommendationsById = readByIdRange<
  Row,
  Pick<RecommendationRow, "id" | "kind" | "createdAt">
>(RecommendationModel, {
  projection: { kind: 1, createdAt: 1 },
  toItem: ({ _id, kind, createdAt }) => ({
    id: _id.toHexString(),
    kind: kind as Engine,
    createdAt,
  }),
});

/** @returns the symbols that any recommendation gives something to, in the registry's order */
export async function tokensInUse(): Promise<string[]> {
  const inUse = await Promise.all(
    tokens.map(
      async ({ symbol }) => (await RecommendationModel.exists({ tokens: symbol })) !== null,
    ),
  );
  return tokens.map(({ symbol }) => symbol).filter((_, i) => inUse[i]);
}

/**
 * The last recommendation of each day: what somebody holds who follows them all. It follows the rows
 * above, so that reading years of it does not depend on how often somebody asked on one day.
 */
const daySchema = new Schema(
  {
    /** Kind and day. */
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    day: { type: String, required: true },
    recommendation: { type: Schema.Types.ObjectId, required: true },
    createdAt: { type: Date, required: true },
    allocation: { type: Schema.Types.Mixed, required: true },
  },
  { collection: "recommendation-days", versionKey: false, minimize: false },
);
daySchema.index({ kind: 1, day: -1 });

type DayRow = InferSchemaType<typeof daySchema>;
const DayModel = createModel<DayRow>("RecommendationDay", daySchema);

/** Notes a recommendation as the last of its day, unless a later one is noted. */
export async function noteDay({
  id,
  kind,
  day,
  createdAt,
  allocation,
}: Pick<RecommendationRow, "id" | "kind" | "day" | "createdAt" | "allocation">): Promise<void> {
  const recommendation = new Types.ObjectId(id);
  try {
    await DayModel.updateOne(
      {
        _id: `${kind} ${day}`,
        $or: [
          { createdAt: { $lt: createdAt } },
          { createdAt, recommendation: { $lt: recommendation } },
        ],
      },
      { $set: { kind, day, recommendation, createdAt, allocation } },
      { upsert: true },
    );
  } catch (error) {
    // There is one, and it is as late or later: the upsert ran into it.
    if (!isDuplicateKey(error)) throw error;
  }
}

/** The last recommendation of a day. */
export interface LastOfDay {
  id: string;
  day: Day;
  allocation: Record<string, number>;
}

/** @returns the last recommendations of the newest days, the earliest day first; at most so many days */
export async function listLastOfDays(kind: Engine, limit: number): Promise<LastOfDay[]> {
  const rows = await DayModel.find({ kind }).sort({ day: -1 }).limit(limit).lean<DayRow[]>();
  return rows
    .map(({ recommendation, day, allocation }) => ({
      id: recommendation.toHexString(),
      day,
      allocation: allocation as Record<string, number>,
    }))
    .reverse();
}
