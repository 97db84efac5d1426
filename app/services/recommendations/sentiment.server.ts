import { millisecondsInDay } from "date-fns/constants";
import { differenceInDays } from "date-fns/differenceInDays";
import { subMilliseconds } from "date-fns/subMilliseconds";
import { dayOf } from "~/domain/calendar-days";
import { describeCashRisk, findCashRisk } from "~/domain/cash";
import type { Cursor, Page } from "~/domain/cursor";
import { TRUST_GROWS_DAYS } from "~/domain/sentiment/author-trust";
import { SENTIMENT_DAYS, type Mention, type UnlistedCounts } from "~/domain/sentiment/mention";
import {
  computeSentiment2,
  LAST_OF_METHOD_2,
  sentimentRationale2,
  type Sentiment2,
} from "~/domain/sentiment/method-2";
import {
  computeSentiment,
  SENTIMENT_METHOD,
  sentimentRationale,
  type Sentiment,
} from "~/domain/sentiment/sentiment";
import { CASH } from "~/domain/tokens";
import type { Viewer } from "~/domain/viewer";
import { findArticlesOfComments } from "~/models/comment.server";
import { refund } from "~/models/rate-limits.server";
import type { PackedRows } from "~/models/packed-rows";
import { readInputs } from "~/models/recommendation-inputs.server";
import {
  findNeighbours,
  type NewRecommendation,
  type SentimentFacts,
  type SentimentRow,
} from "~/models/recommendation.server";
import { findReviewPlaces } from "~/models/review.server";
import { commentPath, reviewPath } from "../paths";
import { notFoundError } from "../errors";
import { generateOnce, storeRecommendation, sweep, type Making } from "./generation.server";
import { enforceRateLimit } from "../rate-limits.server";
import { dependsOn } from "../cache/dependencies.server";
import { REMOVALS, REVIEWS } from "../cache/tags";
import { gatherMentions, type Gathering } from "./mentions.server";
import { permit, requireViewer } from "./permission.server";
import { readOldestAccounts } from "./supporters.server";
import { serializeSentiment, type SerializedSentiment } from "./serializers";
import { isSampleDatabase } from "../demo/sample-content.server";
import { lastCloseBefore } from "../prices/prices.server";
import { outsideLink } from "../sources/outside.server";
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
import type { CalculatedSentiment, MentionInput } from "./sentiment-calculation";
import { inWorker } from "../worker/worker.server";

export type { SentimentRow } from "~/models/recommendation.server";

/** How many inputs a page shows. */
export const INPUTS_PER_PAGE = 100;

/** A page of sentiment recommendations, the newest first. */
export const listSentiment = (list: {
  limit: number;
  after?: Cursor;
}): Promise<Page<SentimentRow>> => listRows("sentiment", list);

/** @returns how many sentiment recommendations there are */
export const countSentiment = (): Promise<number> => countRows("sentiment");

/**
 * Has a sentiment recommendation generated now; while one is being generated anyway, it is that one, and
 * asking costs nothing of the limit.
 *
 * @throws ServiceError `unauthenticated`, `forbidden`, `limited`, or `unavailable`
 */
export async function generateSentiment(viewer: Viewer | null): Promise<SentimentRow> {
  requireViewer(viewer);
  await permit("sentiment", viewer);
  const limitKey = `sentiment ${viewer.id}`;
  const id = await generateOnce({
    kind: "sentiment",
    user: viewer.id,
    admit: async () => {
      // The list may have become one that is not empty.
      await permit("sentiment", viewer);
      await enforceRateLimit("generates", limitKey);
    },
    make: async (holding) => (await makeSentiment(new Date(), { holding })).id,
    onFailure: () => refund("generates", limitKey),
  });
  return readRow("sentiment", id);
}

/** As `generateSentiment` does, for the schedule. @throws ServiceError `unavailable` */
export async function generateSentimentAsSystem(): Promise<SentimentRow> {
  return readRow(
    "sentiment",
    await generateOnce({
      kind: "sentiment",
      make: async (holding) => (await makeSentiment(new Date(), { holding, bySchedule: true })).id,
    }),
  );
}

interface MakingSentiment extends Making {
  /** Weighs by the support there was at that moment, not by what came since. */
  asOfThen?: boolean;
}

/** Makes the recommendation of a moment, from the week before it. */
export async function makeSentiment(
  at: Date,
  { asOfThen, ...making }: MakingSentiment = {},
): Promise<SentimentRow> {
  await sweep();
  const { recommendation, inputs } = await composeSentiment(at, {
    asOfThen,
    signal: making.holding?.signal,
  });
  return storeRecommendation<"sentiment">(recommendation, inputs, making);
}

/** A recommendation that is not stored. */
export interface ComposedSentiment {
  recommendation: Omit<NewRecommendation<"sentiment">, "inputs">;
  inputs: PackedRows;
}

/** Computes the recommendation of a moment from the week before it, and stores nothing of it. */
export async function composeSentiment(
  at: Date,
  gathering: Gathering = {},
): Promise<ComposedSentiment> {
  const window = weekBefore(at);
  const calculated = await calculate(window, gathering);
  const { calculation, unlisted, inputs, inputsDigest, outside } = calculated;
  const notCash = await notCashAt(at);
  return {
    recommendation: {
      kind: "sentiment",
      createdAt: at,
      rationale: withCashRisk(
        sentimentRationale(calculation, window, outside),
        calculation,
        notCash,
      ),
      allocation: calculation.allocation,
      facts: {
        token: calculation.topToken,
        mentionCount: calculation.mentionCount,
        ...window,
        method: SENTIMENT_METHOD,
        isTrustGrowing: await isTrustGrowingAt(at),
        isSample: await isSampleDatabase(),
        unlisted,
        outside,
        notCash,
      },
      calculation,
      inputsDigest,
    },
    inputs,
  };
}

/** The last close of USDT that was known at a moment, where that is too low to be cash. */
async function notCashAt(moment: Date): Promise<SentimentFacts["notCash"]> {
  const last = await lastCloseBefore(CASH, dayOf(moment));
  const risk = findCashRisk(last);
  return risk && last ? { day: risk.day, close: risk.close, source: last.source.label } : null;
}

/** Adds to a rationale that the part in USDT is at risk, where it is. */
function withCashRisk(
  rationale: string,
  { allocation }: Pick<AnySentiment, "allocation">,
  notCash: SentimentFacts["notCash"],
): string {
  if (!notCash) return rationale;
  const { day, close, source } = notCash;
  const closed = `${CASH} closed at $${close} on ${day} (${source}).`;
  return `${rationale} ${closed} ${describeCashRisk(allocation[CASH] ?? 0)}`;
}

async function isTrustGrowingAt(at: Date): Promise<boolean> {
  const [oldest] = await readOldestAccounts();
  return !oldest || differenceInDays(at, oldest) < TRUST_GROWS_DAYS;
}

interface Calculated extends CalculatedSentiment {
  /** The outside sources that were heard, as people call them. */
  outside: string[];
}

/** Computes in a worker thread what was written in a time: of a large community that takes seconds. */
const calculate = (
  window: { from: Date; to: Date },
  { asOfThen, signal }: Gathering,
): Promise<Calculated> =>
  inWorker(
    "sentiment",
    async (job) => {
      const outside = await gatherMentions(window, job, { asOfThen, signal });
      return { ...(await job.compute()), outside };
    },
    signal,
  );

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

const weekBefore = (to: Date) => ({
  from: subMilliseconds(to, SENTIMENT_DAYS * millisecondsInDay),
  to,
});

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
