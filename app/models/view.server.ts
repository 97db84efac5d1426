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
    /** A session id, or a keyed hash that cannot be traced back once the day's key is deleted. */
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

/** This process's cache for one day, dropped when the day's rows expire. */
interface DayCache {
  day: string;
  key?: string;
  /**
   * Visits known to be stored, so that a visitor who reloads or polls does not cost a failing insert each
   * time.
   */
  stored: LRUCache<string, true>;
  timer: NodeJS.Timeout;
}

let dayCache: DayCache | null = null;

function cacheFor(day: string): DayCache {
  if (dayCache?.day === day) return dayCache;
  clearTimeout(dayCache?.timer);
  const timer = setTimeout(() => (dayCache = null), expiryOf(day).getTime() - Date.now());
  timer.unref();
  dayCache = { day, stored: new LRUCache({ max: 20_000 }), timer };
  return dayCache;
}

/** @returns whether this is the visitor's first view of the article on that day */
export async function addVisit(articleId: string, day: string, visitor: string): Promise<boolean> {
  const { stored } = cacheFor(day);
  const visit = `${articleId} ${visitor}`;
  if (stored.get(visit)) return false;
  const isNew = await insertVisit(articleId, day, visitor);
  stored.set(visit, true);
  return isNew;
}

/** A visitor's view of an article on a day. */
export interface NewVisit {
  articleId: string;
  /** The UTC day, as `2026-01-31`. */
  day: string;
  visitor: string;
}

/** Adds visits in one write. @returns those that were the visitor's first view of the article on that day */
export async function addVisits(visits: readonly NewVisit[]): Promise<NewVisit[]> {
  const unknown = visits.filter(
    ({ articleId, day, visitor }) => !cacheFor(day).stored.has(`${articleId} ${visitor}`),
  );
  if (!unknown.length) return [];
  const rows = unknown.map(({ articleId, day, visitor }) => ({
    article: new Types.ObjectId(articleId),
    day,
    visitor,
    expiresAt: expiryOf(day),
  }));
  const known = await insertMissing(View, rows);
  for (const { articleId, day, visitor } of unknown) {
    cacheFor(day).stored.set(`${articleId} ${visitor}`, true);
  }
  return unknown.filter((_, index) => !known.has(index));
}

async function insertVisit(articleId: string, day: string, visitor: string): Promise<boolean> {
  try {
    await View.create({
      article: new Types.ObjectId(articleId),
      day,
      visitor,
      expiresAt: expiryOf(day),
    });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
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
  if (today.key) return today.key;
  const fresh = { key: randomBytes(32).toString("hex"), expiresAt: expiryOf(day) };
  const write = () =>
    DayKey.findByIdAndUpdate(
      day,
      { $setOnInsert: fresh },
      { upsert: true, returnDocument: "after" },
    ).lean();
  // Of two concurrent first upserts one may fail; the retry finds the row.
  const row = await write().catch((error: unknown) => {
    if (isDuplicateKey(error)) return write();
    throw error;
  });
  if (!row) throw new Error(`no key for ${day}`);
  today.key = row.key;
  return row.key;
}
