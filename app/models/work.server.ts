import { Schema, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { unlessDuplicate } from "./ids.server";

/** The rating sums of a work, derived from its reviews. */
const schema = new Schema(
  {
    /** The work's key. */
    _id: { type: String, required: true },
    sum: { type: Number, required: true, default: 0 },
    count: { type: Number, required: true, default: 0 },
    /** Incremented with each change, so that data derived from an older version never replaces newer data. */
    version: { type: Number, required: true, default: 0 },
  },
  { collection: "works", versionKey: false },
);

type WorkRow = InferSchemaType<typeof schema>;
const Work = createModel<WorkRow>("Work", schema);

export type WorkRatings = Omit<WorkRow, "_id">;

/** Adds to the rating sums of a work in one atomic update. @returns the new sums */
export async function addToWork(
  workKey: string,
  added: { sum: number; count: number },
): Promise<WorkRatings> {
  const row = await Work.findOneAndUpdate(
    { _id: workKey },
    { $inc: { ...added, version: 1 } },
    { upsert: true, returnDocument: "after" },
  ).lean();
  if (!row) throw new Error(`the ratings of ${workKey} were not counted`);
  return { sum: row.sum, count: row.count, version: row.version };
}

/**
 * Corrects the rating sums of a work, unless they have changed since they were read.
 * @param actual with the newest version that any data was derived from
 * @returns the stored sums with a version above all earlier ones, or `null` if they had changed
 */
export async function correctWork(
  workKey: string,
  before: WorkRatings | undefined,
  actual: WorkRatings,
): Promise<WorkRatings | null> {
  const version = Math.max(before?.version ?? 0, actual.version) + 1;
  const ratings = { sum: actual.sum, count: actual.count, version };
  if (before) {
    const result = await Work.updateOne({ _id: workKey, version: before.version }, ratings);
    return result.modifiedCount === 1 ? ratings : null;
  }
  return (await unlessDuplicate(Work.create({ _id: workKey, ...ratings }))) && ratings;
}

/** @returns the rating sums of the given works that exist, by key */
export async function findWorks(workKeys: readonly string[]): Promise<Map<string, WorkRatings>> {
  const rows = await Work.find({ _id: { $in: workKeys } }).lean();
  return new Map(rows.map(({ _id, sum, count, version }) => [_id, { sum, count, version }]));
}
