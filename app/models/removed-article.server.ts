import { Schema, type InferSchemaType, Types } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";

/**
 * A record of an article that its author removed after others had commented: no text, only the fields needed to
 * restore it when the same user posts the same URL again. It is a separate collection, so that lists of articles need
 * not exclude it.
 */
const schema = new Schema(
  {
    author: { type: Schema.Types.ObjectId, required: true },
    urlKey: { type: String, required: true },
    category: { type: String, required: true },
    createdAt: { type: Date, required: true },
    views: { type: Number, required: true },
    version: { type: Number, required: true },
    removedAt: { type: Date, required: true },
  },
  { collection: "removed-articles", versionKey: false },
);

// Serves restoring an article, and the deletion of the author's account.
schema.index({ author: 1, urlKey: 1 });

type RemovedArticleRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const RemovedArticleModel = createModel<RemovedArticleRow>("RemovedArticle", schema);

const toRemoved = ({ _id, author, ...row }: RemovedArticleRow) => ({
  ...row,
  id: _id.toHexString(),
  authorId: author.toHexString(),
});

export type RemovedArticle = ReturnType<typeof toRemoved>;

const removed = collectionOf(RemovedArticleModel, toRemoved);

/** Stores the record of a removed article; idempotent. */
export async function addRemovedArticle({
  id,
  authorId,
  ...fields
}: RemovedArticle): Promise<void> {
  await RemovedArticleModel.updateOne(
    { _id: toObjectId(id) },
    { $set: { ...fields, author: toObjectId(authorId) } },
    { upsert: true },
  );
}

export const findRemovedArticle = (id: string): Promise<RemovedArticle | null> =>
  removed.find({ _id: toObjectId(id) });

/** @returns the record of an author's removed article with this URL, or `null` */
export const findRemovedArticleBy = (
  authorId: string,
  urlKey: string,
): Promise<RemovedArticle | null> => removed.find({ author: toObjectId(authorId), urlKey });

/** Deletes the record of a removed article. @returns whether there was one */
export async function forgetRemovedArticle(id: string): Promise<boolean> {
  const result = await RemovedArticleModel.deleteOne({ _id: toObjectId(id) });
  return result.deletedCount === 1;
}

export const listRemovedArticlesOf = (authorId: string, limit: number): Promise<string[]> =>
  removed.ids({ author: toObjectId(authorId) }, { limit });

/** Reassigns the removed articles of an author, who can then no longer restore them. */
export async function transferRemovedArticles(authorId: string, to: string): Promise<void> {
  const author = new Types.ObjectId(to);
  await RemovedArticleModel.updateMany({ author: toObjectId(authorId) }, { $set: { author } });
}
