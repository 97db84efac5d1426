import { CASH } from "./tokens";

export interface Share {
  asset: string;
  /** A whole percentage. */
  percent: number;
  /** The display name if it differs from the symbol: `USDT (not cash)`. */
  label?: string;
}

/** @returns the shares in display order: largest first, cash last */
export const sharesOf = (allocation: Readonly<Record<string, number>>): Share[] =>
  Object.entries(allocation)
    .map(([asset, percent]) => ({ asset, percent }))
    .sort(
      (one, other) =>
        Number(one.asset === CASH) - Number(other.asset === CASH) ||
        other.percent - one.percent ||
        (one.asset < other.asset ? -1 : 1),
    );

/** @returns an allocation as text: `BTC 20%, SOL 30%, USDT 50%` */
export const describeShares = (allocation: readonly Share[]): string =>
  allocation.map(({ asset, percent, label = asset }) => `${label} ${percent}%`).join(", ");
