/** When the part of an allocation that waits in USDT cannot be called cash. */
import type { Share } from "./allocation";
import type { Close } from "./momentum";
import { CASH } from "./tokens";

/** In US dollars: USDT that closed below this is not cash. */
export const LEAST_CASH_CLOSE = 0.98;

/**
 * @param last the last close of USDT that is known, in US dollars, if any
 * @returns that close if it is so low that USDT is not cash; otherwise `null`
 */
export const findCashRisk = (last: Close | null): Close | null =>
  last && last.close < LEAST_CASH_CLOSE ? last : null;

/**
 * @param notCash what `findCashRisk` found
 * @returns the shares, with that of USDT marked if it is not cash
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
 * Names the risk in words, for after a sentence that tells the close.
 *
 * @param percent how much of the allocation is in USDT, in whole percents
 */
export const describeCashRisk = (percent: number): string => {
  const part = percent > 0 ? `the ${percent}% in it is at risk as well` : "nothing is in it";
  return `Below $${LEAST_CASH_CLOSE} ${CASH} is not cash: ${part}.`;
};
