import { Schema, type InferSchemaType, type Types } from "mongoose";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";

/** That an older account has upvoted something an author wrote. Derived from upvotes, a few per author. */
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
// Serves the removal of those whose upvotes are gone.
schema.index({ seenAt: 1 });

type SupporterRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const Supporter = createModel<SupporterRow>("Supporter", schema);

export interface Support {
  author: string;
  supporter: string;
  since: Date;
}

/** Stores who supports whom, as seen at a time. */
export async function storeSupport(supports: readonly Support[], seenAt: Date): Promise<void> {
  if (!supports.length) return;
  await Supporter.bulkWrite(
    supports.map(({ author, supporter, since }) => ({
      updateOne: {
        filter: { author: toObjectId(author)!, supporter: toObjectId(supporter)! },
        update: { $set: { since, seenAt } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}

/** Removes the support that was last seen before a time. */
export async function removeUnseenSupport(before: Date): Promise<void> {
  await Supporter.deleteMany({ seenAt: { $lt: before } });
}

/**
 * @param before counts only what was upvoted before this date
 * @param most how many are read of each author, at most
 * @returns how many supporters each of some authors has; those without any are left out
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
    .lean<SupporterRow[]>();
  const counts = new Map<string, number>();
  for (const { author } of rows) {
    const id = author.toHexString();
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Removes what a user has given and got. */
export async function removeSupportOf(userId: string): Promise<void> {
  const user = toObjectId(userId);
  await Supporter.deleteMany({ $or: [{ author: user }, { supporter: user }] });
}
