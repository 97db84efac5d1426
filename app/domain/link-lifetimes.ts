/** How long links in mails about an account are good, in hours. */
export const LINK_HOURS = {
  proveEmail: 24,
  resetPassword: 1,
  changeEmail: 24,
  restoreEmail: 7 * 24,
} as const;

/** For how long it is worth trying to send a mail that holds no link of its own, in hours. */
export const MAIL_HOURS = { notice: 48 } as const;

/** How many days somebody who leaves can call it off. */
export const LEAVING_DAYS = 7;
