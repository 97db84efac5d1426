/** The most invitations of an account, used ones included. */
export const MAX_INVITATIONS = 5;

/** For how many days an invitation can be used. */
export const INVITATION_DAYS = 30;

/** @returns the path of the page on which an invitation is used */
export const invitationPath = (code: string): string => `/signup?invitation=${code}`;
