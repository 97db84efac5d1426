import { daysBetween, type Day } from "~/domain/calendar-days";
import { findCashRisk } from "~/domain/cash";
import type { Close } from "~/domain/close";
import {
  computeMomentum,
  mapAssets,
  momentumAssets,
  MomentumUnavailable,
  type Momentum,
  type MomentumAsset,
  type MomentumInputs,
} from "~/domain/momentum";
import { momentumRationale } from "~/domain/momentum-rationale";
import { priceSources } from "~/domain/price-sources";
import { readInputs } from "~/models/recommendation-inputs.server";
import type { FullRecommendation, MomentumRow } from "~/models/recommendation.server";
import { failedToGenerate } from "../errors";
import { MAX_AGE_DAYS, pricesForMomentum } from "../prices/prices.server";
import { createEngine, type Composed } from "./engine.server";
import { momentumRecommendation, serializeMomentum } from "~/presenters/recommendations";

/** Recommends a split between BTC, SOL and USDT from their prices. */
export const momentumEngine = createEngine({
  kind: "momentum",
  compose: async (at, _, use) => use(await compose(at)),
  present: momentumRecommendation,
  serialize: serializeMomentum,
  readMore: async (row) => ({ inputs: await readInputsOf(row) }),
  recompute,
});

/** A close as stored with a recommendation. */
interface StoredClose extends Close {
  asset: MomentumAsset;
}

async function compose(at: Date): Promise<Composed<"momentum">> {
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
  const closesOf = (asset: MomentumAsset) =>
    stored.filter((close) => close.asset === asset).map(({ day, close }) => ({ day, close }));
  return { asOf: row.facts.asOf, closes: mapAssets(momentumAssets, closesOf) };
}

const readInputsOf = async (row: FullRecommendation<"momentum">): Promise<MomentumInputs> =>
  inputsOf(row, await readInputs<StoredClose>(row.id, 0, row.inputs));

async function recompute(row: FullRecommendation<"momentum">) {
  const calculation = computeMomentum(await readInputsOf(row));
  const { asOf, isDegraded, hasPegWarning, rates, source, notCash, ...sourceFacts } = row.facts;
  const { label, isSample } = priceSources[source];
  return {
    stored: {
      // A recommendation is computed from closes of the days before it.
      isAsOfDaysBefore: isAsOfDaysBefore(row.day, asOf),
      facts: { asOf, isDegraded, hasPegWarning, rates, notCash, ...sourceFacts },
      calculation: row.calculation as Momentum,
    },
    recomputed: {
      isAsOfDaysBefore: true,
      facts: { ...calculatedFacts(calculation), sourceLabel: label, isSample },
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
