import type { Role } from "./permissions";

/** The signed-in user as seen by routes and services. */
export interface Viewer {
  id: string;
  name: string;
  email: string;
  isMember: boolean;
  /** Whether the user has followed a link sent to the email address. */
  hasProvenEmail: boolean;
  createdAt: Date;
  /** Present while the account is scheduled to be deleted. */
  deletion?: ScheduledDeletion;
  role?: Role;
  /** Set if a moderator wants to be “a moderator” in decisions, unless they choose otherwise. */
  isAnonymousModerator?: true;
  /** Present while the account is suspended: it reads, exports, appeals and leaves, but does not write. */
  suspension?: Suspension;
  /** Until when a moderator has given the account the limits of a new one. */
  limitedUntil?: Date;
}

export interface Suspension {
  /** When it ends; `null` for good. */
  until: Date | null;
  /** The id of the decision that tells why. */
  decisionId: string;
}

/** When an account is to be deleted, and whether what its owner wrote is deleted too. */
export interface ScheduledDeletion {
  leavesAt: Date;
  withContent: boolean;
}
