import type { DashboardParams } from "./query.server";

/** The address of what is asked for, what is shown first by the plainest. */
export function addressOf({ view, isSample, after }: DashboardParams): string {
  const query = new URLSearchParams({
    ...(isSample ? { test: "true" } : {}),
    ...(view === "cards" ? {} : { view }),
    ...after,
  });
  return `/dashboard${query.size ? `?${query}` : ""}`;
}
