/**
 * What the API shows of recommendations, to the letter of its promise, and what pages show beside it.
 */
import type { Day } from "~/domain/calendar-days";
import type { Close } from "~/domain/momentum";
import type { MomentumRow, SentimentRow } from "~/models/recommendation.server";
import type { MomentumPreviewResponse } from "~/schemas/momentum-responses";
import type { MomentumResponse, SentimentResponse } from "~/schemas/responses";
import type { SentimentPreviewResponse } from "~/schemas/sentiment-responses";

export type MomentumRecommendation = MomentumResponse;

/** A momentum recommendation as its pages show it. */
export interface SerializedMomentum extends MomentumRecommendation {
  /** The last day whose closes went into it. */
  asOf: Day;
  /** Where its prices are from, as people call it. */
  source: string;
  /** Made from sample prices. */
  isSample: boolean;
  /** An asset had to be left out, for want of prices. */
  isDegraded: boolean;
  /** USDT was more than one percent away from a dollar. */
  hasPegWarning: boolean;
  /** The last close of USDT, where that is too low to be cash. */
  notCash: Close | null;
}

export type SentimentRecommendation = SentimentResponse;

/** A sentiment recommendation as its pages show it. */
export interface SerializedSentiment extends SentimentRecommendation {
  /** Made from a community that was made up, at least in part. */
  isSample: boolean;
  /** The last close of USDT that was known, where that is too low to be cash. */
  notCash: Close | null;
}

/** A recommendation of either engine as pages show it. */
export type SerializedRecommendation =
  ({ engine: "momentum" } & SerializedMomentum) | ({ engine: "sentiment" } & SerializedSentiment);

/** A momentum recommendation as the API shows it. */
export const momentumRecommendation = (row: MomentumRow): MomentumRecommendation => ({
  id: row.id,
  weekDate: row.weekDate,
  createdAt: row.createdAt.toISOString(),
  rationale: row.rationale,
  btcAllocation: row.allocation.BTC ?? 0,
  solAllocation: row.allocation.SOL ?? 0,
  usdtAllocation: row.allocation.USDT ?? 0,
  btcRoc: row.facts.rates.BTC,
  solRoc: row.facts.rates.SOL,
  usdtRoc: row.facts.rates.USDT,
});

/** A momentum recommendation as pages show it. */
export const serializeMomentum = (row: MomentumRow): SerializedMomentum => ({
  ...momentumRecommendation(row),
  asOf: row.facts.asOf,
  source: row.facts.sourceLabel,
  isSample: row.facts.isSample,
  isDegraded: row.facts.isDegraded,
  hasPegWarning: row.facts.hasPegWarning,
  notCash: row.facts.notCash ?? null,
});

/** A sentiment recommendation as the API shows it. */
export const sentimentRecommendation = (row: SentimentRow): SentimentRecommendation => ({
  id: row.id,
  weekDate: row.weekDate,
  createdAt: row.createdAt.toISOString(),
  token: row.facts.token,
  mentionCount: row.facts.mentionCount,
  allocation: row.allocation,
  rationale: row.rationale,
});

/** A sentiment recommendation as pages show it. */
export const serializeSentiment = (row: SentimentRow): SerializedSentiment => ({
  ...sentimentRecommendation(row),
  isSample: row.facts.isSample,
  notCash: row.facts.notCash ?? null,
});

const PREVIEW = { isPreview: true } as const;

/** A preview of the momentum engine as the API shows it. */
export const momentumPreview = (row: MomentumRow): MomentumPreviewResponse => ({
  ...momentumRecommendation(row),
  ...PREVIEW,
});

/** A preview of the sentiment engine as the API shows it. */
export const sentimentPreview = (row: SentimentRow): SentimentPreviewResponse => ({
  ...sentimentRecommendation(row),
  ...PREVIEW,
});
