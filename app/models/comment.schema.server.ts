import { Schema, type InferSchemaType, type Types } from "mongoose";
import { moderationReasonNames } from "~/domain/moderation";
import { commentSubjectKinds } from "~/domain/threads";
import { createModel } from "./create-model.server";
import { markField } from "./moderation-mark.server";
import { namedField } from "./named.server";
import { wordFields } from "./word-index.server";

const schema = new Schema(
  {
    /** The article or review that it is written on; exactly one of them is set. */
    article: { type: Schema.Types.ObjectId },
    review: { type: Schema.Types.ObjectId },
    /** The comment that it answers; absent if it answers the article or review itself. */
    parent: { type: Schema.Types.ObjectId },
    /** The first comment of its thread; absent on that one. */
    root: { type: Schema.Types.ObjectId },
    /** The ids of the comments from `root` to itself, joined: sorts a thread depth-first. Absent without `root`. */
    path: { type: String },
    /** On the first of a thread: how many answers it has; see `countAnswers`. Absent means 0. */
    answers: { type: Number },
    /**
     * The number of upvotes by accounts whose address is proven, by which comments are ordered, and by others, which are
     * shown as well; absent means 0.
     */
    upvotes: { type: Number },
    unprovenUpvotes: { type: Number },
    /** See `lowered-counts.server.ts`. */
    loweredAt: { type: Date },
    author: { type: Schema.Types.ObjectId, required: true },
    /** The author's name, denormalised; it changes only when the account is deleted. */
    username: { type: String, required: true },
    content: { type: String, required: true },
    createdAt: { type: Date, required: true },
    /** Set while the account is unproven; until then the comment does not affect ranks and sentiment. */
    isUnproven: { type: Boolean },
    /** Counts the edits; absent means 1. */
    version: { type: Number },
    /** When it was last edited with a trace; absent means never. */
    editedAt: { type: Date },
    /** When it was removed, leaving an empty placeholder because it was answered. */
    removedAt: { type: Date },
    /** Set if the site's operator removed it, not its author. */
    isRemovedByOperator: { type: Boolean },
    /** Why moderators have hidden it; set on the placeholder of a hidden comment. */
    hiddenFor: {
      type: {
        _id: false,
        reason: { type: String, required: true, enum: moderationReasonNames },
        rule: { type: Number, required: true },
      },
      default: undefined,
    },
    named: namedField,
    /** Set by moderators: nobody may answer it, and a warning that stands above it. */
    locked: markField,
    warning: markField,
    words: wordFields.words,
  },
  { collection: "comments", versionKey: false },
);

for (const subject of commentSubjectKinds) {
  schema.index({ [subject]: 1, createdAt: 1, _id: 1 });
  // The first comments of the threads, by time and by upvotes.
  schema.index({ [subject]: 1, root: 1, createdAt: 1, _id: 1 });
  schema.index({ [subject]: 1, root: 1, upvotes: -1, _id: 1 });
}
schema.index({ root: 1, path: 1 });
// Serves the newest answers in some threads.
schema.index({ root: 1, createdAt: 1, _id: 1 });
schema.index({ author: 1, createdAt: -1, _id: -1 });
schema.index({ createdAt: 1, _id: 1 });
schema.index({ loweredAt: 1, _id: 1 });
schema.index({ "named.id": 1 }, { sparse: true });
schema.index({ words: 1, createdAt: -1, _id: -1 });

export type CommentRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
export const CommentModel = createModel<CommentRow>("Comment", schema);
