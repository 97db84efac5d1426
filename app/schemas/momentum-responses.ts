/** The API's responses for one momentum recommendation or preview; the list's is in `responses.ts`. */
import { z } from "zod";
import { ledgerFields } from "./ledger-responses";
import {
  closeResponse,
  method,
  neighbourFields,
  notCash,
  outcomeResponse,
  previewFields,
} from "./recommendation-responses";
import { count, day, figure, figureOrNull, flag, formulas, percent, text } from "./response-fields";
import { momentumResponse } from "./responses";

export const momentumPreviewResponse = momentumResponse.extend(previewFields).meta({
  id: "MomentumPreview",
  description:
    "What the momentum engine would recommend at that moment. It is stored nowhere and part of no list or track record. Not investment advice.",
});
export type MomentumPreviewResponse = z.infer<typeof momentumPreviewResponse>;

const closes = (asset: string) =>
  z.array(closeResponse).meta({ description: `Those of ${asset}, as they were stored with it.` });

const momentumInputsResponse = z
  .object({ BTC: closes("BTC"), SOL: closes("SOL"), USDT: closes("USDT") })
  .meta({
    id: "MomentumInputs",
    description: "The closes that were read, of one source. The calculation names those it used.",
  });

const endClose = (description: string) =>
  closeResponse.nullable().meta({
    description,
    examples: [{ day: "2026-01-21", close: 61_234.5 }],
  });

const assetMomentumResponse = z
  .object({
    isAvailable: flag(
      "Whether there are enough closes; else what follows from prices is null.",
      true,
    ),
    last: endClose("P_D: the close of `asOf`, or of the day before it; null if there is neither."),
    first: endClose("The close four weeks before, or of the day before that; null likewise."),
    rateOfChange: figureOrNull("ROC, in percent.", 10.0042),
    returns: count("How many daily returns the volatility has; 0 for USDT.", 28),
    volatility: figureOrNull("σ, in percent a year; null for USDT.", 38.53),
    isFloored: flag("Whether σ was lower and was raised to `minVolatility`."),
    excess: figureOrNull("m, in percent; null for USDT.", 10.0042),
    score: figureOrNull("s = m / σ; null for USDT.", 0.26),
    weight: figureOrNull("w, from 0 to 1; null for USDT.", 0.25),
  })
  .meta({ id: "AssetMomentum", description: "What the closes of one asset come to." });

const asset = (name: string) =>
  assetMomentumResponse.meta({ description: `What ${name} comes to.` });

const momentumCalculationResponse = z
  .object({
    asOf: day("D: the last complete day before it was made.", "2026-01-21"),
    assets: z
      .object({ BTC: asset("BTC"), SOL: asset("SOL"), USDT: asset("USDT") })
      .meta({ description: "By asset." }),
    hurdle: figure("h, in percent: what an asset must exceed.", 0.0101),
    portfolioVolatility: figureOrNull("σ_p, in percent a year; null if no asset is held.", 38.53),
    exposure: figureOrNull("E, from 0 to 1; null if no asset is held.", 1),
    allocation: z
      .object({
        BTC: percent("The percentage of BTC.", 25),
        SOL: percent("The percentage of SOL.", 60),
        USDT: percent("The percentage of USDT.", 15),
      })
      .meta({ description: "Whole percentages that sum to 100." }),
    isDegraded: flag("Whether an asset was left out for want of closes."),
    hasPegWarning: flag("Whether USDT was further from a dollar than `pegTolerance`."),
  })
  .meta({
    id: "MomentumCalculation",
    description: "Every step from the closes to the allocation.",
  });

const momentumFormulasResponse = z
  .object({
    rateOfChange: formulas(
      "From the closes P to the rate of change; a subscript is written `_x` or `_{…}`.",
      "ROC = (P_D / P_{D−28} − 1) · 100",
    ),
    volatility: formulas(
      "s is the sample standard deviation of the daily returns ln(P_day / P_{day before}) between neighbouring days.",
      "σ = s · √365 · 100, at least 10%",
    ),
    excess: formulas("The hurdle h and the excess m.", "m = max(0, ROC − h)"),
    weight: formulas("The score s of an asset and its weight w.", "w = s / Σ s"),
    exposure: formulas(
      "The volatility of BTC and SOL at their weights, and how much of the whole they get.",
      "E = min(1, 40 / σ_p)",
    ),
    allocation: formulas(
      "The percentage of BTC and of SOL.",
      "floor(min(60, 100 · E · w)), and USDT takes the rest",
    ),
  })
  .meta({ id: "MomentumFormulas", description: "The formulas of the method, by step." });

const momentumConstantsResponse = z
  .object({
    momentumDays: figure("The period of the rate of change, in days.", 28),
    substituteDays: figure("How many days before it may stand in for a missing close.", 1),
    minReturns: figure("The fewest daily returns that make a volatility.", 24),
    daysPerYear: figure("Days on which these assets trade in a year.", 365),
    minVolatility: figure("The least volatility of an asset, in percent a year.", 10),
    maxVolatility: figure(
      "The most of the mix, in percent a year, before exposure is reduced.",
      40,
    ),
    maxAllocation: figure("The most of BTC and of SOL, in percent.", 60),
    pegTolerance: figure("How far USDT may be from a dollar, in percent, without a warning.", 1),
  })
  .meta({ id: "MomentumConstants", description: "The constants of the method." });

export const momentumDetailsResponse = momentumResponse
  .extend({
    method: method(1),
    window: z
      .object({
        from: day("The first day.", "2025-12-23"),
        to: day("The last.", "2026-01-21"),
      })
      .meta({ description: "The days whose closes were looked at." }),
    facts: z
      .object({
        asOf: day("The last complete day before it was made.", "2026-01-21"),
        source: text("Where all of its closes are from.", "Kraken"),
        isSample: flag("Whether the closes are made up."),
        isDegraded: flag("Whether an asset was left out for want of closes."),
        hasPegWarning: flag("Whether USDT was off its peg."),
        notCash,
      })
      .meta({ description: "What it was made from." }),
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
