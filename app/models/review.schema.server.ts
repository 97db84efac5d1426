import { Schema, type InferSchemaType, type Types } from "mongoose";
import { createModel } from "./create-model.server";
import { markField } from "./moderation-mark.server";
import { namedField } from "./named.server";
import { wordFields } from "./word-index.server";

const schema = new Schema(
  {
    title: { type: String, required: true },
    author: { type: String, required: true },
    url: { type: String, default: null },
    /** Identifies the reviewed work: reviews with the same key are of the same work. */
    workKey: { type: String, required: true },
    rating: { type: Number, required: true },
    user: { type: Schema.Types.ObjectId, required: true },
    /** The reviewer's name, denormalised; it changes only when the account is deleted. */
    username: { type: String, required: true },
    hub: { type: String, required: true },
    category: { type: String, required: true },
    review: { type: String, required: true },
    createdAt: { type: Date, required: true },
    /** When the author last replaced the review. */
    replacedAt: { type: Date, default: null },
    /** Counts the edits; absent means 1. */
    version: { type: Number },
    /** When it was last edited with a trace; absent means never. */
    editedAt: { type: Date },
    /** Text that list searches match: title, author, username and category, folded. */
    searchable: { type: String, required: true },
    /** `workScore` over all reviews of the work, stored on each so that an index can serve the sort order. */
    score: { type: Number, required: true },
    /**
     * The version of the work's ratings that `score` was computed from; an older version never overwrites a
     * newer one.
     */
    scoreVersion: { type: Number, required: true, default: 0 },
    named: namedField,
    /** Set by moderators: nobody may answer it, and a warning that stands above it. */
    locked: markField,
    warning: markField,
    ...wordFields,
  },
  { collection: "reviews", versionKey: false },
);

// Enforces one review per user and work.
schema.index({ workKey: 1, user: 1 }, { unique: true });
schema.index({ workKey: 1, createdAt: -1, _id: -1 });
schema.index({ createdAt: -1, _id: -1 });
schema.index({ score: -1, _id: -1 });
schema.index({ hub: 1, createdAt: -1, _id: -1 });
schema.index({ hub: 1, score: -1, _id: -1 });
schema.index({ hub: 1, category: 1, createdAt: -1, _id: -1 });
schema.index({ hub: 1, category: 1, score: -1, _id: -1 });
schema.index({ user: 1, createdAt: -1, _id: -1 });
schema.index({ "named.id": 1 }, { sparse: true });
schema.index({ words: 1, createdAt: -1, _id: -1 });
schema.index({ titleWords: 1, createdAt: -1, _id: -1 });
// Serves the recount after a crash.
schema.index({ replacedAt: 1, _id: 1 });

export type ReviewRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
export const ReviewModel = createModel<ReviewRow>("Review", schema);
