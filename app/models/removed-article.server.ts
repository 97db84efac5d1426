import { Schema, type InferSchemaType, Types } from "mongoose";
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

export type RemovedArticleRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
export const RemovedArticleModel = createModel<RemovedArticleRow>("RemovedArticle", schema);

export interface RemovedArticle {
  id: string;
  authorId: string;
  urlKey: string;
  category: string;
  createdAt: Date;
  views: number;
  version: number;
  removedAt: Date;
}

const toRemoved = ({ _id, author, ...row }: RemovedArticleRow): RemovedArticle => ({
  ...row,
  id: _id.toHexString(),
  authorId: author.toHexString(),
});

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

export async function findRemovedArticle(id: string): Promise<RemovedArticle | null> {
  const row = await RemovedArticleModel.findById(toObjectId(id)).lean<RemovedArticleRow>();
  return row && toRemoved(row);
}

/** @returns the record of an author's removed article with this URL, or `null` */
export async function findRemovedArticleBy(
  authorId: string,
  urlKey: string,
): Promise<RemovedArticle | null> {
  const filter = { author: toObjectId(authorId), urlKey };
  const row = await RemovedArticleModel.findOne(filter).lean<RemovedArticleRow>();
  return row && toRemoved(row);
}

/** Deletes the record of a removed article. @returns whether there was one */
export async function forgetRemovedArticle(id: string): Promise<boolean> {
  const result = await RemovedArticleModel.deleteOne({ _id: toObjectId(id) });
  return result.deletedCount === 1;
}

export async function listRemovedArticlesOf(authorId: string, limit: number): Promise<string[]> {
  const rows = await RemovedArticleModel.find({ author: toObjectId(authorId) }, { _id: 1 })
    .limit(limit)
    .lean<RemovedArticleRow[]>();
  return rows.map(({ _id }) => _id.toHexString());
}

/** Reassigns the removed articles of an author, who can then no longer restore them. */
export async function transferRemovedArticles(authorId: string, to: string): Promise<void> {
  const author = new Types.ObjectId(to);
  await RemovedArticleModel.updateMany({ author: toObjectId(authorId) }, { $set: { author } });
}
