/** Analyses of track records: an engine compared with benchmarks, the part of luck, and a backtest of the method. */
import { addDays, type Day } from "~/domain/calendar-days";
import type { Engine } from "~/domain/engines";
import { findBacktestPeriod, type MethodBacktest } from "~/domain/method-backtest";
import { momentumAssets } from "~/domain/momentum";
import { MAP_LEAD_DAYS, MAP_TRIALS } from "~/domain/momentum-map";
import type { PriceSource } from "~/domain/price-sources";
import { SENTIMENT_METHOD } from "~/domain/sentiment/sentiment";
import type { RecordAnalysis } from "~/domain/track-record-analysis";
import { closesOf } from "../prices/prices.server";
import { inWorker } from "../worker/worker.server";
import { cacheUntilChanged, readFollowed, RECORD_DAYS } from "./track-record.server";

/**
 * The number of variants tried before an engine was chosen: for momentum the number of variants in its map, for
 * sentiment each version of the method.
 */
const trials: Record<Engine, number> = { momentum: MAP_TRIALS, sentiment: SENTIMENT_METHOD };

export interface ReadRecordAnalysis {
  /** `null` until there is a close after the first recommendation. */
  analysis: RecordAnalysis | null;
  /** The source of the closes; `null` if there are none. */
  source: PriceSource | null;
  /** The last day of the analysis: yesterday. */
  until: Day;
}

/**
 * @returns the analysis of an engine's record against its benchmarks. Computed in a worker thread, and cached until
 *   there is a new recommendation, a new close or a new day
 */
export const readRecordAnalysis = cacheUntilChanged(
  async (kind: Engine, { newest, until }): Promise<ReadRecordAnalysis> => {
    const { entries, closes, source } = await readFollowed(kind, newest, until);
    const analysis = entries.length
      ? await inWorker("trackRecord", (job) =>
          job.analyseRecord({ entries, closes, until, trials: { count: trials[kind] } }),
        )
      : null;
    return { analysis, source, until };
  },
);

export interface ReadMethodBacktest {
  /** `null` if there are closes of too few weeks. */
  backtest: MethodBacktest | null;
  /** The source of the closes; `null` if there are none. */
  source: PriceSource | null;
}

/**
 * @returns a backtest of the momentum method over the stored closes of at most seven years. Computed in a worker
 *   thread, and cached until there is a new close or a new day
 */
const readBacktestFor = cacheUntilChanged(
  async (_kind: Engine, { until }): Promise<ReadMethodBacktest> => {
    const first = addDays(until, -RECORD_DAYS - MAP_LEAD_DAYS);
    const found = await closesOf(momentumAssets, first, until);
    const time = found && findBacktestPeriod(found.closes, until);
    if (!time) return { backtest: null, source: found?.source ?? null };
    const { closes, source } = found;
    const backtest = await inWorker("trackRecord", (job) =>
      job.backtestMethod({ closes, ...time }),
    );
    return { backtest, source };
  },
);

/** See `readBacktestFor`, whose cache is keyed by the engine that it tests. */
export const readMethodBacktest = (): Promise<ReadMethodBacktest> => readBacktestFor("momentum");
