import { randomBytes } from "node:crypto";
import { addMilliseconds } from "date-fns/addMilliseconds";
import { millisecondsInDay } from "date-fns/constants";
import { LRUCache } from "lru-cache";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { startOf } from "~/domain/calendar-days";
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
/** Maximum number of these per article. Each process counts only the rows that it has added itself. */
export const ROWS_PER_ARTICLE = 25_000;
/** How many rows a process reserves at a time. */
const RESERVATION = 1_000;

/** This process's cache for one day, dropped when the day's rows expire. */
interface DayCache {
  day: string;
  key?: string;
  /** Visits known to be stored, so that a visitor who reloads or polls does not cost a failing insert each time. */
  stored: LRUCache<string, true>;
  /** The number of added rows, by article. */
  rows: LRUCache<string, number>;
  /** The number of reserved rows that are still free. */
  reserved: number;
  isFull: boolean;
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
  const [stored, rows] = [
    new LRUCache<string, true>({ max: 20_000 }),
    new LRUCache<string, number>({ max: 20_000 }),
  ];
  dayCache = { day, stored, rows, reserved: 0, isFull: false, timer };
  return dayCache;
}

/** A visitor's view of an article. */
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
  if (!unknown.length) return [];
  await reserveRows(today, unknown.length);
  const added = unknown.filter(({ visit }) => takeReservedRow(today, visit.articleId));
  const known = await insertVisits(today, added);
  const rows = new Map<NewVisit, number>();
  for (const [index, { visit, name }] of added.entries()) {
    today.stored.set(name, true);
    if (known.has(index)) returnReservedRow(today, visit.articleId);
    else rows.set(visit, (rows.get(visit) ?? 0) + 1);
  }
  return visits.filter((visit) => rows.get(visit) === visit.visitors.length);
}

/** @returns the indexes in `added` of the rows that were stored before */
async function insertVisits(
  today: DayCache,
  added: readonly { visit: NewVisit; visitor: string }[],
): Promise<ReadonlySet<number>> {
  const { day } = today;
  const rows = added.map(({ visit, visitor }) => ({
    article: new Types.ObjectId(visit.articleId),
    day,
    visitor,
    expiresAt: expiryOf(day),
  }));
  try {
    return await insertMissing(View, rows);
  } catch (error) {
    for (const { visit } of added) returnReservedRow(today, visit.articleId);
    throw error;
  }
}

/** Reserves rows from the day's limit, which all processes share, unless enough are reserved already. */
async function reserveRows(today: DayCache, rows: number): Promise<void> {
  if (today.isFull || today.reserved >= rows) return;
  const more = Math.max(rows, RESERVATION);
  const row = await writeDayKey(today.day, more);
  today.key = row.key;
  if (row.rows <= ROWS_PER_DAY) today.reserved += more;
  else today.isFull = true;
}

/** Takes one of the reserved rows. @returns whether there was one, and the article has not reached its limit */
function takeReservedRow(today: DayCache, articleId: string): boolean {
  const rows = today.rows.get(articleId) ?? 0;
  if (today.reserved === 0 || rows >= ROWS_PER_ARTICLE) return false;
  today.reserved -= 1;
  today.rows.set(articleId, rows + 1);
  return true;
}

function returnReservedRow(today: DayCache, articleId: string): void {
  today.reserved += 1;
  today.rows.set(articleId, (today.rows.get(articleId) ?? 1) - 1);
}

/** Removes up to `limit` visits of an article. @returns how many were removed */
export async function removeVisits(articleId: string, limit: number): Promise<number> {
  const rows = await View.find({ article: toObjectId(articleId) }, { _id: 1 })
    .limit(limit)
    .lean<ViewRow[]>();
  if (!rows.length) return 0;
  await View.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
  return rows.length;
}

const dayKeySchema = new Schema(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    /** How many rows of views processes have reserved for the day. */
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

/** Reserves rows for a day, and creates the day's key if it has none. @returns the updated row */
async function writeDayKey(day: string, rows: number): Promise<DayKeyRow> {
  const fresh = { key: randomBytes(32).toString("hex"), expiresAt: expiryOf(day) };
  const row = await retryOnDuplicate(() =>
    DayKey.findByIdAndUpdate(
      day,
      { $setOnInsert: fresh, $inc: { rows } },
      { upsert: true, returnDocument: "after" },
    ).lean<DayKeyRow>(),
  );
  if (!row) throw new Error(`no key for ${day}`);
  return row;
}
