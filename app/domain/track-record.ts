/**
 * What became of recommendations: of each by itself, and of following all of an engine. Everything is
 * valued at stored daily closes of one source. A close that is missing is never guessed: what needs it
 * is said to be missing.
 *
 * A recommendation made on a day enters at the close of that day, a moment after it was made, and moves
 * with the closes after. Between two entries nothing is traded, so that shares drift with prices.
 */
import { addDays, type Day } from "./calendar-days";
import { annualisedVolatility, dailyLogReturns, type Close } from "./momentum";
import { CASH } from "./tokens";

/** Whole percents by symbol, 100 in all. */
export type Allocation = Readonly<Record<string, number>>;
/** By symbol, of one source, each day once, in any order. */
export type Closes = ReadonlyMap<string, readonly Close[]>;

export interface Entry {
  id: string;
  /** On which it was made, and at whose close it enters. */
  day: Day;
  allocation: Allocation;
}

/** The part of what is bought or sold that each trade costs: 0.1%. */
export const FEE = 0.001;
/** After so many days one recommendation is judged. */
export const OUTCOME_DAYS = 7;
/** What everything is compared with. */
export const BENCHMARK = "BTC";
/** What everything begins with. */
export const START_VALUE = 100;

export type Outcome =
  /** The days are not over, or their last close is not there yet. */
  | { state: "pending" }
  /** There are no closes of these where there should be. */
  | { state: "missing"; assets: string[] }
  | {
      state: "known";
      /** What 100 in the allocation are worth at the end, without fees. */
      value: number;
      /** What 100 in BTC are worth at the end. */
      bitcoin: number;
      /** What 100 in the allocation of the recommendation before are worth, over the same days. */
      previous: number | null;
      /** Percent: the deepest fall from a high at closes within these days; 0 or less. */
      drawdown: number;
      /** How many of the days between had no closes, so that the drawdown does not know them. */
      gaps: number;
      /** The day at whose close it is valued. */
      until: Day;
    };

/**
 * What 100 put into one recommendation became.
 *
 * @param previous the recommendation before it, `null` for the first
 * @param lastDay the last day that is over; without it, the latest day of which there is any close
 */
