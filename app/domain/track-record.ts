/**
 * Track records: the outcome of single recommendations, and of following all of an engine's. Everything is
 * valued at stored daily closes of one source. Missing closes are never interpolated: what depends on them
 * is reported as missing.
 *
 * A recommendation is executed at the close of the day it was made and held from then on. Nothing is traded
 * between entries, so shares drift with prices.
 */
import { addDays, type Day } from "./calendar-days";
import { annualisedVolatility, dailyLogReturns, type Close } from "./momentum";
import { CASH } from "./tokens";

/** Whole percentages by symbol that add up to 100. */
export type Allocation = Readonly<Record<string, number>>;
/** Closes by symbol, of one source, each day at most once, in any order. */
export type Closes = ReadonlyMap<string, readonly Close[]>;

export interface Entry {
  id: string;
  /** The day it was made, at whose close it is executed. */
  day: Day;
  allocation: Allocation;
}

/** The fee per trade, as a fraction of the amount bought or sold: 0.1%. */
export const FEE = 0.001;
/** The number of days after which a recommendation is evaluated. */
export const OUTCOME_DAYS = 7;
/** The asset that results are compared with. */
export const BENCHMARK = "BTC";
/** The starting value of every portfolio. */
export const START_VALUE = 100;

export type Outcome =
  /** The period is not over, or its last close is not available yet. */
  | { state: "pending" }
  /** Closes of these assets are missing. */
  | { state: "missing"; assets: string[] }
  | {
      state: "known";
      /** The value at the end of 100 invested in the allocation, without fees. */
      value: number;
      /** The value at the end of 100 invested in BTC. */
      bitcoin: number;
      /** The value at the end of 100 invested in the previous recommendation, over the same days. */
      previous: number | null;
      /** Maximum drawdown at closes within the period, in percent; at most 0. */
      drawdown: number;
      /** How many days without closes the drawdown does not cover. */
      gaps: number;
      /** The day at whose close it is valued. */
      until: Day;
    };

/**
 * Computes the outcome of one recommendation.
 *
 * @param previous the recommendation before it, or `null`
 * @param days length of the period in days
 * @param lastDay the last completed day; by default the latest day with any close
 */
export function computeOutcome(
  entry: Entry,
  previous: Entry | null,
  closes: Closes,
  days: number = OUTCOME_DAYS,
  lastDay?: Day,
): Outcome {
  const until = addDays(entry.day, days);
  if (until > (lastDay ?? latestDay(closes))) return { state: "pending" };
  const prices = indexPrices(closes);
  const held = assetsOf(entry.allocation);
  const ends = [entry.day, until];
  const assets = findMissing(prices, withBenchmark(held), ends);
  if (assets.length) return { state: "missing", assets };

  const worth = (allocation: Allocation, day: Day) =>
    valueOf(prices, buy(prices, allocation, START_VALUE, entry.day), day)!;
  const holdings = buy(prices, entry.allocation, START_VALUE, entry.day);
  const between = Array.from({ length: days + 1 }, (_, index) =>
    valueOf(prices, holdings, addDays(entry.day, index)),
  ).filter((value) => value !== null);
  const isPreviousKnown =
    previous !== null && !findMissing(prices, assetsOf(previous.allocation), ends).length;
  return {
    state: "known",
    value: worth(entry.allocation, until),
    bitcoin: worth({ [BENCHMARK]: 100 }, until),
    previous: isPreviousKnown ? worth(previous.allocation, until) : null,
    drawdown: maximumDrawdown(between),
    gaps: days + 1 - between.length,
    until,
  };
}

/** Portfolio values at the close of a day, before trades; both start at 100. */
export interface RecordPoint {
  day: Day;
  value: number;
  bitcoin: number;
}

/** One recommendation, from its entry to the next one's. */
export interface RecordRow {
  id: string;
  /** The day at whose close it was entered. */
  day: Day;
  /**
   * The day at whose close it ended or, for the last one, is valued; `null` while there is no later close.
   */
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
  /** Return over the whole period, in percent. */
  return: number;
  /** Maximum drawdown at daily closes, in percent; at most 0. */
  maximumDrawdown: number;
  /** Volatility of daily returns in percent per year; `null` for fewer than two returns. */
  volatility: number | null;
}

