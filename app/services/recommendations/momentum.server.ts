import { daysBetween, type Day } from "~/domain/calendar-days";
import { findCashRisk } from "~/domain/cash";
import type { Cursor, Page } from "~/domain/cursor";
import {
  computeMomentum,
  momentumAssets,
  momentumRationale,
  MomentumUnavailable,
  type Momentum,
  type MomentumAsset,
  type MomentumInputs,
} from "~/domain/momentum";
import { priceSources } from "~/domain/price-sources";
import type { Viewer } from "~/domain/viewer";
import { refund } from "~/models/rate-limits.server";
import { readInputs } from "~/models/recommendation-inputs.server";
import {
  findNeighbours,
  type FullRecommendation,
  type MomentumRow,
  type NewRecommendation,
} from "~/models/recommendation.server";
import { generateOnce, storeRecommendation, sweep, type StoreOptions } from "./generation.server";
import { failedToGenerate } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";
import { MAX_AGE_DAYS, pricesForMomentum } from "../prices/prices.server";
import { permit, requireViewer } from "./permission.server";
import { serializeMomentum, type SerializedMomentum } from "./serializers";
import {
  computedDatesOf,
  countRows,
  datesOf,
  listRows,
  readRow,
  readWhole,
} from "./read-recommendation.server";
import {
  readOutcome,
  readRecordPlace,
  type ReadOutcome,
  type RecordPlace,
} from "./track-record.server";

export type { MomentumRow } from "~/models/recommendation.server";

/** Lists a page of momentum recommendations, newest first. */
export const listMomentum = (list: { limit: number; after?: Cursor }): Promise<Page<MomentumRow>> =>
  listRows("momentum", list);

/** @returns how many momentum recommendations there are */
export const countMomentum = (): Promise<number> => countRows("momentum");

/**
 * Generates a momentum recommendation. If one is being generated already, returns that one, which does not count
 * against the rate limit. A failure, as for lack of prices, does not count either.
 *
 * @throws ServiceError `unauthenticated`, `forbidden`, `limited`, or `unavailable` when there are no prices
 */
export async function generateMomentum(viewer: Viewer | null): Promise<MomentumRow> {
  requireViewer(viewer);
  await permit("momentum", viewer);
  const limitKey = `momentum ${viewer.id}`;
  const id = await generateOnce({
    kind: "momentum",
    user: viewer.id,
    admit: async () => {
      // The first recommendation, which any user may generate, may have been made meanwhile.
      await permit("momentum", viewer);
      await enforceRateLimit("generates", limitKey);
    },
    make: async (holding) => (await makeMomentum(new Date(), { holding })).id,
    onFailure: () => refund("generates", limitKey),
  });
  return readRow("momentum", id);
}

/** Like `generateMomentum`, for the schedule. @throws ServiceError `unavailable` */
export async function generateMomentumAsSystem(): Promise<MomentumRow> {
  return readRow(
    "momentum",
    await generateOnce({
      kind: "momentum",
      make: async (holding) => (await makeMomentum(new Date(), { holding, bySchedule: true })).id,
    }),
  );
}

/** A close as stored with a recommendation. */
export interface StoredClose {
  asset: MomentumAsset;
  day: string;
  close: number;
}

/**
 * Computes and stores the recommendation for a time.
 *
 * @throws ServiceError `unavailable`
 */
export async function makeMomentum(at: Date, making: StoreOptions = {}): Promise<MomentumRow> {
  await sweep();
  const { recommendation, inputs } = await composeMomentum(at);
  return storeRecommendation<"momentum">(recommendation, inputs, making);
}

/** A recommendation that is not stored yet. */
export interface ComposedMomentum {
  recommendation: Omit<NewRecommendation<"momentum">, "inputs" | "isScheduled">;
  inputs: readonly StoredClose[];
}

/** Computes the recommendation for a time, without storing it. @throws ServiceError `unavailable` */
export async function composeMomentum(at: Date): Promise<ComposedMomentum> {
  const { source, inputs } = await pricesForMomentum(at);
  const calculation = computed(inputs);
  return {
    recommendation: {
      kind: "momentum",
      createdAt: at,
      rationale: momentumRationale(calculation, source),
      allocation: calculation.allocation,
      facts: {
        ...calculatedFacts(calculation),
        source: source.name,
        sourceLabel: source.label,
        isSample: source.isSample,
      },
      calculation,
    },
    inputs: rowsOf(inputs),
  };
}

