import { subDays } from "date-fns/subDays";
import { isStablecoin } from "~/domain/tokens";
import { SENTIMENT_DAYS } from "~/domain/sentiment/mention";
import { listMentioners } from "~/models/mention.server";
import { findProvenUsers } from "~/models/user.server";

/** Maximum number of mentions that are read, the newest. */
const MAX_MENTIONS = 5_000;

/**
 * @returns up to `limit` assets, without stablecoins, with the number of people with a proven address who wrote of each
 *   in the last week; those of whom most wrote first
 */
export async function readDiscussedAssets(
  limit: number,
): Promise<{ token: string; people: number }[]> {
  const to = new Date();
  const found = await listMentioners({ from: subDays(to, SENTIMENT_DAYS), to }, MAX_MENTIONS);
  const proven = await findProvenUsers([...new Set(found.map(({ author }) => author))]);
  const people = new Map<string, Set<string>>();
  for (const { token, author } of found) {
    if (!proven.has(author) || isStablecoin(token)) continue;
    people.set(token, (people.get(token) ?? new Set()).add(author));
  }
  return [...people]
    .map(([token, { size }]) => ({ token, people: size }))
    .sort((one, other) => other.people - one.people || (one.token < other.token ? -1 : 1))
    .slice(0, limit);
}
