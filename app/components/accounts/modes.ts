export type AccountMode = "signin" | "signup";

/** The pages of the two; what the dialog has to know it asks of them. */
export const accountPaths = { signin: "/login", signup: "/signup" } as const;

/** The page of a mode, which then leads on to another path of the site. */
export const accountAddress = (mode: AccountMode, redirectTo: string): string =>
  `${accountPaths[mode]}?${new URLSearchParams({ redirectTo })}`;
