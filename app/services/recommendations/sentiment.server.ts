import { millisecondsInDay } from "date-fns/constants";
import { differenceInDays } from "date-fns/differenceInDays";
import { subMilliseconds } from "date-fns/subMilliseconds";
import { dayOf } from "~/domain/calendar-days";
import { describeCashRisk, findCashRisk } from "~/domain/cash";
import type { Cursor, Page } from "~/domain/cursor";
import { TRUST_GROWS_DAYS } from "~/domain/sentiment/author-trust";
import { SENTIMENT_DAYS } from "~/domain/sentiment/mention";
import { SENTIMENT_METHOD, sentimentRationale, type Sentiment } from "~/domain/sentiment/sentiment";
import { CASH } from "~/domain/tokens";
import type { Viewer } from "~/domain/viewer";
import { refund } from "~/models/rate-limits.server";
import {
  type NewRecommendation,
  type SentimentFacts,
  type SentimentRow,
} from "~/models/recommendation.server";
import { generateOnce, storeRecommendation, sweep, type StoreOptions } from "./generation.server";
import { enforceRateLimit } from "../rate-limits.server";
import { gatherMentions, type Gathering } from "./gather-mentions.server";
import { permit, requireViewer } from "./permission.server";
import { readOldestAccounts } from "./supporters.server";
import { isSampleDatabase } from "../sample-content.server";
import { readOutsideMentions } from "../sources/outside.server";
import { lastCloseBefore } from "../prices/prices.server";
import { countRows, listRows, readRow } from "./read-recommendation.server";
import type { CalculatedSentiment, MentionInput } from "../scoring/sentiment-calculation";
import { withFreeHeapGrowth } from "../worker/heap-growth.server";
import { inWorker } from "../worker/worker.server";

export type { SentimentRow } from "~/models/recommendation.server";

/** Lists a page of sentiment recommendations, newest first. */
export const listSentiment = (list: {
  limit: number;
  after?: Cursor;
}): Promise<Page<SentimentRow>> => listRows("sentiment", list);

/** @returns how many sentiment recommendations there are */
export const countSentiment = (): Promise<number> => countRows("sentiment");

/**
 * Generates a sentiment recommendation. If one is being generated already, returns that one, which does not count
 * against the rate limit.
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
      // The first recommendation, which any user may generate, may have been made meanwhile.
      await permit("sentiment", viewer);
      await enforceRateLimit("generates", limitKey);
    },
    make: async (holding) => (await makeSentiment(new Date(), { holding })).id,
    onFailure: () => refund("generates", limitKey),
  });
  return readRow("sentiment", id);
}

/** Like `generateSentiment`, for the schedule. @throws ServiceError `unavailable` */
export async function generateSentimentAsSystem(): Promise<SentimentRow> {
  return readRow(
    "sentiment",
    await generateOnce({
      kind: "sentiment",
      make: async (holding) => (await makeSentiment(new Date(), { holding, bySchedule: true })).id,
    }),
  );
}

interface MakingSentiment extends StoreOptions {
  /** Weighs articles by the upvotes and comments at that time, ignoring later ones. */
  asOfThen?: boolean;
}

/** Computes and stores the recommendation for a time, from the week before it. */
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

/** A recommendation that is not stored yet. */
export interface ComposedSentiment {
  recommendation: Omit<NewRecommendation<"sentiment">, "inputs" | "isScheduled">;
  inputs: MentionInput[];
}

/** Computes the recommendation for a time from the week before it, without storing it. */
export async function composeSentiment(
  at: Date,
  gathering: Gathering = {},
): Promise<ComposedSentiment> {
  const window = weekBefore(at);
  const { calculation, unlisted, inputs, outside } = await calculate(window, gathering);
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
    },
    inputs,
  };
}

/** Returns the time window of the mentions that a recommendation made at `to` uses. */
export const weekBefore = (to: Date) => ({
  from: subMilliseconds(to, SENTIMENT_DAYS * millisecondsInDay),
  to,
});

/** Returns the last close of USDT that was known at a time if it is too low to count as cash, otherwise `null`. */
async function notCashAt(moment: Date): Promise<SentimentFacts["notCash"]> {
  const last = await lastCloseBefore(CASH, dayOf(moment));
  const risk = findCashRisk(last);
  return risk && last ? { day: risk.day, close: risk.close, source: last.source.label } : null;
}

/** Adds to a rationale that the part in USDT is at risk, if `notCash` says so. */
export function withCashRisk(
  rationale: string,
  { allocation }: Pick<Sentiment, "allocation">,
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

interface Calculated extends Omit<CalculatedSentiment, "inputs"> {
  inputs: MentionInput[];
  /** The display names of the outside sources that responded. */
  outside: string[];
}

/** Inputs per batch, few enough to be copied from a worker thread within some milliseconds. */
const BATCH_SIZE = 500;

/** Computes the sentiment of a time window in a worker thread, because that takes seconds for a large community. */
const calculate = (
  window: { from: Date; to: Date },
  { asOfThen = false, signal }: Gathering,
): Promise<Calculated> =>
  withFreeHeapGrowth(() =>
    inWorker(
      "sentiment",
      async (job) => {
        // Outside sources cannot be queried for the past.
        const reading = asOfThen ? null : readOutsideMentions(window, signal);
        for await (const mentions of gatherMentions(window, { asOfThen, signal })) {
          await job.add(mentions);
        }
        const { mentions = [], heard = [] } = (await reading) ?? {};
        await job.add(mentions);
        const { inputs: count, ...calculated } = await job.compute();
        const inputs: MentionInput[] = [];
        while (inputs.length < count) {
          inputs.push(...(await job.readInputs(inputs.length, inputs.length + BATCH_SIZE)));
        }
        return { ...calculated, inputs, outside: heard };
      },
      signal,
    ),
  );
