/** Detects and describes when USDT, in which the unallocated part is held, cannot be called cash. */
import type { Share } from "./allocation";
import type { Close } from "./close";
import { CASH } from "./tokens";

/** USDT that closed below this many US dollars does not count as cash. */
export const MIN_CASH_CLOSE = 0.98;

/**
 * @param last the last known close of USDT in US dollars, or `null`
 * @returns that close if it is too low for USDT to count as cash; otherwise `null`
 */
export const findCashRisk = (last: Close | null): Close | null =>
  last && last.close < MIN_CASH_CLOSE ? last : null;

/**
 * @param notCash the result of `findCashRisk`
 * @returns the shares, with USDT labelled as not cash if `notCash` is a close
 */
export const markCash = (
  shares: readonly Share[],
  notCash: Close | null | undefined,
): readonly Share[] =>
  notCash
    ? shares.map((share) =>
        share.asset === CASH ? { ...share, label: `${CASH} (not cash)` } : share,
      )
    : shares;

/**
 * Describes the risk in a sentence, to follow one that states the close.
 *
 * @param percent how much of the allocation is in USDT, in whole percents
 */
export const describeCashRisk = (percent: number): string => {
  const part = percent > 0 ? `the ${percent}% in it is at risk as well` : "nothing is in it";
  return `Below $${MIN_CASH_CLOSE} ${CASH} is not cash: ${part}.`;
};
