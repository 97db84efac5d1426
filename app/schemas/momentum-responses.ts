/** The API's responses about momentum recommendations: in a list, one of them, a preview. */
import { z } from "zod";
import { momentumConstants } from "~/domain/momentum-formulas";
import { ledgerFields } from "./ledger-responses";
import {
  closeResponse,
  method,
  monday,
  neighbourFields,
  notCash,
  outcomeResponse,
  previewFields,
  rationale,
  reason,
} from "./recommendation-responses";
import {
  count,
  day,
  figure,
  figureOrNull,
  figuresOf,
  flag,
  formulas,
  id,
  percent,
  text,
  timestamp,
} from "./response-fields";

const rateOfChange = (asset: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({
      description: `The four-week change of ${asset}'s price in percent, unrounded; null if unknown.`,
      examples: [example],
    });

export const momentumResponse = z
  .object({
    id: id("recommendation", "6791d7c8e9f0a1b2c3d4e5f6"),
    weekDate: monday,
    createdAt: timestamp("When the recommendation was made", "2026-01-22T09:05:00.000Z"),
    rationale: rationale("As of 2026-01-21, BTC changed by +10.00 % in four weeks …"),
    btcAllocation: percent("The percentage of BTC; the three sum to 100.", 20),
    solAllocation: percent("The percentage of SOL.", 30),
    usdtAllocation: percent("The percentage of USDT.", 50),
    btcRoc: rateOfChange("BTC", 10.0042),
    solRoc: rateOfChange("SOL", 30.1177),
    usdtRoc: rateOfChange("USDT", 0.0101),
  })
  .meta({
    id: "MomentumRecommendation",
    description:
      "An allocation among BTC, SOL and USDT by the momentum engine. Not investment advice.",
  });
export type MomentumResponse = z.infer<typeof momentumResponse>;

export const momentumPreviewResponse = momentumResponse.extend(previewFields).meta({
  id: "MomentumPreview",
  description:
    "What the momentum engine would recommend at `createdAt`. A preview is not stored and is not part of any list or track record. Not investment advice.",
});

const closes = (asset: string) =>
  z
    .array(closeResponse)
    .meta({ description: `The closes of ${asset}, as stored with the recommendation.` });

const momentumInputsResponse = z
  .object({ BTC: closes("BTC"), SOL: closes("SOL"), USDT: closes("USDT") })
  .meta({
    id: "MomentumInputs",
    description:
      "The daily closes that were read, all from one source. `calculation` names those that it used.",
  });

const endClose = (description: string) =>
  closeResponse.nullable().meta({
    description,
    examples: [{ day: "2026-01-21", close: 61_234.5 }],
  });

const assetMomentumResponse = z
  .object({
    isAvailable: flag(
      "Whether there are enough closes of the asset. If not, everything computed from prices is null.",
      true,
    ),
    last: endClose(
      "P_D: the close of the day `asOf`, or of the day before it; null if both are missing.",
    ),
    first: endClose(
      "P_{D−28}: the close four weeks before `asOf`, or of the day before that; null if both are missing.",
    ),
    rateOfChange: figureOrNull("ROC: the rate of change over four weeks, in percent.", 10.0042),
    returns: count(
      "The number of daily returns that the volatility is computed from; 0 for USDT.",
      28,
    ),
    volatility: figureOrNull("σ: the volatility, in percent a year; null for USDT.", 38.53),
    isFloored: flag("Whether σ was below `minVolatility` and was raised to it."),
    excess: figureOrNull(
      "m: the rate of change above the hurdle, in percent, at least 0; null for USDT.",
      10.0042,
    ),
    score: figureOrNull("s = m / σ: the excess per unit of volatility; null for USDT.", 0.26),
    weight: figureOrNull(
      "w: the weight, the asset’s share of the sum of scores, from 0 to 1; null for USDT.",
      0.25,
    ),
  })
  .meta({
    id: "AssetMomentum",
    description: "The momentum of one asset, computed from its closes.",
  });

const asset = (name: string) =>
  assetMomentumResponse.meta({ description: `The momentum of ${name}.` });

const momentumCalculationResponse = z
  .object({
    asOf: day("D: the last complete day before the recommendation was made.", "2026-01-21"),
    assets: z
      .object({ BTC: asset("BTC"), SOL: asset("SOL"), USDT: asset("USDT") })
      .meta({ description: "The momentum of each asset." }),
    hurdle: figure("h: the rate of change that an asset must exceed, in percent.", 0.0101),
    portfolioVolatility: figureOrNull(
      "σ_p: the volatility of BTC and SOL at their weights, in percent a year; null if neither exceeds the hurdle.",
      38.53,
    ),
    exposure: figureOrNull(
      "E: the exposure, the share of BTC and SOL together before caps, from 0 to 1; null if neither exceeds the hurdle.",
      1,
    ),
    allocation: z
      .object({
        BTC: percent("The percentage of BTC.", 25),
        SOL: percent("The percentage of SOL.", 60),
        USDT: percent("The percentage of USDT.", 15),
      })
      .meta({ description: "The allocation, in whole percentages that sum to 100." }),
    isDegraded: flag("Whether an asset was left out because it has too few closes."),
    hasPegWarning: flag("Whether USDT deviated from one dollar by more than `pegTolerance`."),
  })
  .meta({
    id: "MomentumCalculation",
    description: "Every step from the closes to the allocation.",
  });

const momentumFormulasResponse = z
  .object({
    rateOfChange: formulas(
      "The rate of change ROC, from the closes P. A subscript is written `_x` or `_{…}`.",
      "ROC = (P_D / P_{D−28} − 1) · 100",
    ),
    volatility: formulas(
      "The volatility σ, where s is the sample standard deviation of the daily returns ln(P_day / P_{day before}) between consecutive days.",
      "σ = s · √365 · 100, at least 10%",
    ),
    excess: formulas("The hurdle h and the excess m.", "m = max(0, ROC − h)"),
    weight: formulas("The score s of an asset and its weight w.", "w = s / Σ s"),
    exposure: formulas(
      "The volatility σ_p of BTC and SOL at their weights, and the exposure E: their share of the whole before caps.",
      "E = min(1, 40 / σ_p)",
    ),
    allocation: formulas(
      "The percentage of BTC and of SOL.",
      "floor(min(60, 100 · E · w)), and USDT takes the rest",
    ),
  })
  .meta({ id: "MomentumFormulas", description: "The formulas of the method, by step." });

const momentumConstantsResponse = z
  .object(
    figuresOf(momentumConstants, {
      momentumDays: "The period of the rate of change, in days.",
      substituteDays: "How many days older than a missing close its substitute may be.",
      minReturns: "The minimum number of daily returns for computing a volatility.",
      daysPerYear: "The number of days in a year on which these assets trade.",
      minVolatility:
        "The minimum volatility of an asset, in percent a year; a lower one is raised to it.",
      maxVolatility:
        "The maximum volatility of BTC and SOL at their weights, in percent a year, before exposure is reduced.",
      maxAllocation: "The maximum allocation to BTC and to SOL, in percent.",
      pegTolerance: "How far USDT may deviate from one dollar, in percent, without a warning.",
    }),
  )
  .meta({ id: "MomentumConstants", description: "The constants of the method." });

export const momentumDetailsResponse = momentumResponse
  .extend({
    reason: reason("SOL rose 30% in four weeks and BTC rose 10%: 30% in SOL and 20% in BTC."),
    method: method(1),
    window: z
      .object({
        from: day("The first day of the period.", "2025-12-23"),
        to: day("The last day of the period.", "2026-01-21"),
      })
      .meta({ description: "The days whose closes were read." }),
    facts: z
      .object({
        asOf: day("The last complete day before the recommendation was made.", "2026-01-21"),
        source: text("The source of all closes.", "Kraken"),
        isSample: flag("Whether the closes are made-up sample prices."),
        isDegraded: flag("Whether an asset was left out because it has too few closes."),
        hasPegWarning: flag("Whether USDT deviated from one dollar by more than `pegTolerance`."),
        notCash,
      })
      .meta({ description: "The data that the recommendation was made from." }),
    formulas: momentumFormulasResponse,
    constants: momentumConstantsResponse,
    calculation: momentumCalculationResponse,
    inputs: momentumInputsResponse,
    outcome: outcomeResponse,
    ...ledgerFields,
    ...neighbourFields,
  })
  .meta({
    id: "MomentumDetails",
    description:
      "A momentum recommendation with its inputs and every step of its calculation. Not investment advice.",
  });
export type MomentumDetailsResponse = z.infer<typeof momentumDetailsResponse>;
