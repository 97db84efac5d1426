/** Numbers about the whole site for administrators: rows by day, lengths of queues, and the size of the database. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import mongoose from "mongoose";
import { addDays, startOf, type Day } from "~/domain/calendar-days";
import "./all-models.server";

/** The collections whose rows are counted by the day of their `createdAt`, which an index of each begins with. */
const countedByDay = {
  accounts: "users",
  articles: "articles",
  reviews: "reviews",
  comments: "comments",
} as const;
export type CountedByDay = keyof typeof countedByDay | "recommendations";

const collectionNamed = (name: string) => mongoose.connection.collection(name);

/** @returns how many rows of a kind were made on each of these days */
export const countByDay = (kind: CountedByDay, days: readonly Day[]): Promise<number[]> =>
  Promise.all(days.map((day) => countOn(kind, day)));

function countOn(kind: CountedByDay, day: Day): Promise<number> {
  const createdAt = { $gte: startOf(day), $lt: startOf(addDays(day, 1)) };
  if (kind !== "recommendations") {
    return collectionNamed(countedByDay[kind]).countDocuments({ createdAt });
  }
  return collectionNamed(kind).countDocuments({
    kind: { $in: ["momentum", "sentiment"] },
    createdAt,
  });
}

/** The longest queue that is counted. */
export const MAX_COUNTED = 1_000;

const EVER = { $gt: new Date(0) };

const queues = {
  cases: ["moderation-cases", { isOpen: true }],
  appeals: ["moderation-decisions", { "appeal.outcome": null, "appeal.at": EVER }],
  mails: ["mails", { dueAt: EVER }],
  announcements: ["announcements", {}],
  unsettled: ["unsettled-outcomes", {}],
} as const satisfies Record<string, readonly [collection: string, filter: object]>;
export type QueueName = keyof typeof queues;

/** @returns how long each queue is, up to `MAX_COUNTED` */
export async function countQueues(): Promise<Record<QueueName, number>> {
  const lengths = await Promise.all(
    Object.entries(queues).map(async ([name, [collection, filter]]) => [
      name,
      await collectionNamed(collection).countDocuments(filter, { limit: MAX_COUNTED }),
    ]),
  );
  return Object.fromEntries(lengths) as Record<QueueName, number>;
}

/**
 * @param embeddedIn the data directory with the embedded database; `null` if the site uses another
 * @returns the bytes that the database takes on disk; `null` if that cannot be found out
 */
export async function databaseBytes(embeddedIn: string | null): Promise<number | null> {
  try {
    if (embeddedIn) return await bytesIn(join(embeddedIn, "db"));
    const stats = await mongoose.connection.db?.command({ dbStats: 1 });
    return Number(stats?.storageSize ?? 0) + Number(stats?.indexSize ?? 0) || null;
  } catch {
    return null;
  }
}

async function bytesIn(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  // Blocks on disk, because the file of the embedded database has holes.
  const sizes = await Promise.all(
    files.map(async ({ name }) => (await stat(join(directory, name))).blocks * 512),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
