import type { MentionsQuery } from "~/schemas/sentiment";

/** @returns the URL of a page of mentions */
export function mentionsPath(id: string, { token, page }: Partial<MentionsQuery>): string {
  const query = new URLSearchParams({
    ...(token ? { token } : {}),
    ...(page && page > 1 ? { page: String(page) } : {}),
  });
  return `/sentiment/${id}${query.size ? `?${query}` : ""}#mentions`;
}
