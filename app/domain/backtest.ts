/**
 * What momentum would have recommended week by week, and what following it would have brought.
 *
 * Each week is decided on its day as a generation on that day would: from closes up to the day before,
 * the last one that is complete. What is decided enters at the close of the day itself, the first that
 * can still be had: the day after the last close that was known. No price takes part in a decision and
 * is traded at as well.
 */
import { addDays, type Day } from "./calendar-days";
import {
  computeMomentum,
  MOMENTUM_DAYS,
  momentumAssets,
  MomentumUnavailable,
  STAND_IN_DAYS,
  type Close,
  type Momentum,
  type MomentumAsset,
} from "./momentum";
import { followAll, type Allocation, type Closes, type EngineRecord } from "./track-record";

/** Days from one decision to the next. */
export const BACKTEST_STEP_DAYS = 7;
/** How many days before the first decision the closes must begin that it may look at. */
export const BACKTEST_LEAD_DAYS = MOMENTUM_DAYS + STAND_IN_DAYS + 1;

export interface BacktestOptions {
  closes: Closes;
  /** The first day on which is decided. */
  from: Day;
  /** At whose close everything ends; nothing is decided on it any more. */
  to: Day;
  /** Told after each week that was decided. */
  onWeek?: (done: number, all: number) => void;
}

export interface BacktestWeek {
  /** On which is decided, and at whose close it enters. */
  day: Day;
  /** The last day whose close the decision knows. */
  asOf: Day;
  /** `null` where nothing could be computed. */
  momentum: Momentum | null;
  /** Why nothing was computed or entered; `null` where it was. What was held before is kept. */
  trouble: string | null;
  /** At whose close it was left or, for the last, valued; `null` where it was not entered. */
  until: Day | null;
  allocation: Allocation | null;
  /** Percent from entry to the end of the week, the fee of the entry taken off. */
  return: number | null;
  /** Percent of BTC over the same days. */
  bitcoin: number | null;
  /** Percent of the portfolio that was bought and sold on entry. */
  turnover: number | null;
  /** What 100 at the beginning have become by the end of the week. */
  value: number | null;
}

export interface Backtest {
  weeks: BacktestWeek[];
  record: EngineRecord;
}

/** Decides week by week, and follows all that was decided. Equal closes give equal results. */
export function backtest({ closes, from, to, onWeek }: BacktestOptions): Backtest {
  const days: Day[] = [];
  for (let day = from; day < to; day = addDays(day, BACKTEST_STEP_DAYS)) days.push(day);
  const lookUp = indexByDay(closes);
  const decisions = days.map((day, index) => {
    const decision = decide(lookUp, day);
    onWeek?.(index + 1, days.length);
    return decision;
  });
  const entries = decisions.flatMap(({ day, momentum }) =>
    momentum ? [{ id: day, day, allocation: momentum.allocation }] : [],
  );
  const record = followAll(entries, closes, to);
  return { weeks: describe(decisions, record), record };
}

interface Decision {
  day: Day;
  asOf: Day;
  momentum: Momentum | null;
  trouble: string | null;
}

/** From nothing but closes up to the day before. */
function decide(lookUp: LookUp, day: Day): Decision {
  const asOf = addDays(day, -1);
  try {
    const closes = lookUp(addDays(day, -BACKTEST_LEAD_DAYS), asOf);
    return { day, asOf, momentum: computeMomentum({ asOf, closes }), trouble: null };
  } catch (error) {
    if (!(error instanceof MomentumUnavailable)) throw error;
    return { day, asOf, momentum: null, trouble: error.message };
  }
}

function describe(decisions: readonly Decision[], record: EngineRecord): BacktestWeek[] {
  const rows = new Map(record.rows.map((row) => [row.id, row]));
  const missing = new Map(record.missing.map(({ id, assets }) => [id, assets]));
  const values = new Map(record.points.map(({ day, value }) => [day, value]));
  return decisions.map((decision) => {
    const row = rows.get(decision.day);
    const assets = missing.get(decision.day);
    return {
      ...decision,
      trouble: assets ? `No closes for ${assets.join(", ")}` : decision.trouble,
      until: row?.until ?? null,
      allocation: row?.allocation ?? null,
      return: row?.return ?? null,
      bitcoin: row?.bitcoin ?? null,
      turnover: row?.turnover ?? null,
      value: (row?.until ? values.get(row.until) : undefined) ?? null,
    };
  });
}

type LookUp = (from: Day, to: Day) => Record<MomentumAsset, Close[]>;

/** So that a week does not go through the closes of all years. */
function indexByDay(closes: Closes): LookUp {
  const index = new Map(
    momentumAssets.map((asset) => [
      asset,
      new Map((closes.get(asset) ?? []).map((close) => [close.day, close])),
    ]),
  );
  return (from, to) => {
    const days: Day[] = [];
    for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
    const between = (asset: MomentumAsset) =>
      days.flatMap((day) => index.get(asset)?.get(day) ?? []);
    return { BTC: between("BTC"), SOL: between("SOL"), USDT: between("USDT") };
  };
}
