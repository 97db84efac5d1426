/** Reads sentiment recommendations with their calculation, and computes them once more. */
import { reviewPath } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import { findCashRisk } from "~/domain/cash";
import type { Mention, UnlistedCounts } from "~/domain/sentiment/mention";
import {
  computeSentiment2,
  LAST_OF_METHOD_2,
  sentimentRationale2,
  type Sentiment2,
} from "~/domain/sentiment/method-2";
import { computeSentiment, sentimentRationale, type Sentiment } from "~/domain/sentiment/sentiment";
import { findArticlesOfComments } from "~/models/comment.server";
import { readInputs } from "~/models/recommendation-inputs.server";
import { findNeighbours, type SentimentFacts } from "~/models/recommendation.server";
import { findReviewPlaces } from "~/models/review.server";
import { notFoundError } from "../errors";
import { dependsOn } from "../cache/dependencies.server";
import { REMOVALS, REVIEWS } from "../cache/tags";
import { serializeSentiment, type SerializedSentiment } from "./serializers";
import { outsideLink } from "../sources/outside.server";
import { computedDatesOf, datesOf, readWhole } from "./read-recommendation.server";
import {
  readOutcome,
  readRecordPlace,
  type ReadOutcome,
  type RecordPlace,
} from "./track-record.server";
import type { MentionInput } from "./sentiment-calculation";
import { weekBefore, withCashRisk } from "./sentiment.server";

/** How many inputs a page shows. */
export const INPUTS_PER_PAGE = 100;

/** A calculation by whichever method made it. */
export type AnySentiment = Sentiment | Sentiment2;

/** A sentiment recommendation with each step of its calculation. */
export interface ReadSentiment extends ReadOutcome, RecordPlace {
  recommendation: SerializedSentiment;
  calculation: AnySentiment;
  /** The version of the method that made it. */
  method: number;
  isTrustGrowing: boolean;
  /** What it listened to: from the first moment to before the second. */
  window: { from: Date; to: Date };
  /** How many mentions of each token there were beside those that are listed. */
  unlisted: UnlistedCounts;
  /** The outside sources that were heard, as people call them. */
  outside: readonly string[];
  newerId: string | null;
  olderId: string | null;
}

/**
 * @returns the calculation of a recommendation and nothing else of it
 * @throws ServiceError `notFound`
 */
export const readSentimentCalculation = async (id: string): Promise<AnySentiment> =>
  (await readWhole("sentiment", id)).calculation as AnySentiment;

/** @throws ServiceError `notFound` */
export async function readSentiment(id: string): Promise<ReadSentiment> {
  const row = await readWhole("sentiment", id);
  const [neighbours, outcome, place] = await Promise.all([
    findNeighbours(row),
    readOutcome(row),
    readRecordPlace(row),
  ]);
  const { from, to, unlisted = {}, outside = [], method, isTrustGrowing = false } = row.facts;
  return {
    recommendation: serializeSentiment(row),
    calculation: row.calculation as AnySentiment,
    method,
    isTrustGrowing,
    window: { from, to },
    unlisted,
    outside,
    ...neighbours,
    ...outcome,
    ...place,
  };
}

/** A mention as a page shows it. */
export interface SentimentInputRow extends MentionInput {
  /** Where the document is; `null` where that is not known, or not any more. */
  link: string | null;
}

/** A page of mentions. */
export interface MentionsPage {
  /** From 1. */
  page: number;
  pages: number;
  rows: SentimentInputRow[];
}

/**
 * A page of the mentions that a recommendation was computed from: those of one token, or all of them
 * token after token.
 *
 * @param list the page counts from 1; for one beyond the last, that is read
 * @throws ServiceError `notFound` for a token that nobody mentioned
 */
