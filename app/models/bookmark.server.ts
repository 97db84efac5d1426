/** Texts and recommendations that people have saved, with notes of their own. Nothing of the text itself is stored. */
import { Schema, type Types, type InferSchemaType, type QueryFilter } from "mongoose";
import type { Cursor, Page } from "~/domain/cursor";
import { SAVED_SEARCH_WINDOW, type SavedKind } from "~/domain/saved";
import { tokenize } from "~/domain/tokenizer";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { retryOnDuplicate, toObjectId } from "./ids.server";
import { afterCursor, type OwnListPage } from "./pagination.server";
import { wordFields, wordIndex } from "./word-index.server";

const schema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, required: true },
    /** The id of what is saved. It may have been removed since. */
    target: { type: Schema.Types.ObjectId, required: true },
    /** The person's own note; absent if there is none. */
    note: { type: String },
    /** The words of the note. */
    words: wordFields.words,
    createdAt: { type: Date, required: true },
  },
  { collection: "bookmarks", versionKey: false },
);
schema.index({ user: 1, kind: 1, target: 1 }, { unique: true });
schema.index({ user: 1, createdAt: -1, _id: -1 });
schema.index({ user: 1, kind: 1, createdAt: -1, _id: -1 });

type BookmarkRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const BookmarkModel = createModel<BookmarkRow>("Bookmark", schema);

const toBookmark = ({ kind, target, note, createdAt }: Omit<BookmarkRow, "words">) => ({
  kind: kind as SavedKind,
  id: target.toHexString(),
  note: note ?? null,
  savedAt: createdAt,
});

/** Something saved; `id` is that of what is saved. */
export type Bookmark = ReturnType<typeof toBookmark>;
/** Names a text or a recommendation. */
export type SavedReference = Pick<Bookmark, "kind" | "id">;

const bookmarks = collectionOf<BookmarkRow, Bookmark>(BookmarkModel, toBookmark);

const wordsOf = ({ note }: { note?: string | null }) => ({ words: note ? tokenize([note]) : [] });

/** The words of all notes, which `indexAllWords` renews after an upgrade. */
export const noteWordIndex = wordIndex<BookmarkRow, Bookmark>(BookmarkModel, {
  toItem: toBookmark,
  texts: { note: 1 },
  toWords: wordsOf,
});

const ownBookmark = (userId: string, { kind, id }: SavedReference) => ({
  user: toObjectId(userId),
  kind,
  target: toObjectId(id),
});

/** The update that sets a note, or removes it if it is empty; `undefined` leaves it as it is. */
const noteUpdate = (note: string | undefined) =>
  note === undefined
    ? {}
    : note
      ? { $set: { note, ...wordsOf({ note }) } }
      : { $unset: { note: 1, words: 1 } };

/** Saves something, with a note if one is given; saved again, it keeps its place and, without a new note, its note. */
export async function addBookmark(
  userId: string,
  reference: SavedReference,
  note?: string,
): Promise<Bookmark> {
  const row = await retryOnDuplicate(() =>
    BookmarkModel.findOneAndUpdate(
      ownBookmark(userId, reference),
      { ...noteUpdate(note), $setOnInsert: { createdAt: new Date() } },
      { upsert: true, returnDocument: "after" },
    ).lean(),
  );
  if (!row) throw new Error("a bookmark was not stored");
  return toBookmark(row);
}

/** Like `addBookmark`, for something that is saved already. @returns `null` if it is not */
export const updateBookmark = (
  userId: string,
  reference: SavedReference,
  note?: string,
): Promise<Bookmark | null> =>
  note === undefined
    ? bookmarks.find(ownBookmark(userId, reference))
    : bookmarks.update(ownBookmark(userId, reference), noteUpdate(note));

export const removeBookmark = (userId: string, reference: SavedReference): Promise<boolean> =>
  bookmarks.removeOne(ownBookmark(userId, reference));

/** @returns how many texts a person has saved, counting no further than `limit` */
export const countBookmarks = (userId: string, limit: number): Promise<number> =>
  BookmarkModel.countDocuments({ user: toObjectId(userId) }).limit(limit);

/** @returns which of some texts of a kind the person has saved, in one query */
export async function findSavedAmong(
  userId: string,
  kind: SavedKind,
  ids: readonly string[],
): Promise<string[]> {
  const target = { $in: ids.flatMap((id) => toObjectId(id) ?? []) };
  return (await bookmarks.list({ user: toObjectId(userId), kind, target })).map(({ id }) => id);
}

const listFilter = (userId: string, kind?: SavedKind): QueryFilter<BookmarkRow> => ({
  user: toObjectId(userId),
  ...(kind && { kind }),
});

/** Reads a page of what a person has saved, newest first. */
export const listBookmarks = (
  userId: string,
  { kind, ...page }: OwnListPage & { kind?: SavedKind | undefined },
): Promise<Page<Bookmark>> =>
  bookmarks.page({ ...page, filter: listFilter(userId, kind), field: "createdAt" });

const toSearched = ({ _id, words, ...row }: BookmarkRow) => ({
  ...toBookmark({ _id, ...row }),
  cursor: { id: _id.toHexString(), value: row.createdAt.getTime() } satisfies Cursor,
  noteWords: new Set(words),
});
const searched = collectionOf(BookmarkModel, toSearched, "+words");

/**
 * @returns the bookmarks to search through, at most `SAVED_SEARCH_WINDOW`, newest first, each with its position and the
 *   words of its note
 */
export const listSearchedBookmarks = (
  userId: string,
  { kind, after }: { kind?: SavedKind | undefined; after?: Cursor | null | undefined },
) =>
  searched.list(
    { ...listFilter(userId, kind), ...(after && afterCursor("createdAt", after, false)) },
    { sort: { createdAt: -1, _id: -1 }, limit: SAVED_SEARCH_WINDOW },
  );

export const readBookmarksOf = (userId: string) => bookmarks.stream({ user: toObjectId(userId) });

export const removeBookmarksOf = (userId: string): Promise<void> =>
  bookmarks.remove({ user: toObjectId(userId) });
