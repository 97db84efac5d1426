import { Schema, Types, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { isDuplicateKey, toObjectId } from "./ids.server";

/** How much there is in each topic's hub; the reviews, articles and contributors are the truth. */
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

/** Who has contributed to a hub: a row for each person, however much it was. */
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

export interface HubCounts {
  papers: number;
  contributors: number;
}

/** Counts one more paper in a hub, and its writer among the contributors if they are new there. */
export async function addContribution(hub: string, userId: string): Promise<void> {
  const isNew = await addContributor(hub, userId);
  await Hub.updateOne(
    { _id: hub },
    { $inc: { papers: 1, contributors: isNew ? 1 : 0 } },
    { upsert: true },
  );
}

/**
 * Counts one paper less in a hub.
 *
 * @param wasLast whether its writer has nothing else there, and is no contributor any more
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

async function addContributor(hub: string, userId: string): Promise<boolean> {
  try {
    await ContributorModel.create({ hub, user: new Types.ObjectId(userId) });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** @returns the counts of every hub that has any, by slug, in one read */
export async function readHubCounts(): Promise<Map<string, HubCounts>> {
  const rows = await Hub.find({}).limit(50).lean<CountsRow[]>();
  return new Map(rows.map(({ _id, papers, contributors }) => [_id, { papers, contributors }]));
}

/** Makes sure that somebody is among a hub's contributors, without counting. */
export async function noteContributors(
  pairs: readonly { hub: string; userId: string }[],
): Promise<void> {
  if (!pairs.length) return;
  await ContributorModel.bulkWrite(
    pairs.map(({ hub, userId }) => {
      const row = { hub, user: new Types.ObjectId(userId) };
      return { updateOne: { filter: row, update: { $setOnInsert: row }, upsert: true } };
    }),
    { ordered: false },
  );
}

/** Somebody among a hub's contributors. */
export interface Contributor {
  id: string;
  hub: string;
  userId: string;
}

/** @returns the next contributors by id, after one or from the beginning */
export async function listContributors(
  afterId: string | null,
  limit: number,
): Promise<Contributor[]> {
  const rows = await ContributorModel.find(afterId ? { _id: { $gt: toObjectId(afterId) } } : {})
    .sort({ _id: 1 })
    .limit(limit)
    .lean<ContributorRow[]>();
  return rows.map(({ _id, hub, user }) => ({
    id: _id.toHexString(),
    hub,
    userId: user.toHexString(),
  }));
}

/** Takes some off the contributors, without counting. */
export async function removeContributors(ids: readonly string[]): Promise<void> {
  if (ids.length) await ContributorModel.deleteMany({ _id: { $in: ids.map(toObjectId) } });
}

/** @returns how many people have contributed to a hub, by the rows */
export const countContributors = (hub: string): Promise<number> =>
  ContributorModel.countDocuments({ hub });

/**
 * Sets a hub's counts right, if they still are what they were when they were read.
 *
 * @returns whether they were changed
 */
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

/** Has a contributor of some hubs go on under another id. */
export async function handOverContributions(
  hubs: readonly string[],
  userId: string,
  toId: string,
): Promise<void> {
  const rows = await ContributorModel.find({
    hub: { $in: [...hubs] },
    user: toObjectId(userId),
  }).lean<ContributorRow[]>();
  const pairs = rows.map(({ hub }) => ({ hub, userId: toId }));
  // As two steps, since a recount may have noted the other already. The number stays the same.
  await noteContributors(pairs);
  await removeContributors(rows.map(({ _id }) => _id.toHexString()));
}

/** Takes somebody off the contributors of some hubs, and off their counts. */
export async function leaveHubs(hubs: readonly string[], userId: string): Promise<void> {
  for (const hub of hubs) {
    const row = { hub, user: new Types.ObjectId(userId) };
    const { deletedCount } = await ContributorModel.deleteOne(row);
    if (deletedCount) await Hub.updateOne({ _id: hub }, { $inc: { contributors: -1 } });
  }
}
