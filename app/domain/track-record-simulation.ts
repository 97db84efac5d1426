/**
 * Simulates a portfolio that follows a series of allocations: an engine's recommendations, a backtest's decisions, or
 * those of a benchmark. Everything is valued at stored daily closes of one source, which are never interpolated.
 */
import { addDays, type Day } from "./calendar-days";
import { maximumDrawdown } from "./drawdown";
import { MeanAllocation } from "./mean-allocation";
import { annualisedVolatility, dailyLogReturns } from "./momentum";
import { CASH } from "./tokens";
import { BENCHMARK, FEE, START_VALUE, withBenchmark, type Entry } from "./track-record";
import {
  assetsOf,
  buy,
  deadDays,
  findMissing,
  indexPrices,
  valueOf,
  type Allocation,
  type Closes,
  type Holdings,
  type Prices,
} from "./track-record-prices";

/** Portfolio values at the close of a day, before trades; both start at 100. */
export interface RecordPoint {
  day: Day;
  value: number;
  bitcoin: number;
}

export interface RecordRow {
  id: string;
  day: Day;
  /** The day at whose close it ended or, for the last one, is valued; `null` while there is no later close. */
  until: Day | null;
  allocation: Allocation;
  /** Return in percent from before the entry's trades to the end, net of the fee. */
  return: number;
  /** Return of BTC over the same days in percent; on the first, net of its entry fee. */
  bitcoin: number;
  /** Percentage of the portfolio traded on entry; see `turnoverBetween`. */
  turnover: number;
  /** The entry's fee, for a portfolio that started with 100. */
  fee: number;
}

export interface Performance {
  /** The final value of 100. */
  value: number;
  /** In percent. */
  return: number;
  /** At daily closes, in percent; at most 0. */
  maximumDrawdown: number;
  /** Volatility of daily returns in percent per year; `null` for fewer than two, or if the value reached 0. */
  volatility: number | null;
}

/** Summary of all completed rows; excludes the fee of a trade at the very last close. */
export interface RecordSummary extends Performance {
  from: Day;
  until: Day;
  /** The performance of BTC, bought on the first day for the same fee and held. */
  bitcoin: Performance;
  /** The sum over all entries, in percent. */
  turnover: number;
  /** Their sum, for a portfolio that started with 100. */
  fees: number;
  /** Number of completed recommendations. */
  weeks: number;
  losers: number;
}

/** An asset that was held while it had had no close for seven days, and was valued at 0. */
export interface DeadAsset {
  asset: string;
  lastClose: Day;
  /** The first and the last day on which it was valued at 0. */
  from: Day;
  until: Day;
}

/** All in order of days. */
export interface EngineRecord {
  /** Without days on which a held asset has no close and is not dead. */
  points: RecordPoint[];
  rows: RecordRow[];
  /** `null` until there is a close after the first entry. */
  summary: RecordSummary | null;
  /** The mean of what was held, in percent; `null` until there is a close after the first entry. */
  mix: Allocation | null;
  /** Recommendations skipped because of missing closes; the previous holdings were kept. */
  missing: { id: string; assets: string[] }[];
  /** The assets that were valued at 0. */
  dead: DeadAsset[];
}

/**
 * Simulates following every entry, starting with 100 in cash. Each day's last entry is executed at the close of that
 * day. Every trade costs a fee of its amount; so does the entry of the BTC benchmark. An asset that has had no close
 * for seven days is valued and sold at 0, until it has a close again.
 *
 * @param entries in the order in which they were made
 * @param until the last day of the simulation; later entries are ignored
 * @param fee a fraction of the amount bought or sold, from 0 to 1
 */
export function simulateEntries(
  entries: readonly Entry[],
  closes: Closes,
  until: Day,
  fee: number = FEE,
): EngineRecord {
  const due = lastOfEachDay(entries).filter(({ day }) => day <= until);
  const simulation = new PortfolioSimulation(indexPrices(closes), fee);
  for (const [index, entry] of due.entries()) {
    simulation.enter(entry);
    const next = due[index + 1];
    simulation.walk(addDays(entry.day, 1), next ? next.day : until);
  }
  return simulation.record();
}

/**
 * Computes the turnover between two allocations: the sum of the changes of all non-cash shares, each of
 * which is one trade against cash. All cash into BTC: 100; all BTC into SOL: 200; unchanged: 0.
 *
 * @param from shares by symbol as fractions that add up to 1
 * @param to percentages by symbol
 * @returns percent of the portfolio's value
 */
export function turnoverBetween(from: ReadonlyMap<string, number>, to: Allocation): number {
  const symbols = new Set([...from.keys(), ...assetsOf(to)]);
  symbols.delete(CASH);
  return [...symbols]
    .sort()
    .reduce((sum, symbol) => sum + Math.abs((to[symbol] ?? 0) - (from.get(symbol) ?? 0) * 100), 0);
}

class PortfolioSimulation {
  private holdings: Holdings = new Map();
  /** Units of BTC held by the benchmark, once it has started. */
  private bitcoins = 0;
  private readonly points: RecordPoint[] = [];
  private readonly rows: RecordRow[] = [];
  private readonly missing: EngineRecord["missing"] = [];
  private readonly dead: DeadAsset[] = [];
  private readonly mean = new MeanAllocation();
  /** The row in progress, and the point at which it started. */
  private running: { row: RecordRow; start: RecordPoint } | null = null;
  private readonly deadDays: ReturnType<typeof deadDays>;

  constructor(
    private readonly prices: Prices,
    private readonly feeRate: number,
  ) {
    this.deadDays = deadDays(prices);
  }

