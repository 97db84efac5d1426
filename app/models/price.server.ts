import { Schema, type Types, type InferSchemaType } from "mongoose";
import { daysBetween, type Day } from "~/domain/calendar-days";
import type { Close } from "~/domain/momentum";
import type { PriceSourceName } from "~/domain/price-sources";
import { createModel } from "./create-model.server";
import { incrementSetting, readSetting, writeSetting } from "./setting.server";
import { insertMissing, isDuplicateKey } from "./ids.server";

const schema = new Schema(
  {
    /** A token's symbol. */
    asset: { type: String, required: true },
    source: { type: String, required: true },
    /** The UTC day, as `2026-01-31`. */
    day: { type: String, required: true },
    /** US dollars for one, the last price of that day. */
    close: { type: Number, required: true },
  },
  { collection: "prices", versionKey: false },
);

// The rule: one close per asset, source and day.
schema.index({ asset: 1, source: 1, day: 1 }, { unique: true });

type PriceRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const Price = createModel<PriceRow>("Price", schema);

/**
 * How many rows are sent to the database at a time. They go past mongoose, which would take longer to
 * look at each than the database to store it; their types are as the schema has them.
 */
const BATCH = 500;

/** A close, and of which asset. */
export interface AssetClose extends Close {
  asset: string;
}

/** Stores the closes of one asset, each in place of what that source said of its day before. */
export const storeCloses = (
  source: PriceSourceName,
  asset: string,
  closes: readonly Close[],
): Promise<number> =>
  storeAssetCloses(
    source,
    closes.map(({ day, close }) => ({ asset, day, close })),
  );

/**
 * Stores closes of any assets, each in place of what that source said of its day before.
 *
 * @returns how many were new or changed
 */
export async function storeAssetCloses(
  source: PriceSourceName,
  closes: readonly AssetClose[],
): Promise<number> {
  let changes = 0;
  let isWhole = false;
  try {
    for (let start = 0; start < closes.length; start += BATCH) {
      const batch = closes.slice(start, start + BATCH);
      // Another process may insert a row between our look and our write; the second look finds it.
      changes += await write(source, batch).catch((error: unknown) => {
        if (isDuplicateKey(error)) return write(source, batch);
        throw error;
      });
    }
    isWhole = true;
  } finally {
    // Of a batch that failed, some may be written.
    if (changes || !isWhole) await noteChange();
  }
  return changes;
}

async function write(source: PriceSourceName, closes: readonly AssetClose[]): Promise<number> {
  const { upsertedCount, modifiedCount } = await Price.collection.bulkWrite(
    closes.map(({ asset, day, close }) => ({
      updateOne: { filter: { asset, source, day }, update: { $set: { close } }, upsert: true },
    })),
    { ordered: false },
  );
  return upsertedCount + modifiedCount;
}

/** Stores closes of days that the source has not spoken of yet; the others stay as they are. */
export async function addCloses(
  source: PriceSourceName,
  closes: readonly AssetClose[],
): Promise<void> {
  try {
    for (let start = 0; start < closes.length; start += BATCH) {
      const batch = closes.slice(start, start + BATCH);
      await insertMissing(
        Price.collection,
        batch.map(({ asset, day, close }) => ({ asset, source, day, close })),
      );
    }
  } finally {
    if (closes.length) await noteChange();
  }
}

const VERSION = "closes version";

/** Tells every process that what it has computed from closes may be out of date. */
const noteChange = () => incrementSetting(VERSION);

/** @returns a number that is higher after any close was added or changed */
export const closesVersion = async (): Promise<number> => Number(await readSetting(VERSION));

/** Which closes are meant: the days from and to are both among them. */
export interface CloseFilter {
  source: PriceSourceName;
  assets: readonly string[];
  from: Day;
  to: Day;
}

/** @returns each asset's closes, oldest first; an asset that has none has an empty list */
export async function readCloses({
  source,
  assets,
  from,
  to,
}: CloseFilter): Promise<Map<string, Close[]>> {
  const closes = new Map<string, Close[]>(assets.map((asset) => [asset, []]));
  if (!closes.size || from > to) return closes;
  const rows = await Price.find(
    { asset: { $in: [...closes.keys()] }, source, day: { $gte: from, $lte: to } },
    { _id: 0, asset: 1, day: 1, close: 1 },
  )
    .sort({ asset: 1, source: 1, day: 1 })
    .limit(closes.size * (daysBetween(from, to) + 1))
    .lean<Pick<PriceRow, "asset" | "day" | "close">[]>();
  for (const { asset, day, close } of rows) closes.get(asset)?.push({ day, close });
  return closes;
}

/** @returns the newest day of which a source has a close of an asset, or `null` */
export async function lastDay(source: PriceSourceName, asset: string): Promise<Day | null> {
  const [row] = await Price.find({ asset, source }, { _id: 0, day: 1 })
    .sort({ day: -1 })
    .limit(1)
    .lean<Pick<PriceRow, "day">[]>();
  return row?.day ?? null;
}

/** Days of which a source has no close, and since when they are remembered. */
interface DaysWithout {
  since: Day;
  days: Day[];
}
const daysWithoutName = (source: PriceSourceName, asset: string) =>
  `days without a close: ${source} ${asset}`;
/** After so many days the source may be asked once more: what it lacked may have come. */
const REMEMBERED_DAYS = 30;

/** @returns the days of which a source has lately said that it has no close of an asset */
export async function readDaysWithout(
  source: PriceSourceName,
  asset: string,
  today: Day,
): Promise<readonly Day[]> {
  const known = (await readSetting(daysWithoutName(source, asset))) as DaysWithout | null;
  return known && daysBetween(known.since, today) < REMEMBERED_DAYS ? known.days : [];
}

/** Remembers days of which a source has no close of an asset, so that it is not asked for them daily. */
export async function noteDaysWithout(
  source: PriceSourceName,
  asset: string,
  days: readonly Day[],
  today: Day,
): Promise<void> {
  if (!days.length) return;
  const name = daysWithoutName(source, asset);
  const known = (await readSetting(name)) as DaysWithout | null;
  const isCurrent = known !== null && daysBetween(known.since, today) < REMEMBERED_DAYS;
  const { since, days: before } = isCurrent ? known : { since: today, days: [] };
  const all = [...new Set([...before, ...days])].sort();
  await writeSetting(name, { since, days: all } satisfies DaysWithout);
}
