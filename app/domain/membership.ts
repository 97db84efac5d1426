/** How many days an application is open for votes; then it is closed as undecided. */
export const VOTING_DAYS = 14;
/** The number of approvals, or declines, that decide; fewer if there are fewer members. */
export const MAX_VOTES_NEEDED = 3;

export const applicationStatuses = ["pending", "approved", "declined", "undecided"] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/**
 * Computes how many approvals, or declines, decide an application.
 *
 * @param members number of members when the application was opened, at least 0
 * @returns `max(1, min(3, members))`
 */
export function votesNeeded(members: number): number {
  return Math.max(1, Math.min(MAX_VOTES_NEEDED, members));
}

export interface VoteCount {
  approvals: number;
  declines: number;
  /** The result of `votesNeeded` when the application was opened. */
  needed: number;
}

/** @returns the resulting status: a side wins if it reaches `needed` and exceeds the other */
export function decide({ approvals, declines, needed }: VoteCount): ApplicationStatus {
  if (approvals >= needed && approvals > declines) return "approved";
  if (declines >= needed && declines > approvals) return "declined";
  return "pending";
}
