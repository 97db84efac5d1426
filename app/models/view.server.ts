import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { defineModel } from "./define.server";
import { isDuplicateKey, toObjectId } from "./ids.server";

const DAY_MS = 86_400_000;

const viewSchema = new Schema(
  {
    article: { type: Schema.Types.ObjectId, required: true },
    /** The UTC day, as `2026-01-31`. */
    day: { type: String, required: true },
    /** A session, or a keyed hash that means nothing once the day's key is gone. */
    visitor: { type: String, required: true },
    /** Only today's rows serve a purpose. */
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "views", versionKey: false },
);
viewSchema.index({ article: 1, day: 1, visitor: 1 }, { unique: true });

type ViewRow = InferSchemaType<typeof viewSchema> & { _id: Types.ObjectId };
const View = defineModel<ViewRow>("View", viewSchema);

/**
 * Visits that are known to have their row. Whoever comes back, as a reader who reloads or a program that
 * polls, would otherwise cost a write each time, only for the index to refuse it.
 */
const written = new LRUCache<string, true>({ max: 20_000 });

/** @returns whether that visitor had not viewed that article on that day yet */
export async function addVisit(articleId: string, day: string, visitor: string): Promise<boolean> {
  const visit = `${articleId} ${day} ${visitor}`;
  if (written.get(visit)) return false;
  const isNew = await insertVisit(articleId, day, visitor);
  written.set(visit, true);
  return isNew;
}

async function insertVisit(articleId: string, day: string, visitor: string): Promise<boolean> {
  try {
    await View.create({
      article: new Types.ObjectId(articleId),
      day,
      visitor,
      expiresAt: new Date(Date.parse(day) + 2 * DAY_MS),
    });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Removes visits of an article, at most so many. @returns how many */
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
const DayKey = defineModel<DayKeyRow>("DayKey", dayKeySchema);

const known = new Map<string, string>();

/**
 * The random key of a day, the same for every process; it is deleted after it, and with it goes any way
 * to tell whom a visitor's hash stood for.
 *
 * @param day the UTC day, as `2026-01-31`
 */
export async function dayKey(day: string): Promise<string> {
  const cached = known.get(day);
  if (cached) return cached;
  const fresh = {
    key: randomBytes(32).toString("hex"),
    expiresAt: new Date(Date.parse(day) + 2 * DAY_MS),
  };
  const write = () =>
    DayKey.findByIdAndUpdate(
      day,
      { $setOnInsert: fresh },
      { upsert: true, returnDocument: "after" },
    ).lean();
  // Two first visitors at once: one inserts, the other finds what was inserted.
  const row = await write().catch((error: unknown) => {
    if (isDuplicateKey(error)) return write();
    throw error;
  });
  if (!row) throw new Error(`no key for ${day}`);
  known.clear();
  known.set(day, row.key);
  return row.key;
}
