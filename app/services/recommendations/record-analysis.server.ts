/** How good a record is: an engine beside benchmarks, what luck makes of it, and the method over all closes. */
import { addDays, type Day } from "~/domain/calendar-days";
import type { Engine } from "~/domain/engines";
import { testableTime, type MethodBacktest } from "~/domain/method-backtest";
import { momentumAssets } from "~/domain/momentum";
import { MAP_LEAD_DAYS, MAP_TRIALS } from "~/domain/momentum-map";
import type { PriceSource } from "~/domain/price-sources";
import { SENTIMENT_METHOD } from "~/domain/sentiment/sentiment";
import type { RecordAnalysis } from "~/domain/track-record-analysis";
import { closesOf } from "../prices/prices.server";
import { inWorker } from "../worker/worker.server";
import { keepUntilChanged, readFollowed, RECORD_DAYS } from "./track-record.server";

/**
 * How many variants were tried before an engine was chosen: as many as the map of momentum has, and each
 * version of the sentiment method.
 */
const trials: Record<Engine, number> = { momentum: MAP_TRIALS, sentiment: SENTIMENT_METHOD };

export interface ReadRecordAnalysis {
  /** `null` until there is a close after the first recommendation. */
  analysis: RecordAnalysis | null;
  /** Where the closes are from; `null` when there are none. */
  source: PriceSource | null;
  /** The last day that is looked at: yesterday. */
  until: Day;
}

/**
 * @returns an engine's record beside its benchmarks; computed once in a worker thread, and again when there
 *   is a new recommendation, a new close or a new day
 */
export const readRecordAnalysis = keepUntilChanged(
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
  /** `null` with closes of too few weeks. */
  backtest: MethodBacktest | null;
  /** Whose closes they are; `null` when there are none. */
  source: PriceSource | null;
}

/**
 * @returns what the momentum method would have made of the closes at hand, of seven years at most; computed
 *   once in a worker thread, and again when there is a new close or a new day
 */
const readBacktestFor = keepUntilChanged(
  async (_kind: Engine, { until }): Promise<ReadMethodBacktest> => {
    const first = addDays(until, -RECORD_DAYS - MAP_LEAD_DAYS);
    const found = await closesOf(momentumAssets, first, until);
    const time = found && testableTime(found.closes, until);
    if (!time) return { backtest: null, source: found?.source ?? null };
    const { closes, source } = found;
    const backtest = await inWorker("trackRecord", (job) => job.testMethod({ closes, ...time }));
    return { backtest, source };
  },
);

/** See `readBacktestFor`, which is kept with the recommendations of the engine that it tests. */
export const readMethodBacktest = (): Promise<ReadMethodBacktest> => readBacktestFor("momentum");
