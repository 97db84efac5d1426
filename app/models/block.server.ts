/** Which people a person has blocked. Only the person who blocks learns of it. */
import { Schema, Types, type InferSchemaType } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true },
    blocked: { type: Schema.Types.ObjectId, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: "blocks", versionKey: false },
);
schema.index({ user: 1, blocked: 1 }, { unique: true });
// Serves who of many blocks a person, and deleting an account that others have blocked.
schema.index({ blocked: 1, user: 1 });

type BlockRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const BlockModel = createModel<BlockRow>("Block", schema);

/** The most people whom one person can block. */
export const MAX_BLOCKS = 1000;

const toBlock = ({ user, blocked, createdAt }: BlockRow) => ({
  userId: user.toHexString(),
  blockedId: blocked.toHexString(),
  createdAt,
});

const blocks = collectionOf(BlockModel, toBlock);

/** Blocks a person. @returns `exists` if they are blocked already, `tooMany` after `MAX_BLOCKS` others */
export async function addBlock(
  userId: string,
  blockedId: string,
): Promise<"added" | "exists" | "tooMany"> {
  const user = new Types.ObjectId(userId);
  const _id = new Types.ObjectId();
  const row = { _id, user, blocked: new Types.ObjectId(blockedId), createdAt: new Date() };
  if (!(await unlessDuplicate(BlockModel.create(row)))) return "exists";
  // Counted after the insert, so that concurrent requests cannot exceed the limit.
  if ((await BlockModel.countDocuments({ user })) <= MAX_BLOCKS) return "added";
  await BlockModel.deleteOne({ _id });
  return "tooMany";
}

/** @returns whether the person was blocked */
export async function removeBlock(userId: string, blockedId: string): Promise<boolean> {
  const row = { user: toObjectId(userId), blocked: toObjectId(blockedId) };
  return (await BlockModel.deleteOne(row)).deletedCount === 1;
}

/** @returns the ids among the given ones of those who have blocked a person */
export async function findBlockersOf(
  personId: string,
  among: readonly string[],
): Promise<Set<string>> {
  const users = among.flatMap((id) => toObjectId(id) ?? []);
  if (!users.length) return new Set();
  const found = await blocks.list({ blocked: toObjectId(personId), user: { $in: users } });
  return new Set(found.map(({ userId }) => userId));
}

/** @returns the ids of the people whom a person has blocked, with the times */
export async function listBlocksBy(userId: string): Promise<{ id: string; createdAt: Date }[]> {
  const found = await blocks.list({ user: toObjectId(userId) }, { limit: MAX_BLOCKS });
  return found.map(({ blockedId, createdAt }) => ({ id: blockedId, createdAt }));
}

/** @returns the ids of the people whom a person has blocked */
export const findBlockedBy = async (userId: string): Promise<Set<string>> =>
  new Set((await listBlocksBy(userId)).map(({ id }) => id));

/** Removes all blocks by and of an account. */
export async function removeBlocksOf(userId: string): Promise<void> {
  const id = toObjectId(userId);
  await BlockModel.deleteMany({ user: id });
  await BlockModel.deleteMany({ blocked: id });
}
