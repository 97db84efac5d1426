import { Schema, type Types, type InferSchemaType } from "mongoose";
import { daysBetween, type Day } from "~/domain/calendar-days";
import type { Candle } from "~/domain/candle";
import type { Close, CloseWithCandle } from "~/domain/close";
import type { PriceSourceName } from "~/domain/price-sources";
import { createModel } from "./create-model.server";
import { incrementSetting, readSetting, writeSetting } from "./setting.server";
import { insertMissing, retryOnDuplicate } from "./ids.server";

const candle = new Schema<Candle>(
  { low: Number, high: Number, volume: Number, open: Number },
  { _id: false },
);

const schema = new Schema(
  {
    /** The token's symbol. */
    asset: { type: String, required: true },
    source: { type: String, required: true },
    /** The UTC day, as `2026-01-31`. */
    day: { type: String, required: true },
    /** The last price of that day, in US dollars. */
    close: { type: Number, required: true },
    /** What else the source tells of that day's prices. Only the next closes are judged by it. */
    candle: { type: candle },
  },
  { collection: "prices", versionKey: false },
);

// Enforces one close per asset, source and day.
schema.index({ asset: 1, source: 1, day: 1 }, { unique: true });

type PriceRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const Price = createModel<PriceRow>("Price", schema);

/**
 * Rows per bulk write. The writes bypass mongoose, whose validation would take longer than storing them;
 * the types match the schema.
 */
const BATCH = 500;

export interface AssetClose extends CloseWithCandle {
  asset: string;
}

/**
 * Stores closes of one asset, replacing the source's earlier closes of the same days.
 * @returns how many were new or changed
 */
export const storeCloses = (
  source: PriceSourceName,
  asset: string,
  closes: readonly CloseWithCandle[],
): Promise<number> =>
  storeAssetCloses(
    source,
    closes.map((close) => ({ asset, ...close })),
  );

/**
 * Stores closes of several assets, replacing the source's earlier closes of the same days.
 * @returns how many were new or changed
 */
export async function storeAssetCloses(
  source: PriceSourceName,
  closes: readonly AssetClose[],
): Promise<number> {
  let changes = 0;
  let isComplete = false;
  try {
    for (let start = 0; start < closes.length; start += BATCH) {
      const batch = closes.slice(start, start + BATCH);
      changes += await retryOnDuplicate(() => write(source, batch));
    }
    isComplete = true;
  } finally {
    // A failed batch may have been written in part.
    if (changes || !isComplete) await incrementClosesVersion();
  }
  return changes;
}

