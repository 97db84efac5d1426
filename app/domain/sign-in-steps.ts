/** For how many minutes the second step of a sign-in can be completed. */
export const STEP_MINUTES = 10;
/** For how many minutes a passkey challenge is valid. */
export const PASSKEY_MINUTES = 5;
