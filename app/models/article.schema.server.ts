import { Schema, type InferSchemaType, type Types } from "mongoose";
import { createModel } from "./create-model.server";
import { wordFields } from "./word-index.server";

const count = { type: Number, required: true, default: 0 } as const;

const schema = new Schema(
  {
    title: { type: String, required: true },
    summary: { type: String, required: true },
    url: { type: String, required: true },
    /** The url normalised: one link is posted once. */
    urlKey: { type: String, required: true, unique: true },
    imageUrl: { type: String, default: null },
    category: { type: String, required: true },
    content: { type: String, default: "" },
    author: { type: Schema.Types.ObjectId, required: true },
    /** The author's name, which changes only when the account is deleted. */
    reviewer: { type: String, required: true },
    createdAt: { type: Date, required: true },
    views: count,
    upvotes: count,
    commentCount: count,
    commentsByOthers: count,
    /** `hotRank` of what is above, kept beside it so that an index serves the order. */
    hot: { type: Number, required: true },
    ...wordFields,
  },
  { collection: "articles", versionKey: false },
);

// One index for each order of the list, whole and by category; `_id` makes the order total.
schema.index({ createdAt: -1, _id: -1 });
schema.index({ hot: -1, _id: -1 });
schema.index({ upvotes: -1, _id: -1 });
schema.index({ category: 1, createdAt: -1, _id: -1 });
schema.index({ category: 1, hot: -1, _id: -1 });
schema.index({ category: 1, upvotes: -1, _id: -1 });
schema.index({ author: 1, createdAt: -1, _id: -1 });
schema.index({ words: 1, createdAt: -1, _id: -1 });
schema.index({ titleWords: 1, createdAt: -1, _id: -1 });

/** An article as its document is. */
export type ArticleRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
export const ArticleModel = createModel<ArticleRow>("Article", schema);

/** What follows the rows of upvotes and comments. */
export type Counts = Pick<ArticleRow, "upvotes" | "commentCount" | "commentsByOthers">;
