/**
 * Serializers for recommendations: exactly the specified fields for the API, and more for pages.
 */
import type { Day } from "~/domain/calendar-days";
import type { Close } from "~/domain/close";
import type { MomentumRow, SentimentRow } from "~/models/recommendation.server";
import type { MomentumResponse, SentimentResponse } from "~/schemas/responses";

export type MomentumRecommendation = MomentumResponse;

/** A momentum recommendation as its pages show it. */
export interface SerializedMomentum extends MomentumRecommendation {
  /** The last day whose closes went into it. */
  asOf: Day;
  /** The display name of the source of its prices. */
  source: string;
  /** Whether it was computed from sample prices. */
  isSample: boolean;
  /** Whether an asset was left out for lack of prices. */
  isDegraded: boolean;
  /** Whether USDT was more than one percent away from a dollar. */
  hasPegWarning: boolean;
  /** The last close of USDT if it is too low to count as cash. */
  notCash: Close | null;
}

export type SentimentRecommendation = SentimentResponse;

/** A sentiment recommendation as its pages show it. */
export interface SerializedSentiment extends SentimentRecommendation {
  /** Whether the database contained sample content. */
  isSample: boolean;
  /** The last known close of USDT if it is too low to count as cash. */
  notCash: Close | null;
}

/** A recommendation of either engine as pages show it. */
export type SerializedRecommendation =
  ({ engine: "momentum" } & SerializedMomentum) | ({ engine: "sentiment" } & SerializedSentiment);

/** Serializes a momentum recommendation for the API. */
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

/** Serializes a momentum recommendation for pages. */
export const serializeMomentum = (row: MomentumRow): SerializedMomentum => ({
  ...momentumRecommendation(row),
  asOf: row.facts.asOf,
  source: row.facts.sourceLabel,
  isSample: row.facts.isSample,
  isDegraded: row.facts.isDegraded,
  hasPegWarning: row.facts.hasPegWarning,
  notCash: row.facts.notCash,
});

/** Serializes a sentiment recommendation for the API. */
export const sentimentRecommendation = (row: SentimentRow): SentimentRecommendation => ({
  id: row.id,
  weekDate: row.weekDate,
  createdAt: row.createdAt.toISOString(),
  token: row.facts.token,
  mentionCount: row.facts.mentionCount,
  allocation: row.allocation,
  rationale: row.rationale,
});

/** Serializes a sentiment recommendation for pages. */
export const serializeSentiment = (row: SentimentRow): SerializedSentiment => ({
  ...sentimentRecommendation(row),
  isSample: row.facts.isSample,
  notCash: row.facts.notCash,
});

/** Marks a recommendation in the API as a preview, which is not stored. */
export const presentPreview = <Recommendation>(recommendation: Recommendation) => ({
  ...recommendation,
  isPreview: true as const,
});
