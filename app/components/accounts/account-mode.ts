export type AccountMode = "signin" | "signup";

/** The pages of the two; what the dialog has to know it asks of them. */
export const accountPaths = { signin: "/login", signup: "/signup" } as const;

/** Where the dialog asks for what it has to know of a mode's form. */
export const dialogPath = (mode: AccountMode): string => `${accountPaths[mode]}?for=dialog`;

/** @returns whether the page of a mode is asked for by the dialog, which is to be sent nowhere */
export const isForDialog = (query: URLSearchParams): boolean => query.get("for") === "dialog";

/** The page of a mode, which then leads on to another path of the site. */
export const accountPath = (mode: AccountMode, redirectTo: string): string =>
  `${accountPaths[mode]}?${new URLSearchParams({ redirectTo })}`;
