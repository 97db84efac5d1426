import type { Candle } from "./candle";
import type { Day } from "./calendar-days";
import { isStablecoin } from "./tokens";

/** The last price of a UTC day, in US dollars. */
export interface Close {
  day: Day;
  close: number;
}

/** A close with the candle of its day, if the source has one. */
export interface CloseWithCandle extends Close {
  candle?: Candle;
}

/** The day of Bitcoin's first block; no token has a price before. */
export const FIRST_DAY: Day = "2009-01-03";
/** The range of possible closes, in US dollars. */
export const SMALLEST_CLOSE = 1e-9;
export const MAX_CLOSE = 1e8;
/** The largest possible close of a stablecoin, in US dollars. */
export const MAX_STABLECOIN_CLOSE = 2;

/** @returns the largest possible close of an asset, in US dollars */
export const largestCloseOf = (asset: string): number =>
  isStablecoin(asset) ? MAX_STABLECOIN_CLOSE : MAX_CLOSE;

/** @returns whether a close of an asset is neither too small nor too large */
export const hasPossibleSize = (asset: string, close: number): boolean =>
  close >= SMALLEST_CLOSE && close <= largestCloseOf(asset);
