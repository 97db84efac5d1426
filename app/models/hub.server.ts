import { Schema, Types, type InferSchemaType } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate, withIds } from "./ids.server";

/** Counts per hub, derived from the reviews, articles and contributors collections. */
const countsSchema = new Schema(
  {
    /** The topic's slug. */
    _id: { type: String, required: true },
    papers: { type: Number, required: true, default: 0 },
    contributors: { type: Number, required: true, default: 0 },
  },
  { collection: "hubs", versionKey: false },
);

type CountsRow = InferSchemaType<typeof countsSchema>;
const Hub = createModel<CountsRow>("Hub", countsSchema);

/** One row per hub and user who has contributed to it. */
const contributorSchema = new Schema(
  {
    hub: { type: String, required: true },
    user: { type: Schema.Types.ObjectId, required: true },
  },
  { collection: "contributors", versionKey: false },
);
contributorSchema.index({ hub: 1, user: 1 }, { unique: true });

type ContributorRow = InferSchemaType<typeof contributorSchema> & { _id: Types.ObjectId };
const ContributorModel = createModel<ContributorRow>("Contributor", contributorSchema);

export type HubCounts = Pick<CountsRow, "papers" | "contributors">;

/** Increments a hub's paper count, and its contributor count if the author is new to the hub. */
export async function addContribution(hub: string, userId: string): Promise<void> {
  const row = { hub, user: new Types.ObjectId(userId) };
  const isNew = (await unlessDuplicate(ContributorModel.create(row))) !== null;
  await Hub.updateOne(
    { _id: hub },
    { $inc: { papers: 1, contributors: isNew ? 1 : 0 } },
    { upsert: true },
  );
}

/**
 * Decrements a hub's paper count.
 * @param wasLast whether the author has nothing else in the hub and so is removed as a contributor
 */
export async function removeContribution(
  hub: string,
  userId: string,
  wasLast: boolean,
): Promise<void> {
  const row = { hub, user: new Types.ObjectId(userId) };
  const isGone = wasLast && (await ContributorModel.deleteOne(row)).deletedCount === 1;
  await Hub.updateOne({ _id: hub }, { $inc: { papers: -1, contributors: isGone ? -1 : 0 } });
}

/** @returns the counts of all hubs by slug, in one query */
export async function readHubCounts(): Promise<Map<string, HubCounts>> {
  const rows = await Hub.find({}).limit(50).lean();
  return new Map(rows.map(({ _id, papers, contributors }) => [_id, { papers, contributors }]));
}

/** Inserts missing contributor rows without updating the counts. Writes nothing if none is missing. */
export async function ensureContributors(
  pairs: readonly { hub: string; userId: string }[],
): Promise<void> {
  const missing = new Map(pairs.map(({ hub, userId }) => [`${hub} ${userId}`, { hub, userId }]));
  const hubs = new Set(pairs.map(({ hub }) => hub));
  const userIds = new Set(pairs.map(({ userId }) => userId));
  for (const { hub, userId } of await findContributors([...hubs], [...userIds])) {
    missing.delete(`${hub} ${userId}`);
  }
  if (!missing.size) return;
  await contributors.changeEach(
    [...missing.values()].map(({ hub, userId }) => {
      const row = { hub, user: new Types.ObjectId(userId) };
      return { filter: row, update: { $setOnInsert: row }, upsert: true };
    }),
  );
}

const toContributor = ({ _id, hub, user }: ContributorRow) => ({
  id: _id.toHexString(),
  hub,
  userId: user.toHexString(),
});

const contributors = collectionOf(ContributorModel, toContributor);

export type Contributor = ReturnType<typeof toContributor>;

/** @returns up to `limit` contributor rows in id order, after `afterId` or from the beginning */
export const listContributors = (afterId: string | null, limit: number): Promise<Contributor[]> =>
  contributors.listAfter(afterId, limit);

export const findContributors = (
  hubs: readonly string[],
  userIds: readonly string[],
): Promise<Contributor[]> =>
  contributors.list({ hub: { $in: hubs }, user: { $in: userIds.map(toObjectId) } });

/** Deletes contributor rows without updating the counts. */
export const removeContributors = (ids: readonly string[]): Promise<void> =>
  contributors.remove(withIds(ids));

export const countContributors = (hub: string): Promise<number> =>
  ContributorModel.countDocuments({ hub });

/** Corrects a hub's counts, unless they have changed since they were read. @returns whether they were changed */
export async function correctHub(
  hub: string,
  before: HubCounts | undefined,
  actual: HubCounts,
): Promise<boolean> {
  if (!before) {
    const made = await Hub.updateOne({ _id: hub }, { $setOnInsert: actual }, { upsert: true });
    return made.upsertedCount === 1;
  }
  const result = await Hub.updateOne({ _id: hub, ...before }, { $set: actual });
  return result.modifiedCount === 1;
}

/** Reassigns a user's contributor rows in the given hubs to another user id. */
export async function transferContributions(
  hubs: readonly string[],
  userId: string,
  toId: string,
): Promise<void> {
  const rows = await findContributors(hubs, [userId]);
  const pairs = rows.map(({ hub }) => ({ hub, userId: toId }));
  // Inserts and deletes instead of updating, because a recount may already have inserted the new row. The
  // counts stay the same.
  await ensureContributors(pairs);
  await removeContributors(rows.map(({ id }) => id));
}

/** Removes a user from the contributors of the given hubs, and updates the counts. */
export async function removeContributor(hubs: readonly string[], userId: string): Promise<void> {
  for (const hub of hubs) {
    const row = { hub, user: new Types.ObjectId(userId) };
    const { deletedCount } = await ContributorModel.deleteOne(row);
    if (deletedCount) await Hub.updateOne({ _id: hub }, { $inc: { contributors: -1 } });
  }
}
