/** What a reader can choose; `system` follows the device and is remembered by nothing. */
export const colorSchemes = ["system", "light", "dark"] as const;

export type ColorScheme = (typeof colorSchemes)[number];

export const isColorScheme = (value: unknown): value is ColorScheme =>
  colorSchemes.includes(value as ColorScheme);

/** Where the scheme is changed. */
export const SCHEME_ACTION = "/theme";
