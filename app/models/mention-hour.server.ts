/**
 * The mentions of an hour, packed together once it has passed: a week of a large community is read from a few hundred
 * rows instead of a hundred thousand. The mentions' own rows stay what is true: a packed hour is used only while its
 * version is the hour's, and whatever changes a mention gives its hour another version, before and after.
 */
import { millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import { Schema, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import type { PackedMentions } from "./mention-columns";

const versionSchema = new Schema(
  {
    /** When the hour begins. */
    _id: { type: Date, required: true },
    /** How often the hour's mentions have been changed since it passed. */
    version: { type: Number, required: true },
    changedAt: { type: Date, required: true },
  },
  { collection: "mention-hour-versions", versionKey: false },
);

type VersionRow = InferSchemaType<typeof versionSchema>;
/** Only hours that were changed after they had passed have a row; the version of all others is 0. */
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

/** An hour is packed this long after its end at the earliest, however much the clocks of several machines differ. */
const SETTLING_MS = millisecondsInHour;
/** An hour that has just been changed is left alone: whoever changes it may have crashed before the change. */
const QUIET_MS = millisecondsInMinute;

/** @returns when the hour of a moment begins; all in milliseconds */
export const hourOf = (moment: number): number =>
  Math.floor(moment / millisecondsInHour) * millisecondsInHour;

/** @returns whether the hour that begins at a moment has passed long enough ago to be packed */
export const isSettled = (hour: number, now: number): boolean =>
  hour + millisecondsInHour + SETTLING_MS <= now;

/**
 * Changes the mentions of some moments. Whatever is packed of their hours is not used from the beginning of the change
 * on, and is gone at its end.
 *
 * @param moments of the mentions, in milliseconds
 */
export async function changeHours<Result>(
  moments: readonly number[],
  change: () => Promise<Result>,
): Promise<Result> {
  const hours = [...new Set(moments.map(hourOf))];
  await renewVersions(hours);
  try {
    return await change();
  } finally {
    const renewed = await renewVersions(hours);
    if (renewed.length) await PackedHour.deleteMany({ _id: { $in: renewed } });
  }
}

/** Gives those hours that have passed another version. The present one is not packed before long. @returns them */
async function renewVersions(hours: readonly number[]): Promise<Date[]> {
  const now = new Date();
  const passed = hours
    .filter((hour) => hour + millisecondsInHour <= now.getTime())
    .map((hour) => new Date(hour));
  if (!passed.length) return [];
  await HourVersion.bulkWrite(
    passed.map((_id) => ({
      updateOne: {
        filter: { _id },
        update: { $inc: { version: 1 }, $set: { changedAt: now } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
  return passed;
}

/** An hour's version, and whether it is being changed just now. */
export interface HourState {
  version: number;
  isChanging: boolean;
}

const UNCHANGED: HourState = { version: 0, isChanging: false };

/** @returns the state of those hours of a time that were changed after they had passed, by when they begin */
export async function readChangedHours(
  { from, to }: { from: Date; to: Date },
  now = Date.now(),
): Promise<Map<number, HourState>> {
  const rows = await HourVersion.find({ _id: { $gte: from, $lt: to } }).lean<VersionRow[]>();
  return new Map(
    rows.map(({ _id, version, changedAt }) => [
      _id.getTime(),
      { version, isChanging: now - changedAt.getTime() < QUIET_MS },
    ]),
  );
}

/** @returns the state of an hour among those that were changed */
export const stateOf = (changed: ReadonlyMap<number, HourState>, hour: number): HourState =>
  changed.get(hour) ?? UNCHANGED;

/** Stores an hour's mentions together, as they were when the hour had a version or later. */
export async function storePackedHour(
  hour: number,
  version: number,
  { columns, sketches }: PackedMentions,
): Promise<void> {
  const packed = { version, columns: Buffer.from(columns), sketches: Buffer.from(sketches) };
  await PackedHour.updateOne({ _id: new Date(hour) }, { $set: packed }, { upsert: true });
}

/** @returns which version of an hour is packed, or `null` where none is */
export async function packedVersionOf(hour: number): Promise<number | null> {
  const row = await PackedHour.findOne({ _id: new Date(hour) }, { version: 1 }).lean<PackedRow>();
  return row?.version ?? null;
}

/** @returns when the newest hour begins that is packed, in milliseconds, or `null` where none is */
export async function newestPackedHour(): Promise<number | null> {
  const row = await PackedHour.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean<PackedRow>();
  return row?._id.getTime() ?? null;
}

/** How many packed hours are read at a time. */
const HOURS_AT_A_TIME = 2;

/** Yields what is packed of the hours that begin within a time, as rows in BSON, oldest first and a few at a time. */
export async function* readPackedHours(window: {
  from: Date;
  to: Date;
}): AsyncGenerator<Uint8Array[], void, undefined> {
  const within: Record<string, unknown> = { _id: { $gte: window.from, $lt: window.to } };
  const options = { sort: { _id: 1 }, batchSize: HOURS_AT_A_TIME, raw: true } as const;
  const cursor = PackedHour.collection.find<Uint8Array>(within, options);
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
  } finally {
    await cursor.close();
  }
}

/** Removes what is packed, and all versions, of hours that begin before a moment. */
export async function removeHoursBefore(moment: Date): Promise<void> {
  // In this order: without its version, an old pack would seem to be right.
  await PackedHour.deleteMany({ _id: { $lt: moment } });
  await HourVersion.deleteMany({ _id: { $lt: moment } });
}