  /** Executes an entry at the close of its day, which must be the last point. */
  enter({ id, day, allocation }: Entry) {
    const assets = this.findMissing(day, assetsOf(allocation));
    if (assets.length) return void this.missing.push({ id, assets });
    const start = this.running ? this.points.at(-1)! : this.begin(day);
    this.finish(start);
    // A portfolio worth 0 cannot trade.
    const turnover = start.value ? turnoverBetween(this.shares(start), allocation) : 0;
    const fee = (start.value * turnover * this.feeRate) / 100;
    this.holdings = buy(this.prices, allocation, start.value - fee, day);
    this.mean.begin(day, allocation);
    const row: RecordRow = {
      id,
      day,
      until: null,
      allocation,
      turnover,
      fee,
      return: changeBetween(start.value, start.value - fee),
      bitcoin: 0,
    };
    this.rows.push(row);
    this.running = { row, start };
  }

  /** Records the value at each close from one day to another, both inclusive. */
  walk(from: Day, to: Day) {
    if (!this.running) return;
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const value = valueOf(this.holdings, (symbol) => this.priceOf(symbol, day));
      const price = this.priceOf(BENCHMARK, day);
      if (value === null || price === undefined) continue;
      this.points.push({ day, value, bitcoin: this.bitcoins * price });
      this.noteDead(day);
      if (value && this.mean.isDue(day)) this.mean.begin(day, this.percentages());
    }
  }

  record(): EngineRecord {
    const last = this.points.at(-1);
    if (last) this.finish(last);
    const { points, rows, missing, dead } = this;
    const mix = last ? this.mean.until(last.day) : null;
    return { points, rows, missing, dead, mix, summary: summarise(points, rows) };
  }

  /** The price of an asset on a day: its close, 0 if it is dead, or `undefined` if it is unknown. */
  private priceOf(symbol: string, day: Day): number | undefined {
    const isDead = this.deadDays.get(symbol)?.has(day);
    return this.prices.get(symbol)?.get(day) ?? (isDead ? 0 : undefined);
  }

  /** The assets that cannot be bought or valued on a day; the benchmark is bought with the first entry. */
  private findMissing(day: Day, target: readonly string[]): string[] {
    if (!this.running) return findMissing(this.prices, withBenchmark(target), [day]);
    const held = withBenchmark([...this.holdings.keys()]).filter(
      (symbol) => this.priceOf(symbol, day) === undefined,
    );
    return [...new Set([...held, ...findMissing(this.prices, target, [day])])].sort();
  }

  private begin(day: Day): RecordPoint {
    const point = { day, value: START_VALUE, bitcoin: START_VALUE };
    this.points.push(point);
    this.bitcoins = (START_VALUE * (1 - this.feeRate)) / this.prices.get(BENCHMARK)!.get(day)!;
    return point;
  }

  private noteDead(day: Day) {
    for (const asset of this.holdings.keys()) {
      const lastClose = this.deadDays.get(asset)?.get(day);
      if (lastClose === undefined) continue;
      const known = this.dead.find((one) => one.asset === asset && one.lastClose === lastClose);
      if (known) known.until = day;
      else this.dead.push({ asset, lastClose, from: day, until: day });
    }
  }

  /** Completes the current row's results up to a later point. */
  private finish(end: RecordPoint) {
    if (!this.running || end.day <= this.running.row.day) return;
    const { row, start } = this.running;
    row.until = end.day;
    row.return = changeBetween(start.value, end.value);
    row.bitcoin = changeBetween(start.bitcoin, end.bitcoin);
  }

  /** Computes the shares at the last point in percent. */
  private percentages(): Allocation {
    const shares = [...this.shares(this.points.at(-1)!)];
    return Object.fromEntries(shares.map(([symbol, share]) => [symbol, share * 100]));
  }

  /** Computes each asset's current share of the portfolio; all cash before the first entry. */
  private shares({ day, value }: RecordPoint): Map<string, number> {
    if (!this.holdings.size) return new Map([[CASH, 1]]);
    const shareOf = (symbol: string, units: number) => (units * this.priceOf(symbol, day)!) / value;
    return new Map([...this.holdings].map(([symbol, units]) => [symbol, shareOf(symbol, units)]));
  }
}

/** @returns the change in percent; 0 if `from` is 0 */
const changeBetween = (from: number, to: number): number => (from ? (to / from - 1) * 100 : 0);

function summarise(points: RecordPoint[], rows: RecordRow[]): RecordSummary | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return null;
  const ended = rows.filter((row) => row.until !== null);
  return {
    from: first.day,
    until: last.day,
    ...performanceOf(points),
    bitcoin: performanceOf(points.map(({ day, bitcoin }) => ({ day, value: bitcoin }))),
    turnover: ended.reduce((sum, row) => sum + row.turnover, 0),
    fees: ended.reduce((sum, row) => sum + row.fee, 0),
    weeks: ended.length,
    losers: ended.filter((row) => row.return < 0).length,
  };
}

function performanceOf(points: readonly { day: Day; value: number }[]): Performance {
  const values = points.map(({ value }) => value);
  const value = values.at(-1)!;
  const returns = dailyLogReturns(points.map(({ day, value: close }) => ({ day, close })));
  return {
    value,
    return: changeBetween(values[0]!, value),
    maximumDrawdown: maximumDrawdown(values),
    volatility: values.includes(0) ? null : annualisedVolatility(returns),
  };
}

/** Keeps the last entry of each day, in order of days. */
function lastOfEachDay(entries: readonly Entry[]): Entry[] {
  const byDay = new Map(entries.map((entry) => [entry.day, entry]));
  return [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}
