import { randomBytes } from "node:crypto";
import { addMilliseconds } from "date-fns/addMilliseconds";
import { millisecondsInDay } from "date-fns/constants";
import { LRUCache } from "lru-cache";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { startOf } from "~/domain/calendar-days";
import { createModel } from "./create-model.server";
import { insertMissing, isDuplicateKey, toObjectId } from "./ids.server";

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
 * How many rows a day may have, of all articles, so that whoever has addresses without end fills no disk:
 * with those of the day before, some 200 MB. What is beyond is not counted.
 */
export const ROWS_PER_DAY = 250_000;
/** How many of them one article may have. Each process counts those that it has added itself. */
export const ROWS_PER_ARTICLE = 25_000;
/** A process takes room for so many rows at a time. */
const ROOM = 1_000;

/** This process's cache for one day, dropped when the day's rows expire. */
interface DayCache {
  day: string;
  key?: string;
  /**
   * Visits known to be stored, so that a visitor who reloads or polls does not cost a failing insert each
   * time.
   */
  stored: LRUCache<string, true>;
  /** The rows added, by article. */
  rows: LRUCache<string, number>;
  /** How many more may be added before room is asked for again. */
  room: number;
  isFull: boolean;
  timer: NodeJS.Timeout;
}

let dayCache: DayCache | null = null;

/** Forgets what this process knows of the day, where a database was emptied or replaced. */
export function forgetDay(): void {
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
  dayCache = { day, stored, rows, room: 0, isFull: false, timer };
  return dayCache;
}

/** Somebody's view of an article. */
export interface NewVisit {
  articleId: string;
  /** All that the visitor is known by. */
  visitors: readonly string[];
}

/**
 * Adds visits in one write.
 *
 * @param day the UTC day, as `2026-01-31`
 * @returns those where none of what the visitor is known by has viewed the article on that day, as far as
 *   there is room
 */
export async function addVisits(day: string, visits: readonly NewVisit[]): Promise<NewVisit[]> {
  const today = cacheFor(day);
  const unknown = visits.flatMap((visit) =>
    visit.visitors
      .map((visitor) => ({ visit, visitor, name: `${visit.articleId} ${visitor}` }))
      .filter(({ name }) => !today.stored.has(name)),
  );
  if (!unknown.length) return [];
  await askForRoom(today, unknown.length);
  const added = unknown.filter(({ visit }) => takeRoom(today, visit.articleId));
  const known = await insertVisits(today, added);
  const rows = new Map<NewVisit, number>();
  for (const [index, { visit, name }] of added.entries()) {
    today.stored.set(name, true);
    if (known.has(index)) giveRoomBack(today, visit.articleId);
    else rows.set(visit, (rows.get(visit) ?? 0) + 1);
  }
  return visits.filter((visit) => rows.get(visit) === visit.visitors.length);
}

/** @returns the places of those that were there already */
async function insertVisits(
  today: DayCache,
  added: readonly { visit: NewVisit; visitor: string }[],
): Promise<ReadonlySet<number>> {
  const { day } = today;
  const rows = added.map(({ visit, visitor }) => ({
    ...{ article: new Types.ObjectId(visit.articleId), day, visitor },
    expiresAt: expiryOf(day),
  }));
  try {
    return await insertMissing(View, rows);
  } catch (error) {
    for (const { visit } of added) giveRoomBack(today, visit.articleId);
    throw error;
  }
}

/** Asks for room for rows, which all processes share. */
async function askForRoom(today: DayCache, rows: number): Promise<void> {
  if (today.isFull || today.room >= rows) return;
  const more = Math.max(rows, ROOM);
  const row = await writeDayKey(today.day, more);
  today.key = row.key;
  if (row.rows <= ROWS_PER_DAY) today.room += more;
  else today.isFull = true;
}

/** @returns whether there was room for one more row */
function takeRoom(today: DayCache, articleId: string): boolean {
  const rows = today.rows.get(articleId) ?? 0;
  if (today.room === 0 || rows >= ROWS_PER_ARTICLE) return false;
  today.room -= 1;
  today.rows.set(articleId, rows + 1);
  return true;
}

function giveRoomBack(today: DayCache, articleId: string): void {
  today.room += 1;
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
    /** For how many rows of views of the day processes have asked. */
    rows: { type: Number, default: 0 },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "daykeys", versionKey: false },
);

type DayKeyRow = InferSchemaType<typeof dayKeySchema>;
const DayKey = createModel<DayKeyRow>("DayKey", dayKeySchema);

/**
 * Returns the random hash key of a day, shared by all processes. It is deleted afterwards, and with it any
 * way to identify visitors from their hashes.
 *
 * @param day the UTC day, as `2026-01-31`
 */
export async function dayKey(day: string): Promise<string> {
  const today = cacheFor(day);
  today.key ??= (await writeDayKey(day, 0)).key;
  return today.key;
}

/** Asks for room for rows of a day, and makes the day's key if it has none. @returns the row as it is then */
async function writeDayKey(day: string, rows: number): Promise<DayKeyRow> {
  const fresh = { key: randomBytes(32).toString("hex"), expiresAt: expiryOf(day) };
  const write = () =>
    DayKey.findByIdAndUpdate(
      day,
      { $setOnInsert: fresh, $inc: { rows } },
      { upsert: true, returnDocument: "after" },
    ).lean<DayKeyRow>();
  // Of two concurrent first upserts one may fail; the retry finds the row.
  const row = await write().catch((error: unknown) => {
    if (isDuplicateKey(error)) return write();
    throw error;
  });
  if (!row) throw new Error(`no key for ${day}`);
  return row;
}
