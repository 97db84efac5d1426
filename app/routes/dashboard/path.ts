import type { Asked } from "./query.server";

/** The address of what is asked for, what is shown first by the plainest. */
export function addressOf({ view, isSample, after }: Asked): string {
  const query = new URLSearchParams({
    ...(isSample ? { test: "true" } : {}),
    ...(view === "cards" ? {} : { view }),
    ...after,
  });
  return `/dashboard${query.size ? `?${query}` : ""}`;
}