/** Summary of all completed rows; excludes the fee of a trade at the very last close. */
export interface RecordSummary extends Performance {
  from: Day;
  until: Day;
  /** The performance of BTC, bought on the first day for the same fee and held. */
  bitcoin: Performance;
  /** Sum of the turnover of all entries, in percent. */
  turnover: number;
  /** Sum of fees, for a portfolio that started with 100. */
  fees: number;
  /** Number of completed recommendations. */
  weeks: number;
  /** How many of them lost value. */
  losers: number;
}

export interface EngineRecord {
  /** One point per day; days on which a held asset has no close are omitted. */
  points: RecordPoint[];
  /** In order of days. */
  rows: RecordRow[];
  /** `null` until there is a close after the first entry. */
  summary: RecordSummary | null;
  /** Recommendations skipped because of missing closes; the previous holdings were kept. */
  missing: { id: string; assets: string[] }[];
}

/**
 * Simulates following every recommendation of an engine, starting with 100 in cash. Each day's last
 * recommendation is executed at the close of that day. Every trade costs 0.1% of its amount; so does the
 * entry of the BTC benchmark.
 *
 * @param entries in the order in which they were made
 * @param until the last day of the simulation; later entries are ignored
 */
export function simulateEntries(
  entries: readonly Entry[],
  closes: Closes,
  until: Day,
): EngineRecord {
  const prices = indexPrices(closes);
  const due = lastOfEachDay(entries).filter(({ day }) => day <= until);
  const simulation = new PortfolioSimulation(prices);
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
 * @param to whole percentages by symbol
 * @returns percent of the portfolio's value
 */
export function turnoverBetween(from: ReadonlyMap<string, number>, to: Allocation): number {
  const symbols = new Set([...from.keys(), ...assetsOf(to)]);
  symbols.delete(CASH);
  return [...symbols]
    .sort()
    .reduce((sum, symbol) => sum + Math.abs((to[symbol] ?? 0) - (from.get(symbol) ?? 0) * 100), 0);
}

/**
 * `min over t of V[t] / max(V[0..t]) − 1`: the largest fall from a previous maximum.
 *
 * @param values positive, in order of days
 * @returns percent, at most 0
 */
export function maximumDrawdown(values: readonly number[]): number {
  let [peak, deepest] = [0, 0];
  for (const value of values) {
    peak = Math.max(peak, value);
    deepest = Math.min(deepest, value / peak - 1);
  }
  return deepest * 100;
}

type Prices = ReadonlyMap<string, ReadonlyMap<Day, number>>;
/** Units held of each asset. */
type Holdings = ReadonlyMap<string, number>;

/** Simulates a portfolio from entry to entry and records its history. */
class PortfolioSimulation {
  private holdings: Holdings = new Map();
  /** Units of BTC held by the benchmark, once it has started. */
  private bitcoins = 0;
  private readonly points: RecordPoint[] = [];
  private readonly rows: RecordRow[] = [];
  private readonly missing: EngineRecord["missing"] = [];
  /** The row in progress, and the point at which it started. */
  private running: { row: RecordRow; start: RecordPoint } | null = null;

  constructor(private readonly prices: Prices) {}

  /** Executes an entry at the close of its day, which must be the last point. */
  enter({ id, day, allocation }: Entry) {
    const target = assetsOf(allocation);
    const needed = withBenchmark([...this.holdings.keys(), ...target]);
    const assets = findMissing(this.prices, needed, [day]);
    if (assets.length) {
      this.missing.push({ id, assets });
      return;
    }
    const start = this.running ? this.points.at(-1)! : this.begin(day);
    this.finish(start);
    const turnover = turnoverBetween(this.shares(start), allocation);
    const fee = (start.value * turnover * FEE) / 100;
    this.holdings = buy(this.prices, allocation, start.value - fee, day);
    const row: RecordRow = {
      ...{ id, day, until: null, allocation, turnover, fee },
      ...{ return: (-fee / start.value) * 100, bitcoin: 0 },
    };
    this.rows.push(row);
    this.running = { row, start };
  }

  /** Records the value at each close from one day to another, both inclusive. */
  walk(from: Day, to: Day) {
    if (!this.running) return;
    const bitcoin = this.prices.get(BENCHMARK);
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const value = valueOf(this.prices, this.holdings, day);
      const price = bitcoin?.get(day);
      if (value === null || price === undefined) continue;
      this.points.push({ day, value, bitcoin: this.bitcoins * price });
    }
  }

  record(): EngineRecord {
    const last = this.points.at(-1);
    if (last) this.finish(last);
    const { points, rows, missing } = this;
    return { points, rows, missing, summary: summarise(points, rows) };
  }

  private begin(day: Day): RecordPoint {
    const point = { day, value: START_VALUE, bitcoin: START_VALUE };
    this.points.push(point);
    this.bitcoins = (START_VALUE * (1 - FEE)) / this.prices.get(BENCHMARK)!.get(day)!;
    return point;
  }

  /** Completes the current row's results up to a later point. */
  private finish(end: RecordPoint) {
    if (!this.running || end.day <= this.running.row.day) return;
    const { row, start } = this.running;
    row.until = end.day;
    row.return = (end.value / start.value - 1) * 100;
    row.bitcoin = (end.bitcoin / start.bitcoin - 1) * 100;
  }

  /** Computes each asset's current share of the portfolio; all cash before the first entry. */
  private shares({ day, value }: RecordPoint): Map<string, number> {
    if (!this.holdings.size) return new Map([[CASH, 1]]);
    return new Map(
      [...this.holdings].map(([symbol, units]) => [
        symbol,
        (units * this.prices.get(symbol)!.get(day)!) / value,
      ]),
    );
  }
}

