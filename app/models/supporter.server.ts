import { Schema, type InferSchemaType, type Types } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";

/** An older account that has upvoted something by an author. Derived from upvotes; a few rows per author. */
const schema = new Schema(
  {
    author: { type: Schema.Types.ObjectId, required: true },
    supporter: { type: Schema.Types.ObjectId, required: true },
    /** When it was upvoted. */
    since: { type: Date, required: true },
    /** When the upvote was last seen. */
    seenAt: { type: Date, required: true },
  },
  { collection: "supporters", versionKey: false },
);

// Serves reading an author's supporters.
schema.index({ author: 1, supporter: 1 }, { unique: true });
// Serves the deletion of an account.
schema.index({ supporter: 1 });
// Serves the removal of support whose upvotes are gone.
schema.index({ seenAt: 1 });

type SupporterRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const Supporter = createModel<SupporterRow>("Supporter", schema);

export interface Support {
  author: string;
  supporter: string;
  since: Date;
}

/** Stores supporters of authors. @param seenAt when their upvotes were read */
export async function storeSupport(supports: readonly Support[], seenAt: Date): Promise<void> {
  if (!supports.length) return;
  await collectionOf(Supporter, (row: SupporterRow) => row).changeEach(
    supports.map(({ author, supporter, since }) => ({
      filter: { author: toObjectId(author), supporter: toObjectId(supporter) },
      update: { $set: { since, seenAt } },
      upsert: true,
    })),
  );
}

/** Removes the support that was last seen before a time. */
export async function removeUnseenSupport(before: Date): Promise<void> {
  await Supporter.deleteMany({ seenAt: { $lt: before } });
}

/**
 * @param most the expected maximum per author, which limits the number of rows read
 * @returns the number of supporters by author id; authors without any are left out
 */
export async function countSupporters(
  authors: readonly string[],
  before: Date,
  most: number,
): Promise<Map<string, number>> {
  if (!authors.length) return new Map();
  const rows = await Supporter.find(
    { author: { $in: authors.map(toObjectId) }, since: { $lt: before } },
    { author: 1 },
  )
    .limit(authors.length * most)
    .lean();
  const counts = new Map<string, number>();
  for (const { author } of rows) {
    const id = author.toHexString();
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Removes all support that a user has given or received. */
export async function removeSupportOf(userId: string): Promise<void> {
  const user = toObjectId(userId);
  await Supporter.deleteMany({ $or: [{ author: user }, { supporter: user }] });
}
