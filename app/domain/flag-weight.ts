/** How much the flags of people count in the queue of moderators. They order it, and do nothing else. */

/** Moderators are told how many flags of something are by accounts that are younger. Those of a few days cannot flag. */
export const YOUNG_ACCOUNT_DAYS = 30;

/** What a flag weighs by somebody of whom none has been decided about, and by somebody without an account. */
export const UNKNOWN_WEIGHT = 0.5;

/**
 * The share of a person’s flags that were upheld, by Laplace’s rule of succession: (upheld + 1) / (decided + 2). It
 * begins in the middle and moves with each decision, less and less (Laplace, Essai philosophique sur les probabilités,
 * 1814).
 * @returns between 0 and 1
 */
export const weightOfRecord = ({ upheld, rejected }: { upheld: number; rejected: number }) =>
  (upheld + 1) / (upheld + rejected + 2);

interface FlagTotals {
  flags: number;
  weight: number;
}

/**
 * What the flags of something weigh together. Those of people of whom none was upheld before are worth their mean times
 * the root of their number, so that many unknown accounts together do not outweigh a few people who were right before.
 * @param proven the flags of people of whom one was upheld before
 * @param unproven those of all others
 */
export const weightTogether = (proven: FlagTotals, unproven: FlagTotals): number =>
  proven.weight + (unproven.flags && unproven.weight / Math.sqrt(unproven.flags));
