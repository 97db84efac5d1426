/** A range of prices, in US dollars. */
export interface PriceRange {
  low: number;
  high: number;
}

/** The lowest, highest and first price of a UTC day, and the number of tokens traded. */
export interface Candle extends PriceRange {
  volume: number;
  open?: number;
}

/** How far the prices of neighbouring days may be apart to join, as a natural logarithm: 5.1 %. */
export const JOIN_TOLERANCE = 0.05;

/** @returns whether the numbers can be those of one day: finite, positive, in order, and a volume of 0 or more */
export const isCandle = ({ low, high, volume, open = low }: Candle): boolean =>
  low > 0 && low <= open && open <= high && high < Infinity && volume >= 0 && volume < Infinity;

/** @returns whether a close is not between the lowest and the highest price of its own day */
export const isOutside = (close: number, candle?: PriceRange): boolean =>
  candle !== undefined && !(candle.low <= close && close <= candle.high);

/** @returns the range of a single price */
export const rangeOf = (price: number): PriceRange => ({ low: price, high: price });

/** @returns how far two ranges of prices are apart, as a natural logarithm; 0 or less if they overlap */
export const gapBetween = (one: PriceRange, other: PriceRange): number =>
  Math.max(Math.log(one.low) - Math.log(other.high), Math.log(other.low) - Math.log(one.high));
