/** A log of cache invalidations, which every process reads to invalidate its cached pages. */
import { secondsInMinute } from "date-fns/constants";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";

/** How long entries are kept, in seconds. A process that has not read for longer drops its whole cache. */
export const INVALIDATIONS_KEPT_SECONDS = 10 * secondsInMinute;
/** Maximum number of entries read at a time. */
const MAX_READ = 5_000;

const schema = new Schema(
  {
    tags: { type: [String], required: true },
    /** By the database's clock, which all processes share. */
    at: { type: Date, required: true, expires: INVALIDATIONS_KEPT_SECONDS },
  },
  { collection: "invalidations", versionKey: false },
);

type InvalidationRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const InvalidationModel = createModel<InvalidationRow>("Invalidation", schema);

/** The part of an id that tells which process made it. */
const processOf = (id: Types.ObjectId) => id.toHexString().slice(8, 18);
const OWN = processOf(new Types.ObjectId());

/** Adds an entry, dated by the database. */
export async function recordInvalidation(tags: readonly string[]): Promise<void> {
  await InvalidationModel.updateOne(
    { _id: new Types.ObjectId() },
    { $set: { tags }, $currentDate: { at: true } },
    { upsert: true },
  );
}

/**
 * @param from the date to read from, inclusive
 * @returns the entries since then, oldest first, and whether there may be more
 */
export async function readInvalidations(from: Date) {
  const rows = await InvalidationModel.find({ at: { $gte: from } })
    .sort({ at: 1 })
    .limit(MAX_READ)
    .lean();
  return {
    entries: rows.map(({ _id, at, tags }) => ({
      id: _id.toHexString(),
      isOwn: processOf(_id) === OWN,
      at,
      tags,
    })),
    isCut: rows.length === MAX_READ,
  };
}

/** @returns when the newest entry was recorded, or `null` if there is none */
export async function findNewestInvalidation(): Promise<Date | null> {
  const row = await InvalidationModel.findOne({}, { at: 1 }).sort({ at: -1 }).lean();
  return row?.at ?? null;
}
