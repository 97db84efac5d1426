import type { DashboardView } from "~/schemas/dashboard";

export interface DashboardParams {
  view: DashboardView;
  isSample: boolean;
  after: Partial<Record<"articles" | "reviews" | "comments", string>>;
}

/** The dashboard's URL for the given parameters; defaults are omitted. */
export function dashboardPath({ view, isSample, after }: DashboardParams): string {
  const query = new URLSearchParams({
    ...(isSample ? { test: "true" } : {}),
    ...(view === "cards" ? {} : { view }),
    ...after,
  });
  return `/dashboard${query.size ? `?${query}` : ""}`;
}
