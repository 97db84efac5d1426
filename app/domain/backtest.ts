/**
 * Backtest of the momentum engine: weekly decisions and the result of following them. Each decision uses closes up to
 * the day before, as a recommendation generated on that day would, and is executed at the close of the day itself, so
 * that no price is both used for a decision and traded at.
 */
import { addDays, type Day } from "./calendar-days";
import {
  computeMomentum,
  MOMENTUM_DAYS,
  momentumAssets,
  MomentumUnavailable,
  SUBSTITUTE_DAYS,
  type Momentum,
  type MomentumInputs,
} from "./momentum";
import type { Allocation, Closes } from "./track-record-prices";
import { simulateEntries, type EngineRecord } from "./track-record-simulation";

export const BACKTEST_STEP_DAYS = 7;
/** How many days of closes the first decision needs before its day. */
export const BACKTEST_LEAD_DAYS = MOMENTUM_DAYS + SUBSTITUTE_DAYS + 1;

export interface BacktestOptions {
  closes: Closes;
  from: Day;
  /** The last day, at whose close the portfolio is valued; no decision is made on it. */
  to: Day;
  /** The period of the rate of change in days; by default that of the method. */
  lookback?: number;
}

export interface BacktestWeek {
  /** The day of the decision, at whose close it is executed. */
  day: Day;
  /** The last day whose close the decision used. */
  asOf: Day;
  /** `null` if momentum could not be computed. */
  momentum: Momentum | null;
  /** Why the week was skipped, keeping the previous holdings; `null` if it was not. */
  skipReason: string | null;
  /** The day at whose close the position ended or, for the last one, is valued; `null` if skipped. */
  until: Day | null;
  allocation: Allocation | null;
  /** Return from entry to the end of the week in percent, net of the entry fee. */
  return: number | null;
  bitcoin: number | null;
  /** Percentage of the portfolio traded on entry. */
  turnover: number | null;
  /** The fee for that, for a portfolio that started with 100. */
  fee: number | null;
  /** The value at the end of the week of 100 invested at the start. */
  value: number | null;
}

export interface Backtest {
  weeks: BacktestWeek[];
  record: EngineRecord;
}

/** Runs the backtest; deterministic for given closes. */
export function backtest({
  closes,
  from,
  to,
  lookback = MOMENTUM_DAYS,
}: BacktestOptions): Backtest {
  const days: Day[] = [];
  for (let day = from; day < to; day = addDays(day, BACKTEST_STEP_DAYS)) days.push(day);
  const [BTC = [], SOL = [], USDT = []] = momentumAssets.map((asset) => closes.get(asset));
  const decisions = days.map((day) => decide({ BTC, SOL, USDT }, day, lookback));
  const entries = decisions.flatMap(({ day, momentum }) =>
    momentum ? [{ id: day, day, allocation: momentum.allocation }] : [],
  );
  const record = simulateEntries(entries, closes, to);
  return { weeks: describe(decisions, record), record };
}

type Decision = Pick<BacktestWeek, "day" | "asOf" | "momentum" | "skipReason">;

/** Makes one weekly decision from the closes up to the day before. */
function decide(closes: MomentumInputs["closes"], day: Day, lookback: number): Decision {
  const asOf = addDays(day, -1);
  try {
    return { day, asOf, momentum: computeMomentum({ asOf, closes, lookback }), skipReason: null };
  } catch (error) {
    if (!(error instanceof MomentumUnavailable)) throw error;
    return { day, asOf, momentum: null, skipReason: error.message };
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
      skipReason: assets ? `No closes for ${assets.join(", ")}` : decision.skipReason,
      until: row?.until ?? null,
      allocation: row?.allocation ?? null,
      return: row?.return ?? null,
      bitcoin: row?.bitcoin ?? null,
      turnover: row?.turnover ?? null,
      fee: row?.fee ?? null,
      value: (row?.until ? values.get(row.until) : undefined) ?? null,
    };
  });
}
