export type AccountMode = "signin" | "signup";

/** The page of each mode; the dialog loads its form data from there too. */
export const accountPaths = { signin: "/login", signup: "/signup" } as const;

export const modeAt = (pathname: string): AccountMode =>
  decodeURIComponent(pathname).toLowerCase().startsWith(accountPaths.signup) ? "signup" : "signin";

export const dialogPath = (mode: AccountMode): string => `${accountPaths[mode]}?for=dialog`;

/** Whether an account page was requested by the dialog, which must not be redirected. */
export const isForDialog = (query: URLSearchParams): boolean => query.get("for") === "dialog";

export const accountPath = (mode: AccountMode, redirectTo: string): string =>
  `${accountPaths[mode]}?${new URLSearchParams({ redirectTo })}`;

/** The page with the next steps after signing up. */
export const welcomePath = (redirectTo: string): string =>
  `/welcome?${new URLSearchParams({ redirectTo })}`;

export const secondStepPath = (redirectTo: string, isRecovery = false): string =>
  `/login/code?${new URLSearchParams({ ...(isRecovery && { with: "recovery" }), redirectTo })}`;

/** Whether the page of the second step was requested to enter a recovery code. */
export const isWithRecovery = (query: URLSearchParams): boolean => query.get("with") === "recovery";
