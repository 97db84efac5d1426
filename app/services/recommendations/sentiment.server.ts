import { millisecondsInDay } from "date-fns/constants";
import { subHours } from "date-fns/subHours";
import { subMilliseconds } from "date-fns/subMilliseconds";
import { dayOf } from "~/domain/calendar-days";
import { describeCashRisk, findCashRisk } from "~/domain/cash";
import { SCHEDULED_TEXT_HOURS, SENTIMENT_DAYS } from "~/domain/sentiment/mention";
import {
  computeSentiment,
  SENTIMENT_METHOD,
  sentimentRationale,
  type Sentiment,
} from "~/domain/sentiment/sentiment";
import { addedTokens, CASH } from "~/domain/tokens";
import { readInputs } from "~/models/recommendation-inputs.server";
import type { FullRecommendation, SentimentFacts } from "~/models/recommendation.server";
import { lastCloseBefore } from "../prices/prices.server";
import { isSampleDatabase } from "../sample-content.server";
import type { CalculatedSentiment, MentionInput } from "../scoring/sentiment-calculation";
import { readOutsideMentions } from "../sources/outside.server";
import type { Jobs } from "../worker/jobs.server";
import { inWorker, type RemoteJob } from "../worker/worker.server";
import { storeEffects } from "./effects.server";
import { createEngine, type Composed } from "./engine.server";
import { gatherMentions, openTrustOf, type Gathering } from "./gather-mentions.server";
import { sentimentRecommendation, serializeSentiment } from "~/presenters/recommendations";
import { serializeTrustFacts } from "~/presenters/trust";

/** Recommends tokens from what the community writes about them. */
export const sentimentEngine = createEngine({
  kind: "sentiment",
  compose,
  present: sentimentRecommendation,
  serialize: serializeSentiment,
  async readMore({ facts: { from, to, method, trust, unlisted, outside } }) {
    return { method, trust: serializeTrustFacts(trust), window: { from, to }, unlisted, outside };
  },
  recompute,
});

/** Computes in a worker thread, because that takes seconds for a large community. */
async function compose<Result>(
  at: Date,
  gathering: Gathering,
  use: (composed: Composed<"sentiment">) => Promise<Result>,
): Promise<Result> {
  const withJob = async (job: SentimentJob) => {
    const composed = await composeWith(job, at, gathering);
    return use({ ...composed, derive: (row) => storeEffects(row, job) });
  };
  return inWorker("sentiment", withJob, gathering.signal);
}

async function composeWith(
  job: SentimentJob,
  at: Date,
  gathering: Gathering,
): Promise<Composed<"sentiment">> {
  const window = weekBefore(gathering.bySchedule ? subHours(at, SCHEDULED_TEXT_HOURS) : at);
  const trust = await openTrustOf(window, gathering);
  const calculated = await calculate(job, window, { ...gathering, trust });
  const { calculation, unlisted, inputs, outside } = calculated;
  const notCash = await notCashAt(at);
  const added = addedTokens().version;
  return {
    recommendation: {
      kind: "sentiment",
      createdAt: at,
      rationale: rationaleOf(calculation, window, outside, notCash),
      allocation: calculation.allocation,
      facts: {
        token: calculation.topToken,
        mentionCount: calculation.mentionCount,
        ...window,
        method: SENTIMENT_METHOD,
        ...(added && { addedTokens: added }),
        trust: trust.facts,
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

const weekBefore = (to: Date) => ({
  from: subMilliseconds(to, SENTIMENT_DAYS * millisecondsInDay),
  to,
});

/** The last close of USDT that was known at a time if it is too low to count as cash, otherwise `null`. */
async function notCashAt(moment: Date): Promise<SentimentFacts["notCash"]> {
  const last = await lastCloseBefore(CASH, dayOf(moment));
  const risk = findCashRisk(last);
  return risk && last ? { day: risk.day, close: risk.close, source: last.source.label } : null;
}

function rationaleOf(
  calculation: Sentiment,
  window: { from: Date; to: Date },
  outside: readonly string[] | undefined,
  notCash: SentimentFacts["notCash"],
): string {
  const rationale = sentimentRationale(calculation, window, outside);
  if (!notCash) return rationale;
  const { day, close, source } = notCash;
  const closed = `${CASH} closed at $${close} on ${day} (${source}).`;
  return `${rationale} ${closed} ${describeCashRisk(calculation.allocation[CASH] ?? 0)}`;
}

type SentimentJob = RemoteJob<Jobs["sentiment"]>;

interface Calculated extends Omit<CalculatedSentiment, "inputs"> {
  inputs: MentionInput[];
  /** The display names of the outside sources that responded. */
  outside: string[];
}

/** Inputs per batch, few enough to be copied from a worker thread within some milliseconds. */
const BATCH_SIZE = 500;

/** Reads each batch while the one before is added. */
async function addAll<Item>(
  batches: AsyncGenerator<Item, void, undefined>,
  add: (batch: Item) => Promise<void>,
): Promise<void> {
  try {
    let batch = await batches.next();
    while (!batch.done) [batch] = await Promise.all([batches.next(), add(batch.value)]);
  } finally {
    await batches.return();
  }
}

async function calculate(
  job: SentimentJob,
  window: { from: Date; to: Date },
  gathering: Gathering,
): Promise<Calculated> {
  const { asOfThen, signal } = gathering;
  // Outside sources cannot be queried for the past.
  const reading = asOfThen ? null : readOutsideMentions(window, signal);
  await addAll(gatherMentions(window, gathering), (batch) => job.add(batch));
  const { mentions = [], responded = [] } = (await reading) ?? {};
  await job.add(mentions);
  const { inputs: count, ...calculated } = await job.compute();
  const inputs: MentionInput[] = [];
  while (inputs.length < count) {
    inputs.push(...(await job.readInputs(inputs.length, inputs.length + BATCH_SIZE)));
  }
  return { ...calculated, inputs, outside: responded };
}

async function recompute(row: FullRecommendation<"sentiment">) {
  const mentions = await readInputs<MentionInput>(row.id, 0, row.inputs);
  const { from, to, token, mentionCount, notCash, unlisted, outside } = row.facts;
  const calculation = computeSentiment(mentions, unlisted);
  // The schedule may also have made one that did not become that of its week.
  const isDelayed = row.isScheduled || to < row.createdAt;
  return {
    stored: {
      facts: { token, mentionCount, from, to, notCash },
      areMentionsOfTheWeek: mentions.every(
        ({ createdAt }) => createdAt >= from.getTime() && createdAt < to.getTime(),
      ),
      calculation: row.calculation as Sentiment,
    },
    recomputed: {
      facts: {
        token: calculation.topToken,
        mentionCount: calculation.mentionCount,
        ...weekBefore(isDelayed ? subHours(row.createdAt, SCHEDULED_TEXT_HOURS) : row.createdAt),
        notCash: notCash && (findCashRisk(notCash) ? notCash : null),
      },
      areMentionsOfTheWeek: true,
      calculation,
      allocation: calculation.allocation,
      rationale: rationaleOf(calculation, { from, to }, outside, notCash),
    },
  };
}
