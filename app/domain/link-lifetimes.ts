/** How many hours the links in mails about an account are valid, by their purpose. */
export const LINK_HOURS = {
  "prove-email": 24,
  "reset-password": 1,
  "change-email": 24,
  "restore-email": 7 * 24,
} as const;

/** For how many hours the delivery of a mail without a link of its own is retried. */
export const MAIL_HOURS = { aboutAccount: 48 } as const;

/** For how many days a user can cancel the deletion of the account. */
export const DELETION_DELAY_DAYS = 7;
