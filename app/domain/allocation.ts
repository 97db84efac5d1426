import { CASH } from "./tokens";

/** A part of an allocation. */
export interface Share {
  asset: string;
  /** Whole percent. */
  percent: number;
}

/** @returns an allocation by symbol as it is shown: the largest part first, and cash at the end */
export const sharesOf = (allocation: Readonly<Record<string, number>>): Share[] =>
  Object.entries(allocation)
    .map(([asset, percent]) => ({ asset, percent }))
    .sort(
      (one, other) =>
        Number(one.asset === CASH) - Number(other.asset === CASH) ||
        other.percent - one.percent ||
        (one.asset < other.asset ? -1 : 1),
    );

/** @returns an allocation in words: `BTC 20%, SOL 30%, USDT 50%` */
export const describeShares = (allocation: readonly Share[]): string =>
  allocation.map(({ asset, percent }) => `${asset} ${percent}%`).join(", ");
