/** Which accounts are listed. */
export const accountFilters = ["newest", "role", "suspended"] as const;
export type AccountFilter = (typeof accountFilters)[number];
