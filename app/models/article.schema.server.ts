import { Schema, type InferSchemaType, type Types } from "mongoose";
import { createModel } from "./create-model.server";
import { markField } from "./moderation-mark.server";
import { namedField } from "./named.server";
import { wordFields } from "./word-index.server";

const count = { type: Number, required: true, default: 0 } as const;

const schema = new Schema(
  {
    title: { type: String, required: true },
    summary: { type: String, required: true },
    url: { type: String, required: true },
    /** The normalised URL; each link can be posted only once. */
    urlKey: { type: String, required: true, unique: true },
    imageUrl: { type: String, default: null },
    category: { type: String, required: true },
    content: { type: String, default: "" },
    /** Whether the author holds what it is about, and in words; absent means no statement. */
    disclosure: { type: String },
    disclosureNote: { type: String },
    author: { type: Schema.Types.ObjectId, required: true },
    /** The author's name, denormalised; it changes only when the account is deleted. */
    reviewer: { type: String, required: true },
    createdAt: { type: Date, required: true },
    /** Counts the edits; absent means 1. */
    version: { type: Number },
    /** When it was last edited with a trace; absent means never. */
    editedAt: { type: Date },
    /** When its author posted it again after removing it; absent means never. */
    repostedAt: { type: Date },
    views: count,
    upvotes: count,
    commentCount: count,
    commentsByOthers: count,
    /**
     * How many of the upvotes are the author's own or by accounts whose address is not proven, and how many of the
     * comments by others are by such accounts. They are shown but do not affect ranks and sentiment; absent means none.
     */
    weightlessUpvotes: { type: Number },
    unprovenComments: { type: Number },
    /** Set while its author's account is unproven; until then the front page leaves it out. */
    isUnproven: { type: Boolean },
    /** See `lowered-counts.server.ts`. */
    loweredAt: { type: Date },
    /** `hotRank` of the counts above, stored so that an index can serve the sort order. */
    hot: { type: Number, required: true },
    /** Text that list searches match: title and summary, folded. */
    searchable: { type: String, required: true },
    named: namedField,
    /** Set by moderators: nobody may answer it, and a warning that stands above it. */
    locked: markField,
    warning: markField,
    ...wordFields,
  },
  { collection: "articles", versionKey: false },
);

// One index per sort order, with and without category; `_id` breaks ties.
schema.index({ createdAt: -1, _id: -1 });
schema.index({ hot: -1, _id: -1 });
schema.index({ upvotes: -1, _id: -1 });
schema.index({ category: 1, createdAt: -1, _id: -1 });
schema.index({ category: 1, hot: -1, _id: -1 });
schema.index({ category: 1, upvotes: -1, _id: -1 });
// The same for those by proven accounts, which may be few among many others.
schema.index({ isUnproven: 1, createdAt: -1, _id: -1 });
schema.index({ isUnproven: 1, hot: -1, _id: -1 });
schema.index({ author: 1, createdAt: -1, _id: -1 });
schema.index({ loweredAt: 1, _id: 1 });
schema.index({ "named.id": 1 }, { sparse: true });
schema.index({ words: 1, createdAt: -1, _id: -1 });
schema.index({ titleWords: 1, createdAt: -1, _id: -1 });

export type ArticleRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
export const ArticleModel = createModel<ArticleRow>("Article", schema);

/** Counts derived from the upvotes and comments collections. */
export type Counts = Pick<ArticleRow, "upvotes" | "commentCount" | "commentsByOthers">;

/** How many of these do not affect ranks and sentiment: by accounts whose address is not proven, or by the author. */
export interface WeightlessCounts {
  weightlessUpvotes: number;
  unprovenComments: number;
}
