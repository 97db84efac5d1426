/**
 * The river: the texts of what somebody follows, newest first. It is put together when it is read: who follows much finds
 * it among the newest texts of all, who follows little by the indexes of what is followed.
 */
import { encodeCursor, type Cursor, type Page } from "~/domain/cursor";
import { followedKinds, type Followed, type FollowedKind } from "~/domain/following";
import type { Viewer } from "~/domain/viewer";
import { findBlockedBy } from "~/models/block.server";
import { findFollowedAmong, findTargets, followsMoreThan } from "~/models/following.server";
import { findTokensOf, newestMentioning } from "~/models/mention.server";
import {
  newestBy,
  newestInCategories,
  newestInHubs,
  newestInThreads,
  newestTexts,
  type RiverPlace,
  type RiverText,
} from "~/models/river.server";
import { findTexts, type StoredText } from "~/models/text.server";
import { readTitles, textPath } from "./followed-list.server";

/** A database merges the sorted reads of at most this many values; of more, it would sort all that it finds. */
const MAX_MERGED = 200;

/** How many of the newest texts of each kind are looked through for who follows more than `MAX_MERGED` things. */
const WINDOWS = [50, 400];

/** How often more is read for a page because the reader's own texts, or those of the blocked, were among the found. */
const MAX_ROUNDS = 5;

/** A part of the river without gaps, newest first. `end` is where it ends, or `null` if nothing is older. */
interface Stretch {
  texts: RiverText[];
  end: Cursor | null;
}

/** A text in the river, with its title, or that of what it is on if it is a comment. */
export interface RiverEntry {
  text: StoredText;
  title: string;
  /** The path of its page. */
  path: string;
}

/** @returns a page of the texts of what the viewer follows, without the viewer's own and those of blocked people */
export async function readRiver(
  viewer: Viewer,
  { after, limit }: { after?: Cursor | null; limit: number },
): Promise<Pick<Page<RiverEntry>, "items" | "next">> {
  const hidden = await findBlockedBy(viewer.id);
  const found: RiverText[] = [];
  let end: Cursor | null = after ?? null;
  let rounds = 0;
  for await (const stretch of stretchesOf(viewer.id, { after: end, limit: limit + 1 })) {
    found.push(
      ...stretch.texts.filter(({ authorId }) => authorId !== viewer.id && !hidden.has(authorId)),
    );
    end = stretch.end;
    if (found.length > limit || ++rounds === MAX_ROUNDS) break;
  }
  const shown = found.slice(0, limit);
  const next = found.length > limit ? placeOf(shown.at(-1)!) : end;
  return { items: await toEntries(shown), next: next && encodeCursor(next) };
}

/** Yields the river from a place on, one stretch after another. */
async function* stretchesOf(
  userId: string,
  { after, limit }: RiverPlace,
): AsyncGenerator<Stretch, void, undefined> {
  let place = after;
  const isMuch = await followsMoreThan(userId, MAX_MERGED);
  for (const window of isMuch ? WINDOWS : []) {
    const stretch = await lookThrough(userId, { after: place, limit: window });
    yield stretch;
    place = stretch.end;
    if (!place) return;
  }
  const followed = await findTargets(userId, followedKinds);
  do {
    const stretch = await readByIndex(followed, { after: place, limit });
    yield stretch;
    place = stretch.end;
  } while (place);
}

/** Finds what is followed among the newest texts of all. */
async function lookThrough(userId: string, place: RiverPlace): Promise<Stretch> {
  const [lists, assets] = await Promise.all([
    Promise.all(newestTexts(place)),
    findTargets(userId, ["asset"]),
  ]);
  const { texts, end } = join(lists, place.limit);
  const tokens = assets.length ? await findTokensOf(texts.map(({ id }) => id)) : new Map();
  const reasons = new Map(texts.map((text) => [text, reasonsOf(text, tokens.get(text.id) ?? [])]));
  const all = new Map([...reasons.values()].flat().map((one) => [keyOf(one), one]));
  const found = await findFollowedAmong(userId, [...all.values()]);
  const isFollowed = new Set(found.map(keyOf));
  return {
    texts: texts.filter((text) => reasons.get(text)!.some((one) => isFollowed.has(keyOf(one)))),
    end,
  };
}

const keyOf = ({ kind, target }: Followed) => `${kind} ${target}`;

/** @returns all that somebody may follow to see a text */
function reasonsOf(
  { authorId, category, hub, threads = [] }: RiverText,
  tokens: readonly string[],
): Followed[] {
  const one = (kind: FollowedKind, target: string | undefined) =>
    target === undefined ? [] : [{ kind, target }];
  return [
    ...one("person", authorId),
    ...one("category", category),
    // A hub has the articles of its topic, too.
    ...one("hub", hub ?? category),
    ...threads.flatMap((target) => one("thread", target)),
    ...tokens.flatMap((target) => one("asset", target)),
  ];
}

/** Reads the newest texts of each of the things followed along their indexes. */
async function readByIndex(followed: readonly Followed[], place: RiverPlace): Promise<Stretch> {
  const targets = (kind: FollowedKind) =>
    followed.flatMap((one) => (one.kind === kind ? [one.target] : []));
  const [hubs, categories] = [targets("hub"), [...targets("category"), ...targets("hub")]];
  const reads = [
    ...inParts(targets("person")).flatMap((people) => newestBy(people, place)),
    ...inParts(targets("thread")).flatMap((starts) => newestInThreads(starts, place)),
    ...inParts(targets("asset")).map((tokens) => newestMentioning(tokens, place)),
    ...(categories.length ? [newestInCategories(categories, place)] : []),
    ...(hubs.length ? [newestInHubs(hubs, place)] : []),
  ];
  return join(await Promise.all(reads), place.limit);
}

const inParts = (targets: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(targets.length / MAX_MERGED) }, (_, i) =>
    targets.slice(i * MAX_MERGED, (i + 1) * MAX_MERGED),
  );

/**
 * Joins lists of texts, each newest first, into a stretch with each text once. A list with `limit` texts may go on; what is
 * older than its last is left out, because it would have gaps.
 */
export function join(lists: readonly RiverText[][], limit: number): Stretch {
  const [end = null] = lists
    .flatMap((list) => (list.length >= limit ? [placeOf(list.at(-1)!)] : []))
    .toSorted(newestFirst);
  const byId = new Map(lists.flat().map((text) => [text.id, text]));
  const texts = [...byId.values()]
    .toSorted((one, other) => newestFirst(placeOf(one), placeOf(other)))
    .filter((text) => !end || newestFirst(placeOf(text), end) <= 0);
  return { texts, end };
}

const placeOf = ({ id, createdAt }: Pick<RiverText, "id" | "createdAt">): Cursor => ({
  id,
  value: createdAt.getTime(),
});

const newestFirst = (one: Cursor, other: Cursor): number =>
  other.value - one.value || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);

/** Loads the texts. Those that were removed since they were found are left out. */
async function toEntries(found: readonly RiverText[]): Promise<RiverEntry[]> {
  const ids = (kind: RiverText["kind"]) =>
    found.flatMap((one) => (one.kind === kind ? [one.id] : []));
  const texts = await findTexts({
    article: ids("article"),
    review: ids("review"),
    comment: ids("comment"),
  });
  const titleOf = await readTitles([...texts.values()]);
  return found.flatMap(({ id }) => {
    const text = texts.get(id);
    return text && !(text.kind === "comment" && text.removedAt)
      ? [{ text, title: titleOf(text), path: textPath(text) }]
      : [];
  });
}
