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

/** How the share of an asset in one allocation differs from that in another, in percentage points. */
export interface Difference {
  asset: string;
  points: number;
}

type Allocation = Readonly<Record<string, number>>;

/** @returns by asset, by how many percentage points the shares of one allocation are above those of another; no zeros */
export const differenceOf = (one: Allocation, other: Allocation): Record<string, number> =>
  Object.fromEntries(
    Object.keys({ ...one, ...other })
      .map((asset) => [asset, (one[asset] ?? 0) - (other[asset] ?? 0)] as const)
      .filter(([, points]) => points !== 0),
  );

/** @returns the largest difference, if there is any; of equal ones that of a token rather than of cash, by symbol */
export const largestOf = (points: Readonly<Record<string, number>>): Difference | null =>
  Object.entries(points)
    .map(([asset, difference]) => ({ asset, points: difference }))
    .sort(
      (one, other) =>
        Math.abs(other.points) - Math.abs(one.points) ||
        Number(one.asset === CASH) - Number(other.asset === CASH) ||
        (one.asset < other.asset ? -1 : 1),
    )[0] ?? null;
