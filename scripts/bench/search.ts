/** Measures the search for rare and for common words. */
import { setTimeout as sleep } from "node:timers/promises";
import { categories } from "~/domain/categories";
import { topics } from "~/domain/topics";
import { importArticles } from "~/models/article.server";
import { importComments } from "~/models/comment.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { importReviews } from "~/models/review.server";
import {
  countKinds,
  datesOver,
  idOf,
  memberId,
  memberName,
  numbers,
  sentence,
  type Random,
} from "./community";
import { say } from "../lib/project.mjs";
import { plainTable } from "./report";
import { dataDirectory, startSite, type Site } from "./workshop";

const BATCH = 2_000;
const MEMBERS = 500;
const SPAN_MS = 2 * 365 * 86_400_000;
const SHARES = { articles: 20, reviews: 20 };
/** The number of documents of each kind with the rare word, whatever the total. */
const RARE = 5;

/** The searches. Each document contains one of the two words of `apart`, alternately, and never both. */
export const searches = {
  rare: { name: "a rare word", q: "quokka" },
  common: { name: "two common words, often together", q: "price opinion" },
  apart: { name: "two common words, never together", q: "northern southern" },
  phrase: { name: "a common and the rare word", q: "price quokka" },
} as const;

/** Fills an empty data directory with `size` documents of all kinds. */
export async function fillDocuments(
  dataDir: string,
  size: number,
  now = new Date(),
): Promise<void> {
  await startDatabase({ MONGODB_URI: undefined, DATA_DIR: dataDir });
  try {
    const random = numbers(size);
    const { articles, reviews, comments } = countKinds(size, SHARES);
    const at = datesOver(SPAN_MS, now);
    const articleId = (i: number) => idOf(at(i, articles), i);
    await inBatches(articles, (indexes) =>
      importArticles(
        indexes.map((i) => ({
          ...article(i, random),
          id: articleId(i),
          createdAt: at(i, articles),
          content: text(i, articles, 6, random),
        })),
      ),
    );
    await inBatches(reviews, (indexes) =>
      importReviews(
        indexes.map((i) => ({
          ...review(i, random),
          id: idOf(at(i, reviews), 2_000_000 + i),
          createdAt: at(i, reviews),
          review: text(i, reviews, 3, random),
        })),
      ),
    );
    await inBatches(comments, (indexes) =>
      importComments(
        indexes.map((i) => ({
          id: idOf(at(i, comments), 1_000_000 + i),
          articleId: articleId(Math.floor((i / comments) * articles)),
          ...by("authorId", "username", random),
          content: text(i, comments, 2, random),
          createdAt: at(i, comments),
        })),
      ),
    );
  } finally {
    await closeDatabase();
  }
}

async function inBatches(
  size: number,
  store: (indexes: readonly number[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < size; from += BATCH) {
    await store(Array.from({ length: Math.min(BATCH, size - from) }, (_, i) => from + i));
  }
}

/** Generates sentences with one of the two words that never occur together and, in a few documents, the rare word. */
function text(index: number, all: number, sentences: number, random: Random): string {
  const apart = searches.apart.q.split(" ")[index % 2]!;
  const isRare = index % Math.ceil(all / RARE) === 0;
  return [
    ...Array.from({ length: sentences }, () => sentence(random, 11)),
    `So it is in the ${apart} markets${isRare ? `, and with the ${searches.rare.q}` : ""}.`,
  ].join(" ");
}

function article(index: number, random: Random) {
  const upvotes = Math.floor(Math.expm1(random() * random() * 7));
  return {
    title: sentence(random, 7).slice(0, -1),
    summary: sentence(random, 14).slice(0, 200),
    url: `https://journal.example/${index}/search`,
    urlKey: `journal.example/${index}/search`,
    category: categories[index % categories.length]!.slug,
    ...by("authorId", "reviewer", random),
    ...{ upvotes, views: upvotes * 9, commentCount: 3, commentsByOthers: 3 },
  };
}

function review(index: number, random: Random) {
  const topic = topics[index % topics.length]!;
  return {
    title: sentence(random, 5).slice(0, -1),
    author: `Author ${index % 900}`,
    url: `https://journal.example/search/${index}`,
    workKey: `journal.example/search/${index}`,
    rating: 1 + (index % 5),
    ...by("userId", "username", random),
    hub: topic.slug,
    category: topic.reviewCategories[index % topic.reviewCategories.length]!.slug,
  };
}

function by<Id extends string, Name extends string>(id: Id, name: Name, random: Random) {
  const member = Math.floor(random() * MEMBERS);
  return { [id]: memberId(member), [name]: memberName(member) } as Record<Id | Name, string>;
}

/** The durations of repeated searches, one after the other. */
export interface SearchFigures {
  /** The median and the slowest duration, in milliseconds. */
  middleMs: number;
  slowestMs: number;
  /** The longest time that the site's event loop was blocked, in milliseconds. */
  heldMs: number;
}

/** @throws when a search is not answered */
export async function measureSearch(
  site: Site,
  path: string,
  times: number,
): Promise<SearchFigures> {
  await ask(site.origin + path);
  await site.held();
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) {
    took.push(await ask(site.origin + path));
    // A pause, so that the delay of the event loop is also sampled between searches.
    await sleep(10);
  }
  took.sort((a, b) => a - b);
  return {
    middleMs: took[Math.floor(took.length / 2)]!,
    slowestMs: took.at(-1)!,
    heldMs: await site.held(),
  };
}

async function ask(address: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(address, { headers: { accept: "text/html" } });
  await response.text();
  if (!response.ok) throw new Error(`${address} answered with ${response.status}`);
  return performance.now() - started;
}

/** Measures each of `searches` in communities of several sizes. @returns the table of the report */
export async function benchSearch(sizes: readonly number[], times: number): Promise<string> {
  const figures: SearchFigures[][] = [];
  for (const size of sizes) {
    const dataDir = dataDirectory(`search-${size}`);
    const started = Date.now();
    await fillDocuments(dataDir, size);
    say(`Stored ${size} documents in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
    const site = await startSite(dataDir);
    const measured: SearchFigures[] = [];
    for (const { q } of Object.values(searches)) {
      measured.push(await measureSearch(site, `/search?${new URLSearchParams({ q })}`, times));
    }
    figures.push(measured);
    await site.stop();
  }
  const heads = sizes.flatMap((size) => [
    `${size.toLocaleString("en")} documents`,
    "at most",
    "event loop held, at most",
  ]);
  const rows = Object.values(searches).map(({ name }, i) => [
    name,
    ...figures.flatMap((measured) => {
      const { middleMs, slowestMs, heldMs } = measured[i]!;
      return [middleMs, slowestMs, heldMs].map((ms) => `${Math.round(ms)} ms`);
    }),
  ]);
  return plainTable([["", ...heads], ...rows]);
}
