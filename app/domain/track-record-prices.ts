/** Lookup of closes for track records, and the value of a portfolio at them. */
import type { Day } from "./calendar-days";
import type { Close } from "./close";

/** Shares in percent by symbol that add up to 100; those of recommendations are whole numbers. */
export type Allocation = Readonly<Record<string, number>>;
/** Closes of one source by symbol, at most one per day, in any order. */
export type Closes = ReadonlyMap<string, readonly Close[]>;
/** Valid closes by symbol and day. */
export type Prices = ReadonlyMap<string, ReadonlyMap<Day, number>>;
export type Holdings = ReadonlyMap<string, number>;

/** A held asset is valued at 0 once it has had no close on this many days in a row. */
export const DEAD_AFTER_DAYS = 7;

/** Indexes prices by symbol and day, skipping invalid ones. */
export function indexPrices(closes: Closes): Prices {
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

/**
 * Finds the days on which an asset is dead, by symbol, each with the day of its last close. It is dead after its first
 * close, from the seventh day in a row without one until the next. Days on which no asset has a close are not counted,
 * because then the source has no data.
 */
export function deadDays(prices: Prices): ReadonlyMap<string, ReadonlyMap<Day, Day>> {
  const days = [...new Set([...prices.values()].flatMap((ofSymbol) => [...ofSymbol.keys()]))];
  days.sort();
  return new Map(
    [...prices].map(([symbol, ofSymbol]) => {
      const dead = new Map<Day, Day>();
      let last: { day: Day; index: number } | null = null;
      for (const [index, day] of days.entries()) {
        if (ofSymbol.has(day)) last = { day, index };
        else if (last && index - last.index >= DEAD_AFTER_DAYS) dead.set(day, last.day);
      }
      return [symbol, dead];
    }),
  );
}

/** @returns the latest day of any close, or `""`, which sorts before all days */
export const latestDay = (closes: Closes): Day =>
  [...closes.values()].flat().reduce((latest, { day }) => (day > latest ? day : latest), "");

/** The symbols with a positive share, sorted, because a sum over them depends on their order. */
export const assetsOf = (allocation: Allocation): string[] =>
  Object.keys(allocation)
    .filter((symbol) => allocation[symbol]! > 0)
    .sort();

/** The symbols without a close on any of the days, sorted. */
export const findMissing = (
  prices: Prices,
  symbols: readonly string[],
  days: readonly Day[],
): string[] => symbols.filter((symbol) => days.some((day) => !prices.get(symbol)?.has(day))).sort();

/** Computes the units that a value buys at a day's closes, all of which must exist. */
export function buy(prices: Prices, allocation: Allocation, value: number, day: Day): Holdings {
  const units = assetsOf(allocation).map((symbol): [string, number] => [
    symbol,
    (value * allocation[symbol]!) / 100 / prices.get(symbol)!.get(day)!,
  ]);
  return new Map(units);
}

/**
 * Computes the value of holdings.
 *
 * @param priceOf the price of a symbol; `undefined` if there is none
 * @returns `null` if a price is missing
 */
export function valueOf(
  holdings: Holdings,
  priceOf: (symbol: string) => number | undefined,
): number | null {
  let value = 0;
  for (const [symbol, units] of holdings) {
    const price = priceOf(symbol);
    if (price === undefined) return null;
    value += units * price;
  }
  return value;
}