function summarise(points: RecordPoint[], rows: RecordRow[]): RecordSummary | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return null;
  const ended = rows.filter((row) => row.until !== null);
  return {
    ...{ from: first.day, until: last.day },
    ...performanceOf(points.map(({ day, value }) => ({ day, close: value }))),
    bitcoin: performanceOf(points.map(({ day, bitcoin }) => ({ day, close: bitcoin }))),
    turnover: ended.reduce((sum, row) => sum + row.turnover, 0),
    fees: ended.reduce((sum, row) => sum + row.fee, 0),
    weeks: ended.length,
    losers: ended.filter((row) => row.return < 0).length,
  };
}

function performanceOf(values: readonly Close[]): Performance {
  const value = values.at(-1)!.close;
  return {
    value,
    return: (value / values[0]!.close - 1) * 100,
    maximumDrawdown: maximumDrawdown(values.map(({ close }) => close)),
    volatility: annualisedVolatility(dailyLogReturns(values)),
  };
}

/** Indexes prices by symbol and day, skipping invalid ones. */
function indexPrices(closes: Closes): Prices {
  const prices = new Map<string, Map<Day, number>>();
  for (const [symbol, ofSymbol] of closes) {
    const days = new Map<Day, number>();
    for (const { day, close } of ofSymbol) {
      if (Number.isFinite(close) && close > 0) days.set(day, close);
    }
    prices.set(symbol, days);
  }
  return prices;
}

/** @returns the latest day of any close, or `""`, which sorts before all days */
export function latestDay(closes: Closes): Day {
  let latest = "";
  for (const ofSymbol of closes.values()) {
    for (const { day } of ofSymbol) if (day > latest) latest = day;
  }
  return latest;
}

/** The symbols with a positive share. */
const assetsOf = (allocation: Allocation): string[] =>
  Object.keys(allocation).filter((symbol) => allocation[symbol]! > 0);

const withBenchmark = (symbols: readonly string[]): string[] => [
  ...new Set([...symbols, BENCHMARK]),
];

/** The symbols without a close on any of the days, sorted. */
const findMissing = (prices: Prices, symbols: readonly string[], days: readonly Day[]): string[] =>
  symbols.filter((symbol) => days.some((day) => !prices.get(symbol)?.has(day))).sort();

/** Computes the units that a value buys at a day's closes, all of which must exist. */
function buy(prices: Prices, allocation: Allocation, value: number, day: Day): Holdings {
  const units = assetsOf(allocation).map((symbol): [string, number] => [
    symbol,
    (value * allocation[symbol]!) / 100 / prices.get(symbol)!.get(day)!,
  ]);
  return new Map(units);
}

/** Computes the value of holdings at a day's close; `null` if a close is missing. */
function valueOf(prices: Prices, holdings: Holdings, day: Day): number | null {
  let value = 0;
  for (const [symbol, units] of holdings) {
    const price = prices.get(symbol)?.get(day);
    if (price === undefined) return null;
    value += units * price;
  }
  return value;
}

/** Keeps the last entry of each day, in order of days. */
function lastOfEachDay(entries: readonly Entry[]): Entry[] {
  const byDay = new Map(entries.map((entry) => [entry.day, entry]));
  return [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}
