/**
 * The mentions of each past hour, packed into one row, so that the week of a large community is read from a few hundred
 * rows instead of a hundred thousand. A packed hour is a copy. Every change to an hour's mentions increments the hour's
 * version, before and after the change, and a copy that was made from another version is not used.
 */
import { millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import { Schema, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import type { PackedMentions } from "./mention-columns";
import type { Window } from "./mention-row";
import { readRawBatches } from "./read-rows.server";

const versionSchema = new Schema(
  {
    /** When the hour begins. */
    _id: { type: Date, required: true },
    /** Incremented before and after each change to the hour's mentions. */
    version: { type: Number, required: true },
    changedAt: { type: Date, required: true },
  },
  { collection: "mention-hour-versions", versionKey: false },
);

type VersionRow = InferSchemaType<typeof versionSchema>;
/** Only hours that were changed after they ended have a row. The version of all others is 0. */
const HourVersion = createModel<VersionRow>("MentionHourVersion", versionSchema);

const packedSchema = new Schema(
  {
    /** When the hour begins. */
    _id: { type: Date, required: true },
    /** The hour's version before its mentions were read. */
    version: { type: Number, required: true },
    columns: { type: Buffer, required: true },
    sketches: { type: Buffer, required: true },
  },
  { collection: "packed-mention-hours", versionKey: false },
);

type PackedRow = InferSchemaType<typeof packedSchema>;
const PackedHour = createModel<PackedRow>("PackedMentionHour", packedSchema);

/** How long after its end an hour can be packed: longer than the clocks of two machines can differ. */
const SETTLING_MS = millisecondsInHour;
/**
 * How long after a change an hour can be packed. If a process crashes between incrementing the version and changing
 * the mentions, it does not increment it again, but its change may still reach the database.
 */
const QUIET_MS = millisecondsInMinute;

/**
 * @param moment a time in milliseconds
 * @returns the start of its hour, in milliseconds
 */
export const hourOf = (moment: number): number =>
  Math.floor(moment / millisecondsInHour) * millisecondsInHour;

/**
 * @param hour a result of `hourOf`
 * @param now the current time in milliseconds
 * @returns whether the hour ended long enough ago to be packed
 */
export const isSettled = (hour: number, now: number): boolean =>
  hour + millisecondsInHour + SETTLING_MS <= now;

/**
 * Runs a change to mentions. Packed copies of their hours are invalidated before the change, and are removed after it,
 * whether it succeeds or fails.
 *
 * @param moments when the documents of the mentions were created, in milliseconds
 */
export async function changeHours<Result>(
  moments: readonly number[],
  change: () => Promise<Result>,
): Promise<Result> {
  const hours = [...new Set(moments.map(hourOf))];
  await raiseVersions(hours);
  try {
    return await change();
  } finally {
    const raised = await raiseVersions(hours);
    if (raised.length) await PackedHour.deleteMany({ _id: { $in: raised } });
  }
}

/** Increments the versions of the hours that have ended, and returns these. The current hour has no packed copy. */
async function raiseVersions(hours: readonly number[]): Promise<Date[]> {
  const now = new Date();
  const ended = hours
    .filter((hour) => hour + millisecondsInHour <= now.getTime())
    .map((hour) => new Date(hour));
  if (!ended.length) return [];
  await HourVersion.bulkWrite(
    ended.map((_id) => ({
      updateOne: {
        filter: { _id },
        update: { $inc: { version: 1 }, $set: { changedAt: now } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
  return ended;
}

export interface HourState {
  version: number;
  /** Changed within the last minute, so that the change may not be complete. */
  wasJustChanged: boolean;
}

const UNCHANGED: HourState = { version: 0, wasJustChanged: false };

/** @returns the hours of a window that were changed after they ended */
export async function readChangedHours(
  { from, to }: Window,
  now = Date.now(),
): Promise<Map<number, HourState>> {
  const rows = await HourVersion.find({ _id: { $gte: from, $lt: to } }).lean<VersionRow[]>();
  return new Map(
    rows.map(({ _id, version, changedAt }) => [
      _id.getTime(),
      { version, wasJustChanged: now - changedAt.getTime() < QUIET_MS },
    ]),
  );
}

/** @param changed the result of `readChangedHours` @returns the state of an hour */
export const stateOf = (changed: ReadonlyMap<number, HourState>, hour: number): HourState =>
  changed.get(hour) ?? UNCHANGED;

/**
 * Stores a packed copy of an hour's mentions.
 *
 * @param version the version that the hour had before its mentions were read
 */
export async function storePackedHour(
  hour: number,
  version: number,
  { columns, sketches }: PackedMentions,
): Promise<void> {
  const packed = { version, columns: Buffer.from(columns), sketches: Buffer.from(sketches) };
  await PackedHour.updateOne({ _id: new Date(hour) }, { $set: packed }, { upsert: true });
}

/** @returns the version that the packed copy of an hour was made from, or `null` if there is no copy */
export async function packedVersionOf(hour: number): Promise<number | null> {
  const row = await PackedHour.findOne({ _id: new Date(hour) }, { version: 1 }).lean<PackedRow>();
  return row?.version ?? null;
}

/** @returns the newest hour that has a packed copy, or `null` if there is none */
export async function newestPackedHour(): Promise<number | null> {
  const row = await PackedHour.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean<PackedRow>();
  return row?._id.getTime() ?? null;
}

/** How many packed hours are read at a time. */
const HOURS_AT_A_TIME = 2;

/** Yields the packed copies of the hours that begin within a window, oldest first, as batches of rows in BSON. */
export const readPackedHours = ({ from, to }: Window) =>
  readRawBatches(PackedHour, {
    filter: { _id: { $gte: from, $lt: to } },
    sort: { _id: 1 },
    batchSize: HOURS_AT_A_TIME,
  });

/** Removes the packed copies and the versions of all hours that begin before a moment. */
export async function removeHoursBefore(moment: Date): Promise<void> {
  // Copies first, because without its hour's version an outdated copy would seem current.
  await PackedHour.deleteMany({ _id: { $lt: moment } });
  await HourVersion.deleteMany({ _id: { $lt: moment } });
}