export function outcomeAfter(
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
  const assets = missingOf(prices, withBenchmark(held), ends);
  if (assets.length) return { state: "missing", assets };

  const worth = (allocation: Allocation, day: Day) =>
    valueOf(prices, buy(prices, allocation, START_VALUE, entry.day), day)!;
  const holdings = buy(prices, entry.allocation, START_VALUE, entry.day);
  const between = Array.from({ length: days + 1 }, (_, index) =>
    valueOf(prices, holdings, addDays(entry.day, index)),
  ).filter((value) => value !== null);
  const isPreviousKnown =
    previous !== null && !missingOf(prices, assetsOf(previous.allocation), ends).length;
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

/** Values at the close of a day, before what is traded at it; both are 100 on the first. */
export interface RecordPoint {
  day: Day;
  value: number;
  bitcoin: number;
}

/** One recommendation that was followed, from its entry to that of the next one. */
export interface RecordRow {
  id: string;
  /** At whose close it entered. */
  day: Day;
  /** At whose close it was left or, for the last, is valued; `null` while there is no close after. */
  until: Day | null;
  allocation: Allocation;
  /** Percent from before the trades of its entry until the end, the fee taken off. */
  return: number;
  /** Percent of BTC over the same days, with what its entry cost on the first. */
  bitcoin: number;
  /** Percent of the portfolio that was bought and sold on entry: see `turnoverBetween`. */
  turnover: number;
  /** What the entry cost, of a portfolio that began with 100. */
  fee: number;
}

export interface Performance {
  /** What 100 became. */
  value: number;
  /** Percent over all days. */
  return: number;
  /** Percent: the deepest fall from a high, at daily closes; 0 or less. */
  maximumDrawdown: number;
  /** Percent a year, of the daily returns; `null` where there are fewer than two. */
  volatility: number | null;
}

/** Of what was followed until its end; fees of a trade at the very last close are not in it. */
export interface RecordSummary extends Performance {
  from: Day;
  until: Day;
  /** The same of BTC, bought on the first day for the same fee and held. */
  bitcoin: Performance;
  /** Percent of the portfolio that was bought and sold, all entries together. */
  turnover: number;
  /** All fees, of a portfolio that began with 100. */
  fees: number;
  /** How many recommendations were followed and have an end. */
  weeks: number;
  /** How many of them ended below where they began. */
  losers: number;
}

export interface EngineRecord {
  /** Day by day; a day on which something held has no close is left out. */
  points: RecordPoint[];
  /** In the order of their days. */
  rows: RecordRow[];
  /** `null` until there is a close after the first entry. */
  summary: RecordSummary | null;
  /** What could not be entered for want of closes: what was held before was kept instead. */
  missing: { id: string; assets: string[] }[];
}

/**
 * Follows every recommendation of an engine with 100 that begin as cash. Each is bought at the close of
 * its day, from what the one before became; of several on one day only the last is. Every purchase and
 * sale costs 0.1% of what is bought or sold, and BTC held for comparison pays that for its entry, too.
 *
 * @param entries in the order in which they were made
 * @param until the last day that is looked at; what is made later is not followed yet
 */
export function followAll(entries: readonly Entry[], closes: Closes, until: Day): EngineRecord {
  const prices = indexPrices(closes);
  const due = lastOfEachDay(entries).filter(({ day }) => day <= until);
  const followed = new Followed(prices);
  for (const [index, entry] of due.entries()) {
    followed.enter(entry);
    const next = due[index + 1];
    followed.walk(addDays(entry.day, 1), next ? next.day : until);
  }
  return followed.record();
}

/**
 * Percent of a portfolio that changes hands between two sets of shares: the sum of what each asset but
 * cash gains or loses. Each such change is one trade against cash; from one asset into another it is
 * two. All out of cash into BTC: 100; all of BTC into SOL: 200; nothing changed: 0.
 *
 * @param from shares of the portfolio by symbol, 1 in all
 */
export function turnoverBetween(from: ReadonlyMap<string, number>, to: Allocation): number {
  const symbols = new Set([...from.keys(), ...assetsOf(to)]);
  symbols.delete(CASH);
  return [...symbols]
    .sort()
    .reduce((sum, symbol) => sum + Math.abs((to[symbol] ?? 0) - (from.get(symbol) ?? 0) * 100), 0);
}

/**
 * `min over t of V[t] / max(V[0..t]) − 1`: the deepest fall from the highest value until then.
 *
 * @param values above 0, in the order of their days
 * @returns percent, 0 or less
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
/** How many of each asset there are. */
type Holdings = ReadonlyMap<string, number>;

/** A portfolio that is led from entry to entry, and what there is to tell of it. */
class Followed {
  private holdings: Holdings = new Map();
  /** How many BTC the comparison holds, once it has begun. */
  private bitcoins = 0;
  private readonly points: RecordPoint[] = [];
  private readonly rows: RecordRow[] = [];
  private readonly missing: EngineRecord["missing"] = [];
  /** The row that is still running, and the point at which it began. */
  private running: { row: RecordRow; start: RecordPoint } | null = null;

  constructor(private readonly prices: Prices) {}

  /** Trades at the close of an entry's day, whose point has been reached. */
  enter({ id, day, allocation }: Entry) {
    const target = assetsOf(allocation);
    const needed = withBenchmark([...this.holdings.keys(), ...target]);
    const assets = missingOf(this.prices, needed, [day]);
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

  /** Values what is held at each close from one day to another. */
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

  /** Writes into the running row what came of it until a later point. */
  private finish(end: RecordPoint) {
    if (!this.running || end.day <= this.running.row.day) return;
    const { row, start } = this.running;
    row.until = end.day;
    row.return = (end.value / start.value - 1) * 100;
    row.bitcoin = (end.bitcoin / start.bitcoin - 1) * 100;
  }

  /** What part of the portfolio each asset is by now; before the first entry, all is cash. */
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

/** By symbol and day; what is not a price is as good as missing. */
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

/** @returns the latest day of any close; before all days, `""`, where there is none */
export function latestDay(closes: Closes): Day {
  let latest = "";
  for (const ofSymbol of closes.values()) {
    for (const { day } of ofSymbol) if (day > latest) latest = day;
  }
  return latest;
}

/** The symbols that have a share. */
const assetsOf = (allocation: Allocation): string[] =>
  Object.keys(allocation).filter((symbol) => allocation[symbol]! > 0);

const withBenchmark = (symbols: readonly string[]): string[] => [
  ...new Set([...symbols, BENCHMARK]),
];

/** Those of some symbols that lack a close on one of some days, in the order of their names. */
const missingOf = (prices: Prices, symbols: readonly string[], days: readonly Day[]): string[] =>
  symbols.filter((symbol) => days.some((day) => !prices.get(symbol)?.has(day))).sort();

/** What a value buys at the closes of a day, all of which must be there. */
function buy(prices: Prices, allocation: Allocation, value: number, day: Day): Holdings {
  const units = assetsOf(allocation).map((symbol): [string, number] => [
    symbol,
    (value * allocation[symbol]!) / 100 / prices.get(symbol)!.get(day)!,
  ]);
  return new Map(units);
}

/** What is held is worth at the close of a day; `null` when one of the closes is missing. */
function valueOf(prices: Prices, holdings: Holdings, day: Day): number | null {
  let value = 0;
  for (const [symbol, units] of holdings) {
    const price = prices.get(symbol)?.get(day);
    if (price === undefined) return null;
    value += units * price;
  }
  return value;
}

/** In the order of days; of several on one day the one that was made last. */
function lastOfEachDay(entries: readonly Entry[]): Entry[] {
  const byDay = new Map(entries.map((entry) => [entry.day, entry]));
  return [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}