export async function readSentimentInputs(
  { recommendation, calculation, unlisted }: ReadSentiment,
  { token, page: wanted = 1 }: { token?: string; page?: number } = {},
): Promise<MentionsPage> {
  const { first, count } = placeOf(calculation, unlisted, token);
  const pages = Math.max(1, Math.ceil(count / INPUTS_PER_PAGE));
  const page = Math.min(wanted, pages);
  const from = first + (page - 1) * INPUTS_PER_PAGE;
  const to = Math.min(from + INPUTS_PER_PAGE, first + count);
  const stored = await readInputs<MentionInput>(recommendation.id, from, to);
  const links = await linksOf(stored);
  const rows = stored.map((mention) => ({
    ...mention,
    link: links.get(mention.document) ?? null,
  }));
  return { page, pages, rows };
}

/** Where among the stored rows those of a token lie. */
function placeOf(
  { tokens }: AnySentiment,
  unlisted: UnlistedCounts,
  symbol?: string,
): { first: number; count: number } {
  let first = 0;
  for (const { token, mentionCount } of tokens) {
    const count = mentionCount - (unlisted[token] ?? 0);
    if (token === symbol) return { first, count };
    first += count;
  }
  if (symbol !== undefined) throw notFoundError("Token");
  return { first: 0, count: first };
}

/** @returns where the documents of some mentions are, by their ids */
async function linksOf(mentions: readonly Mention[]): Promise<Map<string, string>> {
  dependsOn(REVIEWS, REMOVALS);
  const of = (kind: Mention["kind"]) => [
    ...new Set(mentions.filter((mention) => mention.kind === kind).map(({ document }) => document)),
  ];
  const [articles, reviews] = await Promise.all([
    findArticlesOfComments(of("comment")),
    findReviewPlaces(of("review")),
  ]);
  return new Map([
    ...of("article").map((id) => [id, `/article/${id}`] as const),
    ...of("outside").flatMap((id) => {
      const link = outsideLink(id);
      return link ? [[id, link] as const] : [];
    }),
    ...[...articles].map(([id, articleId]) => [id, commentPath({ id, articleId })] as const),
    ...[...reviews].map(([id, review]) => [id, reviewPath({ id, ...review })] as const),
  ]);
}

/**
 * Computes a recommendation once more, from its stored inputs.
 *
 * @returns what is stored and what comes of the inputs, which is the same unless the engine has changed
 * @throws ServiceError `notFound`
 */
export async function recomputeSentiment(id: string) {
  const row = await readWhole("sentiment", id);
  const mentions = await readInputs<MentionInput>(id, 0, row.inputs);
  const { from, to, token, mentionCount, notCash } = row.facts;
  const recomputed = recompute(mentions, row.facts);
  const { topToken, mentionCount: topCount } = recomputed.calculation;
  return {
    stored: {
      ...datesOf(row),
      facts: { token, mentionCount, from, to, notCash },
      areMentionsOfTheWeek: mentions.every(
        ({ createdAt }) => createdAt >= from.getTime() && createdAt < to.getTime(),
      ),
      calculation: row.calculation as AnySentiment,
      allocation: row.allocation,
      rationale: row.rationale,
    },
    recomputed: {
      ...computedDatesOf(row),
      facts: {
        ...{ token: topToken, mentionCount: topCount, ...weekBefore(row.createdAt) },
        notCash: notCash && (findCashRisk(notCash) ? notCash : null),
      },
      areMentionsOfTheWeek: true,
      ...recomputed,
      rationale: withCashRisk(recomputed.rationale, recomputed.calculation, notCash),
    },
  };
}

/**
 * By the method that made it. Method 4 finds and scores mentions otherwise than method 3; both compute the same from
 * mentions.
 */
function recompute(
  mentions: readonly Mention[],
  { method, from, to, unlisted, outside }: SentimentFacts,
) {
  if (method <= LAST_OF_METHOD_2) {
    const calculation = computeSentiment2(mentions, unlisted);
    const rationale = sentimentRationale2(calculation, { from, to }, outside);
    return { calculation, allocation: calculation.allocation, rationale };
  }
  const calculation = computeSentiment(mentions, unlisted);
  const rationale = sentimentRationale(calculation, { from, to }, outside);
  return { calculation, allocation: calculation.allocation, rationale };
}
