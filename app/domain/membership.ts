/** How the organisation decides whom it takes in. */

/** How long an application can be voted on, in days; then it is closed undecided. */
export const VOTING_DAYS = 14;
/** As many approvals, or declines, decide; fewer while there are fewer members. */
export const MOST_VOTES_NEEDED = 3;

export const applicationStatuses = ["pending", "approved", "declined", "undecided"] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/**
 * How many votes of one kind decide.
 *
 * @param members how many there were when the application was opened, from 0
 * @returns `max(1, min(3, members))`
 */
export function votesNeeded(members: number): number {
  return Math.max(1, Math.min(MOST_VOTES_NEEDED, members));
}

export interface Count {
  approvals: number;
  declines: number;
  /** As `votesNeeded` said when it was opened. */
  needed: number;
}

/** @returns what the votes come to: a side wins that reaches the number and exceeds the other */
export function decide({ approvals, declines, needed }: Count): ApplicationStatus {
  if (approvals >= needed && approvals > declines) return "approved";
  if (declines >= needed && declines > approvals) return "declined";
  return "pending";
}
