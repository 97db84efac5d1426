/** What a token that somebody made for a program may be used for. */
export const tokenScopes = ["read", "write"] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** How many such tokens a person can have. */
export const MOST_TOKENS = 20;

/** For how many days they can be good; their owner chooses. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;
