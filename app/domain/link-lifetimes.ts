/** How long links in mails about an account are good, in hours. */
export const LINK_HOURS = { proveEmail: 24, resetPassword: 1 } as const;
