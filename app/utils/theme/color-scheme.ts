/** What a reader can choose; `system` follows the device and is remembered by nothing. */
export const schemeChoices = ["system", "light", "dark"] as const;

export type SchemeChoice = (typeof schemeChoices)[number];

export const isSchemeChoice = (value: unknown): value is SchemeChoice =>
  schemeChoices.includes(value as SchemeChoice);

/** Where the scheme is changed. */
export const SCHEME_ACTION = "/theme";
