/** How many days an application is open for votes; then it is closed as undecided. */
export const VOTING_DAYS = 14;
/** The number of approvals, or declines, that decide; fewer if there are fewer members. */
export const MAX_VOTES_NEEDED = 3;

export const applicationStatuses = ["pending", "approved", "declined", "undecided"] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** @returns how many approvals, or declines, decide an application that was opened when there were so many members */
export const votesNeeded = (members: number): number =>
  Math.max(1, Math.min(MAX_VOTES_NEEDED, members));
