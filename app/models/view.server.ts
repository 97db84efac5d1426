import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { DAY_MS } from "~/domain/calendar-days";
import { createModel } from "./create-model.server";
import { isDuplicateKey, toObjectId } from "./ids.server";

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
const View = createModel<ViewRow>("View", viewSchema);

/** When nothing is kept any more of whom a day's visits were. */
const expiryOf = (day: string): Date => new Date(Date.parse(day) + 2 * DAY_MS);

/** What this process remembers of a day, and forgets when the day's rows go. */
interface Remembered {
  day: string;
  key?: string;
  /**
   * Visits that are known to have their row. Whoever comes back, as a reader who reloads or a program
   * that polls, would otherwise cost a write each time, only for the index to refuse it.
   */
  written: LRUCache<string, true>;
  forgetting: NodeJS.Timeout;
}

let remembered: Remembered | null = null;

function rememberedOf(day: string): Remembered {
  if (remembered?.day === day) return remembered;
  clearTimeout(remembered?.forgetting);
  const forgetting = setTimeout(() => (remembered = null), expiryOf(day).getTime() - Date.now());
  forgetting.unref();
  remembered = { day, written: new LRUCache({ max: 20_000 }), forgetting };
  return remembered;
}

/** @returns whether that visitor had not viewed that article on that day yet */
export async function addVisit(articleId: string, day: string, visitor: string): Promise<boolean> {
  const { written } = rememberedOf(day);
  const visit = `${articleId} ${visitor}`;
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
      expiresAt: expiryOf(day),
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
const DayKey = createModel<DayKeyRow>("DayKey", dayKeySchema);

/**
 * The random key of a day, the same for every process; it is deleted after it, and with it goes any way
 * to tell whom a visitor's hash stood for.
 *
 * @param day the UTC day, as `2026-01-31`
 */
export async function dayKey(day: string): Promise<string> {
  const today = rememberedOf(day);
  if (today.key) return today.key;
  const fresh = { key: randomBytes(32).toString("hex"), expiresAt: expiryOf(day) };
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
  today.key = row.key;
  return row.key;
}
