import { Schema, type InferSchemaType, type Types } from "mongoose";
import { createModel } from "./create-model.server";
import { wordFields } from "./word-index.server";

const schema = new Schema(
  {
    article: { type: Schema.Types.ObjectId, required: true },
    author: { type: Schema.Types.ObjectId, required: true },
    /** The author's name, denormalised; it changes only when the account is deleted. */
    username: { type: String, required: true },
    content: { type: String, required: true },
    createdAt: { type: Date, required: true },
    /** Set until the account's address is proven; until then the comment does not affect ranks and sentiment. */
    isUnproven: { type: Boolean },
    /** Counts the edits; absent means 1. */
    version: { type: Number },
    /** When it was last edited with a trace; absent means never. */
    editedAt: { type: Date },
    /** When its author removed it, leaving an empty placeholder in the discussion. */
    removedAt: { type: Date },
    words: wordFields.words,
  },
  { collection: "comments", versionKey: false },
);

schema.index({ article: 1, createdAt: 1, _id: 1 });
schema.index({ author: 1, createdAt: -1, _id: -1 });
schema.index({ createdAt: 1, _id: 1 });
schema.index({ words: 1, createdAt: -1, _id: -1 });

export type CommentRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
export const CommentModel = createModel<CommentRow>("Comment", schema);
