import { Schema, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { isDuplicateKey } from "./ids.server";

/** What the ratings of a work come to; the reviews of it are the truth, this follows them. */
const schema = new Schema(
  {
    /** The work's key. */
    _id: { type: String, required: true },
    sum: { type: Number, required: true, default: 0 },
    count: { type: Number, required: true, default: 0 },
    /** Grows with each change, so that what is derived from an older state never replaces a newer. */
    version: { type: Number, required: true, default: 0 },
  },
  { collection: "works", versionKey: false },
);

type WorkRow = InferSchemaType<typeof schema>;
const Work = createModel<WorkRow>("Work", schema);

export interface WorkRatings {
  sum: number;
  count: number;
  version: number;
}

/** Adds to the ratings of a work in one atomic step. @returns what they come to now */
export async function addToWork(
  workKey: string,
  added: { sum: number; count: number },
): Promise<WorkRatings> {
  const row = await Work.findOneAndUpdate(
    { _id: workKey },
    { $inc: { ...added, version: 1 } },
    { upsert: true, returnDocument: "after" },
  ).lean<WorkRow>();
  if (!row) throw new Error(`the ratings of ${workKey} were not counted`);
  return { sum: row.sum, count: row.count, version: row.version };
}

/**
 * Sets the ratings of a work right, if they still are what they were when they were read.
 *
 * @param actual with the newest version that anything derived from the ratings is of
 * @returns what they are then, newer than all of that, or `null` when they had changed
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
  try {
    await Work.create({ _id: workKey, ...ratings });
    return ratings;
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** @returns what is stored of some works, by key; those that are not there are left out */
export async function findWorks(workKeys: readonly string[]): Promise<Map<string, WorkRatings>> {
  const rows = await Work.find({ _id: { $in: workKeys } }).lean<WorkRow[]>();
  return new Map(rows.map(({ _id, sum, count, version }) => [_id, { sum, count, version }]));
}
