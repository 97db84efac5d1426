/**
 * Serializers for recommendations: exactly the specified fields for the API, and more for pages.
 */
import type { Close } from "~/domain/close";
import { momentumReason, sentimentReason } from "~/domain/reasons";
import type { MomentumRow, SentimentRow } from "~/models/recommendation.server";
import type { MomentumResponse } from "~/schemas/momentum-responses";
import type { SentimentResponse } from "~/schemas/sentiment-responses";

export type MomentumRecommendation = MomentumResponse;

export type SentimentRecommendation = SentimentResponse;

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
export const serializeMomentum = (row: MomentumRow) => ({
  ...momentumRecommendation(row),
  reason: momentumReason({ ...row.facts, allocation: row.allocation }),
  asOf: row.facts.asOf,
  source: row.facts.sourceLabel,
  isSample: row.facts.isSample,
  isDegraded: row.facts.isDegraded,
  hasPegWarning: row.facts.hasPegWarning,
  notCash: row.facts.notCash,
});

export type SerializedMomentum = ReturnType<typeof serializeMomentum>;

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
export const serializeSentiment = (row: SentimentRow) => ({
  ...sentimentRecommendation(row),
  reason: sentimentReason({ ...row.facts, allocation: row.allocation }),
  isSample: row.facts.isSample,
  notCash: row.facts.notCash as Close | null,
});

export type SerializedSentiment = ReturnType<typeof serializeSentiment>;

/** Marks a recommendation in the API as a preview, which is not stored. */
export const presentPreview = <Recommendation>(recommendation: Recommendation) => ({
  ...recommendation,
  isPreview: true as const,
});
