/** The available choices; `system` follows the device and is not stored. */
export const colorSchemes = ["system", "light", "dark"] as const;

export type ColorScheme = (typeof colorSchemes)[number];

export const isColorScheme = (value: unknown): value is ColorScheme =>
  colorSchemes.includes(value as ColorScheme);

/** The action that changes the scheme. */
export const SCHEME_ACTION = "/theme";
