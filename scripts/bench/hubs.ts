/** Generates two hubs for measuring, one a hundred times as large as the other. */
import { topics } from "~/domain/topics";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { importReviews } from "~/models/review.server";
import { recount } from "~/services/jobs/recount.server";
import type { Task } from "./measure";
import { inTurns } from "./tasks";

/** The number of reviews in each hub. Both are in one community and measured in one run. */
const HUBS = { macro: 100, stocks: 10_000 } as const;
const BATCH = 2_000;
const MEMBERS = 200;

type Hub = keyof typeof HUBS;
export const allHubs = Object.keys(HUBS) as Hub[];

/**
 * Adds the reviews of hubs to a data directory that no site has open. Call it first, because it recounts
 * everything in the directory.
 */
export async function fillHubs(
  dataDir: string,
  hubs: readonly Hub[],
  now = new Date(),
): Promise<void> {
  await startDatabase({ MONGODB_URI: undefined, DATA_DIR: dataDir });
  try {
    for (const hub of hubs) {
      const size = HUBS[hub];
      for (let from = 0; from < size; from += BATCH) {
        const count = Math.min(BATCH, size - from);
        await importReviews(Array.from({ length: count }, (_, i) => reviewOf(hub, from + i, now)));
      }
    }
    await recount({ recheckDelayMs: 0 });
  } finally {
    await closeDatabase();
  }
}

function reviewOf(hub: string, index: number, now: Date) {
  const topic = topics.find(({ slug }) => slug === hub)!;
  const categories = topic.reviewCategories;
  const member = index % MEMBERS;
  return {
    id: hex(topics.indexOf(topic) * 1_000_000 + index),
    title: `On ${topic.title}, part ${index}`,
    author: `Author ${index % 900}`,
    url: `https://journal.example/${hub}/${index}`,
    workKey: `journal.example/${hub}/${index}`,
    rating: 1 + (index % 5),
    userId: hex(member),
    username: `Member ${member}`,
    hub,
    category: categories[index % categories.length]!.slug,
    review: "Careful with its data, modest in its claims, and long. ".repeat(8).trim(),
    // One review per minute, the newest a minute old.
    createdAt: new Date(now.getTime() - (index + 1) * 60_000),
  };
}

const hex = (number: number) => number.toString(16).padStart(24, "0");

/** The first page of each hub: in the default order, best rated, and searched. */
export const hubTasks = (): Task[] =>
  Object.entries(HUBS).flatMap(([hub, size]) => {
    const reviews = `${size.toLocaleString("en")} reviews`;
    const word = inTurns(["part 7", "author 12", "member 5"]);
    return [
      { name: `hub of ${reviews}`, request: { path: `/${hub}` } },
      { name: `hub of ${reviews}, best rated`, request: { path: `/${hub}?sort=best` } },
      {
        name: `hub of ${reviews}, searched`,
        request: () => ({ path: `/${hub}?${new URLSearchParams({ q: word() })}` }),
      },
    ];
  });
