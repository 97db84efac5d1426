/** The signed-in user as seen by routes and services. */
export interface Viewer {
  id: string;
  name: string;
  email: string;
  isMember: boolean;
  /** Whether the user has followed a link sent to the email address. */
  hasProvenEmail: boolean;
  /** Present while the account is scheduled to be deleted. */
  deletion?: ScheduledDeletion;
}

/** When an account is to be deleted, and whether what its owner wrote is deleted too. */
export interface ScheduledDeletion {
  leavesAt: Date;
  withContent: boolean;
}
