import { Schema, type InferSchemaType, type Types } from "mongoose";
import { createModel } from "./create-model.server";
import { wordFields } from "./word-index.server";

const schema = new Schema(
  {
    title: { type: String, required: true },
    author: { type: String, required: true },
    url: { type: String, default: null },
    /** What makes two reviews speak of the same work. */
    workKey: { type: String, required: true },
    rating: { type: Number, required: true },
    user: { type: Schema.Types.ObjectId, required: true },
    /** The reviewer's name, which changes only when the account is deleted. */
    username: { type: String, required: true },
    hub: { type: String, required: true },
    category: { type: String, required: true },
    review: { type: String, required: true },
    createdAt: { type: Date, required: true },
    /** When its writer last put another in its place. */
    replacedAt: { type: Date, default: null },
    /** What a search looks in, in lower case: title, author, username and category. */
    searchable: { type: String, required: true },
    /** `workScore` of all reviews of the same work, kept on each so that an index serves the order. */
    score: { type: Number, required: true },
    /** Which state of the work's ratings the score is of; an older one never replaces a newer. */
    scoreVersion: { type: Number, required: true, default: 0 },
    ...wordFields,
  },
  { collection: "reviews", versionKey: false },
);

// The rule: one review per person and work.
schema.index({ workKey: 1, user: 1 }, { unique: true });
schema.index({ workKey: 1, createdAt: -1, _id: -1 });
schema.index({ createdAt: -1, _id: -1 });
schema.index({ score: -1, _id: -1 });
schema.index({ hub: 1, createdAt: -1, _id: -1 });
schema.index({ hub: 1, score: -1, _id: -1 });
schema.index({ hub: 1, category: 1, createdAt: -1, _id: -1 });
schema.index({ hub: 1, category: 1, score: -1, _id: -1 });
schema.index({ user: 1, createdAt: -1, _id: -1 });
schema.index({ words: 1, createdAt: -1, _id: -1 });
schema.index({ titleWords: 1, createdAt: -1, _id: -1 });

/** A review as its document is. */
export type ReviewRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
export const ReviewModel = createModel<ReviewRow>("Review", schema);
