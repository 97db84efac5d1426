/** Reads sentiment recommendations with their calculation, and recomputes them. */
import { reviewPath } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import { findCashRisk } from "~/domain/cash";
import type { Mention, UnlistedCounts } from "~/domain/sentiment/mention";
import { computeSentiment, sentimentRationale, type Sentiment } from "~/domain/sentiment/sentiment";
import { findArticlesOfComments } from "~/models/comment.server";
import { readInputs } from "~/models/recommendation-inputs.server";
import { findNeighbours, type SentimentFacts } from "~/models/recommendation.server";
import { findReviewPlaces } from "~/models/review.server";
import { notFoundError } from "../errors";
import { serializeSentiment, type SerializedSentiment } from "./serializers";
import { outsideLink } from "../sources/outside.server";
import { computedDatesOf, datesOf, readWhole } from "./read-recommendation.server";
import {
  readOutcome,
  readRecordPlace,
  type ReadOutcome,
  type RecordPlace,
} from "./track-record.server";
import type { MentionInput } from "../scoring/sentiment-calculation";
import { weekBefore, withCashRisk } from "./sentiment.server";

/** Inputs on one page. */
export const INPUTS_PER_PAGE = 100;

/** A sentiment recommendation with each step of its calculation. */
export interface ReadSentiment extends ReadOutcome, RecordPlace {
  recommendation: SerializedSentiment;
  calculation: Sentiment;
  /** The version of the method that made it. */
  method: number;
  isTrustGrowing: boolean;
  /** The time window of its mentions: `from` is inclusive, `to` is exclusive. */
  window: { from: Date; to: Date };
  /** The number of mentions of each token beyond those that are listed. */
  unlisted: UnlistedCounts;
  /** The display names of the outside sources that responded. */
  outside: readonly string[];
  newerId: string | null;
  olderId: string | null;
}

/**
 * @returns only the calculation of a recommendation
 * @throws ServiceError `notFound`
 */
export const readSentimentCalculation = async (id: string): Promise<Sentiment> =>
  (await readWhole("sentiment", id)).calculation as Sentiment;

/** @throws ServiceError `notFound` */
export async function readSentiment(id: string): Promise<ReadSentiment> {
  const row = await readWhole("sentiment", id);
  const [neighbours, outcome, place] = await Promise.all([
    findNeighbours(row),
    readOutcome(row),
    readRecordPlace(row),
  ]);
  const { from, to, unlisted, outside, method, isTrustGrowing } = row.facts;
  return {
    recommendation: serializeSentiment(row),
    calculation: row.calculation as Sentiment,
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

/** A mention with the link to its document. */
export interface SentimentInputRow extends MentionInput {
  /** The URL or path of the document; `null` if it is unknown or the document no longer exists. */
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
 * Reads a page of the mentions that a recommendation was computed from: those of one token, or all mentions in the
 * order of their tokens.
 *
 * @param list pages are counted from 1; beyond the last page, the last one is read
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

/** Returns the range of a token's mentions among the stored rows. */
function placeOf(
  { tokens }: Sentiment,
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

/** @returns the links to the documents of some mentions, by document id */
async function linksOf(mentions: readonly Mention[]): Promise<Map<string, string>> {
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
 * Recomputes a recommendation from its stored inputs.
 *
 * @returns the stored and the recomputed values, which are equal unless the inputs or the engine have changed
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
      calculation: row.calculation as Sentiment,
      allocation: row.allocation,
      rationale: row.rationale,
    },
    recomputed: {
      ...computedDatesOf(row),
      facts: {
        token: topToken,
        mentionCount: topCount,
        ...weekBefore(row.createdAt),
        notCash: notCash && (findCashRisk(notCash) ? notCash : null),
      },
      areMentionsOfTheWeek: true,
      ...recomputed,
      rationale: withCashRisk(recomputed.rationale, recomputed.calculation, notCash),
    },
  };
}

function recompute(mentions: readonly Mention[], { from, to, unlisted, outside }: SentimentFacts) {
  const calculation = computeSentiment(mentions, unlisted);
  const rationale = sentimentRationale(calculation, { from, to }, outside);
  return { calculation, allocation: calculation.allocation, rationale };
}