function computed(inputs: MomentumInputs): Momentum {
  try {
    return computeMomentum(inputs);
  } catch (error) {
    if (error instanceof MomentumUnavailable) throw failedToGenerate("momentum", error);
    throw error;
  }
}

const rowsOf = ({ closes }: MomentumInputs): StoredClose[] =>
  momentumAssets.flatMap((asset) => closes[asset].map(({ day, close }) => ({ asset, day, close })));

function inputsOf(row: MomentumRow, stored: readonly StoredClose[]): MomentumInputs {
  const of = (asset: MomentumAsset) =>
    stored.filter((close) => close.asset === asset).map(({ day, close }) => ({ day, close }));
  return { asOf: row.facts.asOf, closes: { BTC: of("BTC"), SOL: of("SOL"), USDT: of("USDT") } };
}

const readInputsOf = async (row: FullRecommendation<"momentum">): Promise<MomentumInputs> =>
  inputsOf(row, await readInputs<StoredClose>(row.id, 0, row.inputs));

/** A momentum recommendation with everything that is needed to check it by hand. */
export interface ReadMomentum extends ReadOutcome, RecordPlace {
  recommendation: SerializedMomentum;
  inputs: MomentumInputs;
  calculation: Momentum;
  newerId: string | null;
  olderId: string | null;
}

/**
 * @returns only the calculation of a recommendation
 * @throws ServiceError `notFound`
 */
export const readMomentumCalculation = async (id: string): Promise<Momentum> =>
  (await readWhole("momentum", id)).calculation as Momentum;

/** @throws ServiceError `notFound` */
export async function readMomentum(id: string): Promise<ReadMomentum> {
  const row = await readWhole("momentum", id);
  const [inputs, neighbours, outcome, place] = await Promise.all([
    readInputsOf(row),
    findNeighbours(row),
    readOutcome(row),
    readRecordPlace(row),
  ]);
  return {
    recommendation: serializeMomentum(row),
    inputs,
    calculation: row.calculation as Momentum,
    ...neighbours,
    ...outcome,
    ...place,
  };
}

/**
 * Recomputes a recommendation from its stored inputs.
 *
 * @returns the stored and the recomputed values, which are equal unless the inputs or the engine have changed
 * @throws ServiceError `notFound`
 */
export async function recomputeMomentum(id: string) {
  const row = await readWhole("momentum", id);
  const calculation = computeMomentum(await readInputsOf(row));
  const { asOf, isDegraded, hasPegWarning, rates, source, notCash } = row.facts;
  const { label, isSample } = priceSources[source];
  return {
    stored: {
      ...datesOf(row),
      // A recommendation is computed from closes of the days before it.
      isAsOfDaysBefore: isAsOfDaysBefore(row.day, asOf),
      facts: {
        asOf,
        isDegraded,
        hasPegWarning,
        rates,
        notCash,
        sourceLabel: row.facts.sourceLabel,
        isSample: row.facts.isSample,
      },
      calculation: row.calculation as Momentum,
      allocation: row.allocation,
      rationale: row.rationale,
    },
    recomputed: {
      ...computedDatesOf(row),
      isAsOfDaysBefore: true,
      facts: {
        ...calculatedFacts(calculation),
        sourceLabel: label,
        isSample,
      },
      calculation,
      allocation: calculation.allocation,
      rationale: momentumRationale(calculation, { label, isSample }),
    },
  };
}

function isAsOfDaysBefore(day: Day, asOf: Day): boolean {
  const days = daysBetween(asOf, day);
  return days > 0 && days <= MAX_AGE_DAYS;
}

const calculatedFacts = ({ asOf, isDegraded, hasPegWarning, assets }: Momentum) => ({
  asOf,
  isDegraded,
  hasPegWarning,
  notCash: findCashRisk(assets.USDT.last),
  rates: {
    BTC: assets.BTC.rateOfChange,
    SOL: assets.SOL.rateOfChange,
    USDT: assets.USDT.rateOfChange,
  },
});
