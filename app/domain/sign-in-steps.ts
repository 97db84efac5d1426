/** For how long the second step of a sign-in may be completed. */
export const STEP_MINUTES = 10;
/** For how long a passkey may sign what the site has made up for it. */
export const PASSKEY_MINUTES = 5;