async function write(source: PriceSourceName, closes: readonly AssetClose[]): Promise<number> {
  const { upsertedCount, modifiedCount } = await Price.collection.bulkWrite(
    closes.map(({ asset, day, close, candle }) => ({
      updateOne: {
        filter: { asset, source, day },
        update: candle ? { $set: { close, candle } } : { $set: { close }, $unset: { candle: "" } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
  return upsertedCount + modifiedCount;
}

/** Stores closes of days for which the source has none yet; existing closes stay unchanged. */
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
    if (closes.length) await incrementClosesVersion();
  }
}

const VERSION = "closes version";

/** Invalidates all results that any process has computed from closes. */
const incrementClosesVersion = () => incrementSetting(VERSION);

/** @returns a version number that grows whenever a close is added or changed */
export const closesVersion = async (): Promise<number> => Number(await readSetting(VERSION));

/** Selects closes; `from` and `to` are both inclusive. */
export interface CloseFilter {
  source: PriceSourceName;
  assets: readonly string[];
  from: Day;
  to: Day;
}

/** @returns the closes of each asset, oldest first; an empty array for an asset without closes */
export async function readCloses(filter: CloseFilter): Promise<Map<string, Close[]>> {
  return group(filter, await find(filter, {}), ({ day, close }) => ({ day, close }));
}

/** @returns the same as `readCloses`, with the candles that the source has */
export async function readClosesWithCandles(
  filter: CloseFilter,
): Promise<Map<string, CloseWithCandle[]>> {
  return group(filter, await find(filter, { candle: 1 }), withCandle);
}

async function find({ source, assets, from, to }: CloseFilter, also: { candle?: 1 }) {
  const symbols = [...new Set(assets)];
  if (!symbols.length || from > to) return [];
  return Price.find(
    { asset: { $in: symbols }, source, day: { $gte: from, $lte: to } },
    { _id: 0, asset: 1, day: 1, close: 1, ...also },
  )
    .sort({ asset: 1, source: 1, day: 1 })
    .limit(symbols.length * (daysBetween(from, to) + 1))
    .lean<AssetClose[]>();
}

function group<Row>(
  { assets }: CloseFilter,
  rows: readonly AssetClose[],
  read: (row: AssetClose) => Row,
): Map<string, Row[]> {
  const closes = new Map<string, Row[]>(assets.map((asset) => [asset, []]));
  for (const row of rows) closes.get(row.asset)?.push(read(row));
  return closes;
}

const withCandle = ({ day, close, candle }: CloseWithCandle): CloseWithCandle => ({
  day,
  close,
  ...(candle && { candle }),
});

/** @returns the newest closes of an asset before a day, at most `limit`, oldest first, with their candles */
export async function readClosesBefore(
  { source, asset }: { source: PriceSourceName; asset: string },
  day: Day,
  limit: number,
): Promise<CloseWithCandle[]> {
  const rows = await Price.find(
    { asset, source, day: { $lt: day } },
    { _id: 0, day: 1, close: 1, candle: 1 },
  )
    .sort({ day: -1 })
    .limit(limit)
    .lean<CloseWithCandle[]>();
  return rows.map(withCandle).reverse();
}

/** @returns the closes of an asset at the given sources, by day; `from` and `to` are both inclusive */
export async function readClosesOfSources(
  asset: string,
  sources: readonly PriceSourceName[],
  { from, to }: { from: Day; to: Day },
): Promise<Map<Day, number[]>> {
  const closes = new Map<Day, number[]>();
  if (!sources.length || from > to) return closes;
  const rows = await Price.find(
    { asset, source: { $in: [...sources] }, day: { $gte: from, $lte: to } },
    { _id: 0, day: 1, close: 1 },
  )
    .sort({ asset: 1, source: 1, day: 1 })
    .limit(sources.length * (daysBetween(from, to) + 1))
    .lean<Close[]>();
  for (const { day, close } of rows) closes.set(day, [...(closes.get(day) ?? []), close]);
  return closes;
}

/** @returns the newest day for which a source has a close of an asset, or `null` */
export async function lastDay(source: PriceSourceName, asset: string): Promise<Day | null> {
  const [row] = await Price.find({ asset, source }, { _id: 0, day: 1 })
    .sort({ day: -1 })
    .limit(1)
    .lean<Pick<PriceRow, "day">[]>();
  return row?.day ?? null;
}

/** Days for which a source has no close, and the day this was first recorded. */
interface MissingDays {
  since: Day;
  days: Day[];
}
const missingDaysKey = (source: PriceSourceName, asset: string) =>
  `days without a close: ${source} ${asset}`;
/** After this many days the source is asked again, because missing closes may have appeared. */
const RETRY_AFTER_DAYS = 30;

/** @returns the days for which a source recently reported no close of an asset */
export async function readMissingDays(
  source: PriceSourceName,
  asset: string,
  today: Day,
): Promise<readonly Day[]> {
  const known = (await readSetting(missingDaysKey(source, asset))) as MissingDays | null;
  return known && daysBetween(known.since, today) < RETRY_AFTER_DAYS ? known.days : [];
}

/** Records days for which a source has no close of an asset, so that it is not asked again every day. */
export async function recordMissingDays(
  source: PriceSourceName,
  asset: string,
  days: readonly Day[],
  today: Day,
): Promise<void> {
  if (!days.length) return;
  const name = missingDaysKey(source, asset);
  const known = (await readSetting(name)) as MissingDays | null;
  const isCurrent = known !== null && daysBetween(known.since, today) < RETRY_AFTER_DAYS;
  const { since, days: before } = isCurrent ? known : { since: today, days: [] };
  const all = [...new Set([...before, ...days])].sort();
  await writeSetting(name, { since, days: all } satisfies MissingDays);
}
