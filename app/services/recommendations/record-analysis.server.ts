/** Analyses of track records: an engine compared with benchmarks, the part of luck, and a backtest of the method. */
import { environment } from "~/config/env.server";
import { addDays } from "~/domain/calendar-days";
import type { Engine } from "~/domain/engines";
import { findBacktestPeriod } from "~/domain/method-backtest";
import { momentumAssets } from "~/domain/momentum";
import { MAP_LEAD_DAYS, MAP_TRIALS } from "~/domain/momentum-map";
import { SENTIMENT_METHOD } from "~/domain/sentiment/sentiment";
import { findMissedWeeks } from "~/domain/track-record-robustness";
import { findOldestScheduled } from "~/models/scheduled-recommendation.server";
import { closesOf } from "../prices/prices.server";
import { inWorker } from "../worker/worker.server";
import { listMissedWeeks } from "./schedule.server";
import { cacheUntilChanged, readFollowed, RECORD_DAYS } from "./track-record.server";

/**
 * The number of variants tried before an engine was chosen: for momentum the number of variants in its map, for
 * sentiment each version of the method.
 */
const trials: Record<Engine, number> = { momentum: MAP_TRIALS, sentiment: SENTIMENT_METHOD };

const readAnalysisOf = cacheUntilChanged(async (kind: Engine, { newest, until }) => {
  const { entries, closes, source } = await readFollowed(kind, newest, until);
  const cashRate = environment().CASH_RATE;
  const options = { entries, closes, until, cashRate, trials: { count: trials[kind] } };
  const analysis = entries.length
    ? await inWorker("trackRecord", (job) => job.analyseRecord(options))
    : null;
  return { analysis, source, until, days: entries.map(({ day }) => day) };
});

/**
 * @returns the analysis of an engine's record against its benchmarks until yesterday, `null` until there is a close
 *   after the first recommendation; weeks that are in the ledger as missed are among the missed ones. Computed in a
 *   worker thread, and cached until there is a new recommendation, a new close or a new day
 */
export async function readRecordAnalysis(kind: Engine) {
  const [{ days, ...found }, missed] = await Promise.all([
    readAnalysisOf(kind),
    listMissedWeeks(kind),
  ]);
  const { analysis, until } = found;
  if (!analysis || !missed.length) return found;
  const broken = new Set(missed.map(({ week }) => week));
  return { ...found, analysis: { ...analysis, missedWeeks: findMissedWeeks(days, until, broken) } };
}

const readBacktestOf = cacheUntilChanged(async (kind: Engine, { until }) => {
  const first = addDays(until, -RECORD_DAYS - MAP_LEAD_DAYS);
  const found = await closesOf(momentumAssets, first, until);
  const time = found && findBacktestPeriod(found.closes, until);
  const published = (await findOldestScheduled(kind))?.day ?? null;
  if (!time) return { backtest: null, source: found?.source ?? null, published };
  const { closes, source } = found;
  const options = { closes, ...time, cashRate: environment().CASH_RATE };
  const backtest = await inWorker("trackRecord", (job) => job.backtestMethod(options));
  return { backtest, source, published };
});

/**
 * @returns a backtest of the momentum method over the stored closes of at most seven years, `null` if these are too few,
 *   and the day of the first published recommendation that the schedule made, `null` if there is none. Computed in a worker thread, and cached until there is a new recommendation, a new close or a new day
 */
export const readMethodBacktest = () => readBacktestOf("momentum");
