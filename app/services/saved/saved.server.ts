/** What people have saved for later, with notes that only they can read. */
import { accountTag } from "~/config/page-tags";
import { encodeCursor, type Cursor, type Page } from "~/domain/cursor";
import { MAX_SAVED, SAVED_SEARCH_WINDOW, type SavedKind } from "~/domain/saved";
import { queryWords } from "~/domain/tokenizer";
import type { Viewer } from "~/domain/viewer";
import {
  addBookmark,
  countBookmarks,
  findSavedAmong,
  listBookmarks,
  listSearchedBookmarks,
  removeBookmark,
  updateBookmark,
  type Bookmark,
  type SavedReference,
} from "~/models/bookmark.server";
import { invalidate } from "../cache/invalidation.server";
import { ServiceError, unauthenticatedError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";
import { findContaining, isThere, readSavedTexts, type SavedText } from "./saved-texts.server";

/** Something saved; `text` is `null` if it has been removed since. */
export interface SavedEntry extends Bookmark {
  text: SavedText | null;
}

async function mayChange(viewer: Viewer | null): Promise<Viewer> {
  if (!viewer) throw unauthenticatedError("Please log in to save this.");
  await enforceRateLimit("saves", viewer.id);
  return viewer;
}

/**
 * Saves a text or a recommendation; idempotent.
 * @param note replaces the note, or removes it if it is empty; left out, the note stays as it is
 * @throws ServiceError `notFound`, or `conflict` when the viewer has saved `MAX_SAVED`
 */
export async function save(
  viewer: Viewer | null,
  reference: SavedReference,
  note?: string,
): Promise<SavedEntry> {
  const user = await mayChange(viewer);
  const bookmark =
    (await updateBookmark(user.id, reference, note)) ?? (await saveNew(user, reference, note));
  const [entry] = await withTexts([bookmark]);
  return entry!;
}

async function saveNew(user: Viewer, reference: SavedReference, note?: string): Promise<Bookmark> {
  if (!(await isThere(reference))) {
    throw new ServiceError("notFound", "This cannot be saved: it does not exist or was removed.");
  }
  if ((await countBookmarks(user.id, MAX_SAVED)) >= MAX_SAVED) {
    throw new ServiceError("conflict", "You have saved as much as one person can. Remove some.");
  }
  const bookmark = await addBookmark(user.id, reference, note);
  await invalidate(accountTag(user.id));
  return bookmark;
}

/** Removes something from what the viewer has saved, with its note; idempotent. */
export async function unsave(viewer: Viewer | null, reference: SavedReference): Promise<void> {
  const user = await mayChange(viewer);
  await removeBookmark(user.id, reference);
  await invalidate(accountTag(user.id));
}

/** @returns which of some texts of a kind a user has saved */
export const savedAmong = (
  userId: string,
  kind: SavedKind,
  ids: readonly string[],
): Promise<string[]> => findSavedAmong(userId, kind, ids);

interface SavedQuery {
  kind?: SavedKind | undefined;
  /** Words that must all occur in the note, or in the text. */
  q?: string | undefined;
  after?: Cursor | null | undefined;
  limit: number;
}

/**
 * Lists what the viewer has saved, newest first. A search looks at `SAVED_SEARCH_WINDOW` entries, so a page of it may be
 * short or empty and still have a next one.
 */
export async function browseSaved(
  viewer: Viewer | null,
  { q, ...list }: SavedQuery,
): Promise<Omit<Page<SavedEntry>, "previous">> {
  if (!viewer) throw unauthenticatedError();
  const { items, next } = q
    ? await searchSaved(viewer.id, queryWords(q).words, list)
    : await listBookmarks(viewer.id, list);
  return { items: await withTexts(items), next };
}

async function searchSaved(
  userId: string,
  words: readonly string[],
  { limit, ...list }: Omit<SavedQuery, "q">,
): Promise<{ items: Bookmark[]; next: string | null }> {
  if (!words.length) return { items: [], next: null };
  const window = await listSearchedBookmarks(userId, list);
  const containing = await findContaining(window, words);
  const found = window.filter(
    ({ id, noteWords }) => containing.has(id) || words.every((word) => noteWords.has(word)),
  );
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : window[SAVED_SEARCH_WINDOW - 1];
  return { items, next: last ? encodeCursor(last.cursor) : null };
}

async function withTexts(bookmarks: readonly Bookmark[]): Promise<SavedEntry[]> {
  const texts = await readSavedTexts(bookmarks);
  return bookmarks.map(({ kind, id, note, savedAt }) => {
    return { kind, id, note, savedAt, text: texts.get(id) ?? null };
  });
}
