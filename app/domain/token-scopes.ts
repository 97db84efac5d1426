/** The scopes of personal access tokens for the API. */
export const tokenScopes = ["read", "write"] as const;
export type TokenScope = (typeof tokenScopes)[number];

export const MAX_TOKENS = 20;

/** The lifetimes of a token that its owner can choose from, in days. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;
