/**
 * Sites that are killed under write load. A few kills are enough to find a fault; `KILLS=100` repeats it
 * more often.
 */
import mongoose from "mongoose";
import { expect, test } from "vitest";
import { topics } from "~/domain/topics";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { addArticle, addSignedIn, someReview, type SignedIn } from "../setup/people";
import { startSite, type Site } from "../setup/site";

const KILLS = Number(process.env.KILLS ?? 3);
const CLIENTS = 12;
const ARTICLES = 6;
/** The smallest and the largest number of writes before a kill. */
const WRITES = [30, 120] as const;
const MINUTE_MS = 60_000;

const acknowledged: Record<"articles" | "comments" | "reviews" | "upvotes", string[]> = {
  articles: [],
  comments: [],
  reviews: [],
  upvotes: [],
};
const countWrites = () => Object.values(acknowledged).reduce((sum, ids) => sum + ids.length, 0);
let made = 0;

/** Writes one of each kind in turn until the connection breaks. */
async function writeUntilKilled(site: Site, { token, viewer }: SignedIn, articleIds: string[]) {
  const post = async (path: string, body: unknown = {}) => {
    const response = await fetch(`${site.origin}/api${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status >= 500) throw new Error(`${path}: ${response.status} ${text}`);
    return response.ok ? ((JSON.parse(text) as { id?: string }).id ?? "") : null;
  };
  try {
    for (;;) {
      made += 1;
      const articleId = articleIds[made % articleIds.length] ?? "";
      const comment = await post(`/articles/${articleId}/comments`, { content: `Comment ${made}` });
      if (comment) acknowledged.comments.push(comment);
      const upvote = await post(`/articles/${articleId}/upvote`);
      if (upvote !== null) acknowledged.upvotes.push(`${articleId} ${viewer.id}`);
      const review = await post("/reviews", { ...someReview(), rating: 1 + (made % 5) });
      if (review) acknowledged.reviews.push(review);
      const article = await post("/articles/create", {
        title: `Title ${made}`,
        summary: "A summary.",
        url: `https://example.org/${process.pid}/${made}`,
        category: topics[made % topics.length]?.slug,
      });
      if (article) acknowledged.articles.push(article);
    }
  } catch (error) {
    // Only a broken connection is expected.
    if (!(error instanceof TypeError)) throw error;
  }
}

const rows = (name: string) => mongoose.connection.collection(name).find().toArray();

function tally<Row>(all: Row[], keyOf: (row: Row) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of all) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}

/** The stored counts that do not match the documents, computed independently of the site's code. */
async function wrongCounts(): Promise<string[]> {
  const [articles, comments, upvotes, reviews, works, hubs, contributors] = await Promise.all(
    ["articles", "comments", "upvotes", "reviews", "works", "hubs", "contributors"].map(rows),
  );
  const wrong: string[] = [];
  const check = (what: string, stored: unknown, actual: unknown) => {
    if (stored !== actual) wrong.push(`${what}: ${String(stored)} instead of ${String(actual)}`);
  };
  const commentsOf = tally(comments!, ({ article }) => String(article));
  const upvotesOf = tally(upvotes!, ({ article }) => String(article));
  for (const { _id, commentCount, upvotes: count } of articles!) {
    check(`comments of ${_id.toHexString()}`, commentCount, commentsOf.get(String(_id)) ?? 0);
    check(`upvotes of ${_id.toHexString()}`, count, upvotesOf.get(String(_id)) ?? 0);
  }
  const reviewsOf = tally(reviews!, ({ workKey }) => workKey as string);
  const countsOfWorks = new Map(works!.map(({ _id, count }) => [String(_id), count as number]));
  for (const [key, count] of reviewsOf) check(`reviews of ${key}`, countsOfWorks.get(key), count);
  const papers = tally(
    [
      ...reviews!.map(({ hub }) => hub as string),
      ...articles!.map(({ category }) => category as string),
    ],
    (hub) => hub,
  );
  const people = tally(contributors!, ({ hub }) => hub as string);
  for (const { _id, papers: stored, contributors: count } of hubs!) {
    check(`papers of ${String(_id)}`, stored, papers.get(String(_id)) ?? 0);
    check(`contributors of ${String(_id)}`, count, people.get(String(_id)) ?? 0);
  }
  return wrong;
}

const open = (site: Site) => startDatabase({ DATA_DIR: site.dataDir, MONGODB_URI: undefined });

test(
  `after ${KILLS} kills under load no acknowledged write is lost, and all counts are right within a minute`,
  async () => {
    let site = await startSite({ LOG_LEVEL: "warn" });
    const { dataDir } = site;
    await open(site);
    const members: SignedIn[] = [];
    while (members.length < CLIENTS) members.push(await addSignedIn());
    const articleIds: string[] = [];
    while (articleIds.length < ARTICLES) articleIds.push((await addArticle()).id);
    await closeDatabase();

    let wrongAfterKills = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const clients = members.map((member) => writeUntilKilled(site, member, articleIds));
      const [least, most] = WRITES;
      const enough = countWrites() + least + Math.random() * (most - least);
      await expect.poll(countWrites, { interval: 10 }).toBeGreaterThan(enough);
      await site.kill();
      await Promise.all(clients);
      await open(site);
      wrongAfterKills += (await wrongCounts()).length;
      await closeDatabase();
      site = await startSite({ LOG_LEVEL: "warn" }, { dataDir });
    }

    const startedAt = Date.now();
    await open(site);
    await expect.poll(wrongCounts, { timeout: MINUTE_MS, interval: 500 }).toEqual([]);
    const seconds = (Date.now() - startedAt) / 1000;
    for (const name of ["articles", "comments", "reviews"] as const) {
      const stored = new Set((await rows(name)).map(({ _id }) => String(_id)));
      expect(
        acknowledged[name].filter((id) => !stored.has(id)),
        name,
      ).toEqual([]);
    }
    const upvotes = new Set((await rows("upvotes")).map((row) => `${row.article} ${row.user}`));
    expect(acknowledged.upvotes.filter((one) => !upvotes.has(one))).toEqual([]);
    await closeDatabase();
    expect(await site.stop()).toBe(0);
    process.stdout.write(
      `${KILLS} kills, ${countWrites()} writes acknowledged, ${wrongAfterKills} counts wrong after kills, none ${seconds} s after the last start\n`,
    );
  },
  KILLS * 30_000 + 300_000,
);
