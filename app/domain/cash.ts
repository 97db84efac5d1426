/** Detects and describes when USDT, in which the unallocated part is held, cannot be called cash. */
import type { Share } from "./allocation";
import type { Close } from "./close";
import { CASH } from "./tokens";

/** USDT that closed below this many US dollars does not count as cash. */
export const MIN_CASH_CLOSE = 0.98;

/** @returns the last known close of USDT if it is too low for USDT to count as cash; otherwise `null` */
export const findCashRisk = (last: Close | null): Close | null =>
  last && last.close < MIN_CASH_CLOSE ? last : null;

/** @returns the shares, with USDT labelled as not cash if `findCashRisk` found a close */
export const markCash = (
  shares: readonly Share[],
  notCash: Close | null | undefined,
): readonly Share[] =>
  notCash
    ? shares.map((share) =>
        share.asset === CASH ? { ...share, label: `${CASH} (not cash)` } : share,
      )
    : shares;

/** Describes the risk, after a sentence that states the close. @param percent how much of the allocation is in USDT */
export const describeCashRisk = (percent: number): string => {
  const part = percent > 0 ? `the ${percent}% in it is at risk as well` : "nothing is in it";
  return `Below $${MIN_CASH_CLOSE} ${CASH} is not cash: ${part}.`;
};
