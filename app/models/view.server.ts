import { randomBytes } from "node:crypto";
import { addMilliseconds } from "date-fns/addMilliseconds";
import { millisecondsInDay } from "date-fns/constants";
import { LRUCache } from "lru-cache";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { startOf } from "~/domain/calendar-days";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { insertMissing, retryOnDuplicate, toObjectId } from "./ids.server";

const viewSchema = new Schema(
  {
    article: { type: Schema.Types.ObjectId, required: true },
    /** The UTC day, as `2026-01-31`. */
    day: { type: String, required: true },
    /** A keyed hash that cannot be traced back once the day's key is deleted. */
    visitor: { type: String, required: true },
    /** Rows are only needed on their own day. */
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "views", versionKey: false },
);
viewSchema.index({ article: 1, day: 1, visitor: 1 }, { unique: true });

type ViewRow = InferSchemaType<typeof viewSchema> & { _id: Types.ObjectId };
const View = createModel<ViewRow>("View", viewSchema);

/** When a day's rows and key are deleted. */
const expiryOf = (day: string): Date => addMilliseconds(startOf(day), 2 * millisecondsInDay);

/**
 * Maximum number of rows per day for all articles, so that a client with an unlimited number of addresses cannot
 * fill the disk. Together with the previous day's rows they take some 200 MB. Further views are not counted.
 */
export const ROWS_PER_DAY = 250_000;
/** Maximum number of these per article. Each process counts only its own. */
export const ROWS_PER_ARTICLE = 25_000;

/** This process's cache for one day, dropped when the day's rows expire. */
interface DayCache {
  day: string;
  key?: string;
  /** Visits known to be stored, so that a visitor who reloads or polls does not cost a failing insert each time. */
  stored: LRUCache<string, true>;
  /** The number of counted rows, by article. */
  rows: LRUCache<string, number>;
  timer: NodeJS.Timeout;
}

let dayCache: DayCache | null = null;

/** Drops this process's cache for the day, after the database was emptied or replaced. */
export function dropDayCache(): void {
  clearTimeout(dayCache?.timer);
  dayCache = null;
}

function cacheFor(day: string): DayCache {
  if (dayCache?.day === day) return dayCache;
  clearTimeout(dayCache?.timer);
  const timer = setTimeout(() => (dayCache = null), expiryOf(day).getTime() - Date.now());
  timer.unref();
  const stored = new LRUCache<string, true>({ max: 20_000 });
  const rows = new LRUCache<string, number>({ max: 20_000 });
  return (dayCache = { day, stored, rows, timer });
}

export interface NewVisit {
  articleId: string;
  /** All hashes that identify the visitor. */
  visitors: readonly string[];
}

/**
 * Adds visits in one write.
 * @returns the visits that count: none of the visitor's hashes was stored for the article on that day, and there was
 *   room for all of them
 */
export async function addVisits(day: string, visits: readonly NewVisit[]): Promise<NewVisit[]> {
  const today = cacheFor(day);
  const unknown = visits.flatMap((visit) =>
    visit.visitors
      .map((visitor) => ({ visit, visitor, name: `${visit.articleId} ${visitor}` }))
      .filter(({ name }) => !today.stored.has(name)),
  );
  const added = unknown.filter(({ visit }) => countRow(today, visit.articleId));
  if (!added.length || (await writeDayKey(day, added.length)).rows > ROWS_PER_DAY) return [];
  const known = await insertMissing(
    View,
    added.map(({ visit, visitor }) => ({
      article: new Types.ObjectId(visit.articleId),
      day,
      visitor,
      expiresAt: expiryOf(day),
    })),
  );
  const rows = new Map<NewVisit, number>();
  for (const [index, { visit, name }] of added.entries()) {
    today.stored.set(name, true);
    if (!known.has(index)) rows.set(visit, (rows.get(visit) ?? 0) + 1);
  }
  return visits.filter((visit) => rows.get(visit) === visit.visitors.length);
}

/** @returns whether the article has not reached its limit */
function countRow(today: DayCache, articleId: string): boolean {
  const rows = today.rows.get(articleId) ?? 0;
  if (rows >= ROWS_PER_ARTICLE) return false;
  today.rows.set(articleId, rows + 1);
  return true;
}

/** Removes up to `limit` visits of an article. @returns how many were removed */
export const removeVisits = (articleId: string, limit: number): Promise<number> =>
  collectionOf(View, (row: ViewRow) => row).removeSome(
    { article: toObjectId(articleId) },
    { limit },
  );

const dayKeySchema = new Schema(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    /** How many rows of views have been counted for the day, by all processes. */
    rows: { type: Number, default: 0 },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "daykeys", versionKey: false },
);

type DayKeyRow = InferSchemaType<typeof dayKeySchema>;
const DayKey = createModel<DayKeyRow>("DayKey", dayKeySchema);

/**
 * Returns the random hash key of a day, shared by all processes. Once it is deleted, visitors can no longer be
 * identified from their hashes.
 */
export async function dayKey(day: string): Promise<string> {
  const today = cacheFor(day);
  today.key ??= (await writeDayKey(day, 0)).key;
  return today.key;
}

/** Counts rows for a day, and creates the day's key if it has none. @returns the updated row */
async function writeDayKey(day: string, rows: number): Promise<DayKeyRow> {
  const fresh = { key: randomBytes(32).toString("hex"), expiresAt: expiryOf(day) };
  const row = await retryOnDuplicate(() =>
    DayKey.findByIdAndUpdate(
      day,
      { $setOnInsert: fresh, $inc: { rows } },
      { upsert: true, returnDocument: "after" },
    ).lean(),
  );
  if (!row) throw new Error(`no key for ${day}`);
  return row;
}
