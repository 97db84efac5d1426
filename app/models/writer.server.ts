/** The people who have written something, with counts by which they are listed. Derived from what they wrote. */
import { Schema, type InferSchemaType, type Types, type UpdateQuery } from "mongoose";
import type { Cursor, Page } from "~/domain/cursor";
import type { Viewer } from "~/domain/viewer";
import { countArticlesOf, listArticlesOf } from "./article.server";
import { collectionOf } from "./collection.server";
import { countCommentsOf, listCommentsOf } from "./comment.server";
import { createModel } from "./create-model.server";
import { retryOnDuplicate, toObjectId, withIds } from "./ids.server";
import { findPeople } from "./profile.server";
import { countReviewsOf, listReviewsOf } from "./review.server";

/** One row per account with a proven address that has written something; its id is the user's. */
const schema = new Schema(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    /** The name in lower case. */
    nameKey: { type: String, required: true },
    articles: { type: Number, required: true },
    reviews: { type: Number, required: true },
    comments: { type: Number, required: true },
    total: { type: Number, required: true },
    newestAt: { type: Date, required: true },
  },
  { collection: "writers", versionKey: false },
);
schema.index({ nameKey: 1 });
schema.index({ total: -1, _id: -1 });
schema.index({ newestAt: -1, _id: -1 });

type WriterRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const WriterModel = createModel<WriterRow>("Writer", schema);

const toWriter = ({ _id, nameKey, articles, reviews, comments, newestAt }: WriterRow) => ({
  id: _id.toHexString(),
  nameKey,
  articles,
  reviews,
  comments,
  newestAt,
});

export type Writer = ReturnType<typeof toWriter>;
const writers = collectionOf(WriterModel, toWriter);

/**
 * @param prefix in lower case; all people if empty
 * @param after the `nameKey` of the last person of the page before
 * @returns people in the order of their names; `next` is the `nameKey` to continue after
 */
export async function listWritersByName(
  prefix: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<Page<Writer>> {
  // `{` follows the letters and digits that names consist of.
  const from = after !== null && after >= prefix ? { $gt: after } : { $gte: prefix };
  const nameKey = { ...from, $lt: `${prefix}{` };
  const found = await writers.list({ nameKey }, { sort: { nameKey: 1 }, limit: limit + 1 });
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? items.at(-1)!.nameKey : null, previous: null };
}

/** @returns people with the most, or the newest, writing first */
export const listWriters = (
  field: "total" | "newestAt",
  page: { after: Cursor | null; limit: number },
): Promise<Page<Writer>> => writers.page({ filter: {}, field, ...page });

/** @returns those of some people who are listed, in no particular order */
export const findWriters = (ids: readonly string[]): Promise<Writer[]> =>
  writers.list(withIds(ids));

export const removeWriter = async (userId: string): Promise<void> => {
  await WriterModel.deleteOne({ _id: toObjectId(userId) });
};

const upsert = (userId: string, update: UpdateQuery<WriterRow>) =>
  retryOnDuplicate(async () => {
    const row = await WriterModel.findOneAndUpdate({ _id: toObjectId(userId) }, update, {
      upsert: true,
      returnDocument: "after",
    }).lean();
    return row!;
  });

/**
 * Adds a text that was just written to the counts of its author, unless the author's address is not proven.
 * @returns how many texts the author has written; `null` if that is not counted
 */
export async function countText(
  { id, name, hasProvenEmail }: Pick<Viewer, "id" | "name" | "hasProvenEmail">,
  kind: "articles" | "reviews" | "comments",
): Promise<number | null> {
  if (!hasProvenEmail) return null;
  const { [kind]: _, ...others } = { articles: 0, reviews: 0, comments: 0 };
  const update = {
    $inc: { [kind]: 1, total: 1 },
    $max: { newestAt: new Date() },
    $setOnInsert: { nameKey: name.toLowerCase(), ...others },
  };
  return (await upsert(id, update)).total;
}

/** @returns how many texts a person has written, counted from the rows */
export async function countTextsOf(userId: string): Promise<number> {
  const counts = [countArticlesOf, countReviewsOf, countCommentsOf].map((count) => count(userId));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Counts again what a person has written. The person is no longer listed without a text or a proven address. */
export async function recountWriter(userId: string): Promise<void> {
  const [person] = await findPeople([userId]);
  if (!person?.hasProvenEmail) return removeWriter(userId);
  const newest = { after: null, limit: 1 };
  const [articles, reviews, comments, ...lists] = await Promise.all([
    countArticlesOf(userId),
    countReviewsOf(userId),
    countCommentsOf(userId),
    listArticlesOf(userId, newest),
    listReviewsOf(userId, newest),
    listCommentsOf(userId, newest),
  ]);
  const total = articles + reviews + comments;
  const times = lists.flatMap(({ items }) => items.map(({ createdAt }) => createdAt.getTime()));
  if (!times.length) return removeWriter(userId);
  const counts = { articles, reviews, comments, total, newestAt: new Date(Math.max(...times)) };
  const update = { $set: { nameKey: person.name.toLowerCase(), ...counts } };
  await upsert(userId, update);
}
