import type { DashboardParams } from "./query.server";

/** The dashboard's URL for the given parameters; defaults are omitted. */
export function dashboardPath({ view, isSample, after }: DashboardParams): string {
  const query = new URLSearchParams({
    ...(isSample ? { test: "true" } : {}),
    ...(view === "cards" ? {} : { view }),
    ...after,
  });
  return `/dashboard${query.size ? `?${query}` : ""}`;
}
