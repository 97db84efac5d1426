/** The demonstration: how it is filled, its content, and its recommendations, which the engines make as of past days. */
import { subHours } from "date-fns/subHours";
import { describe, expect, onTestFinished, test } from "vitest";
import { EVERYTHING, type PageTag } from "~/config/page-tags";
import { addDays, dayOf } from "~/domain/calendar-days";
import { categories } from "~/domain/categories";
import { engines } from "~/domain/engines";
import { hotRank } from "~/domain/ranking";
import { SCHEDULED_TEXT_HOURS } from "~/domain/sentiment/mention";
import { reviewCategorySlugs, topics } from "~/domain/topics";
import { signUpInput } from "~/schemas/accounts";
import { articleInput, commentInput } from "~/schemas/articles";
import { reviewInput } from "~/schemas/reviews";
import { onInvalidation } from "~/services/cache/invalidation.server";
import {
  generateDemoRecommendations,
  mondaysBefore,
  prepareDemo,
  seedDemo,
  type DemoAccount,
} from "~/services/demo/demo.server";
import { recount } from "~/services/jobs/recount.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { readSentimentInputs } from "~/services/recommendations/sentiment-inputs.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { readEngineRecord } from "~/services/recommendations/track-record.server";
import { openTrust } from "~/services/recommendations/trust.server";
import { collection, emptyCollections, rowsOf, useDatabase } from "../../setup/database";
import { download, verify } from "../../setup/ledger";
import { addUser, logIn } from "../../setup/people";

// Filled once for all tests, which takes a while.
useDatabase({ isKept: true });

const begun = Date.now();
const content = async () => ({
  articles: await rowsOf("articles"),
  comments: await rowsOf("comments"),
  upvotes: await rowsOf("upvotes"),
  reviews: await rowsOf("reviews"),
  works: await rowsOf("works"),
  hubs: await rowsOf("hubs"),
  contributors: await rowsOf("contributors"),
  commentUpvotes: await rowsOf("comment-upvotes"),
  followings: await rowsOf("followings"),
  applications: await rowsOf("applications"),
  users: (await rowsOf("users")).map(({ passwordHash: _, ...user }) => user),
});

/** The accounts of the first fill. */
let accounts: DemoAccount[];
let whole: Awaited<ReturnType<typeof content>>;

const canSignIn = async ({ email, password }: DemoAccount) =>
  (await logIn(email, password)) === "done";

test("filling that is aborted leaves the rest to the next start", async () => {
  const lockStates = async () => (await rowsOf("job-locks")).map(({ state }) => state as string);
  const reason = new Error("the site is stopping");
  await expect(prepareDemo(AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(await lockStates()).toEqual(["withdrawn"]);
  expect(await rowsOf("articles")).toEqual([]);
});

test("filling is resumed by one of several simultaneous starts, which do not wait for the aborted one", async () => {
  const results = await Promise.all(Array.from({ length: 5 }, () => prepareDemo()));
  const filled = results.filter((accounts) => accounts !== null);
  expect(filled).toHaveLength(1);
  accounts = filled[0]!;
  expect(accounts).toHaveLength(3);
  for (const account of accounts) expect(await canSignIn(account)).toBe(true);
  // Their addresses are nobody's, so no mail server gets notices for them.
  const samples = (await rowsOf("mail-settings")).filter(({ isSample }) => isSample as boolean);
  expect(samples).toHaveLength((await rowsOf("users")).length);
});

test("the content has correct counts", async () => {
  whole = await content();
  const { articles, comments, upvotes, users, reviews, works } = whole;
  expect(articles.length).toBeGreaterThanOrEqual(60);
  expect(comments.length).toBeGreaterThanOrEqual(180);
  expect(users.length).toBeGreaterThanOrEqual(10);
  expect(reviews.length).toBeGreaterThanOrEqual(25);
  expect(works.length).toBeGreaterThan(0);
  expect(articles.reduce((sum, { upvotes: count }) => sum + count, 0)).toBe(upvotes.length);
  const onArticles = comments.filter(({ article }) => article);
  expect(articles.reduce((sum, { commentCount }) => sum + commentCount, 0)).toBe(onArticles.length);
  expect(onArticles.length).toBeLessThan(comments.length);
  expect(comments.filter(({ path }) => path).length).toBeGreaterThanOrEqual(20);
  expect(comments.filter(({ named }) => named).length).toBeGreaterThanOrEqual(5);
  expect(comments.reduce((sum, { upvotes: count }) => sum + count, 0)).toBe(
    whole.commentUpvotes.length,
  );
  expect(whole.commentUpvotes.length).toBeGreaterThanOrEqual(100);
  expect(whole.followings.length).toBeGreaterThan(0);
  expect(await recount()).toMatchObject({ articles: articles.length, corrected: 0 });
  for (const { upvotes: count, commentsByOthers, createdAt, hot } of articles)
    expect(hot).toBe(hotRank({ upvotes: count, commentsByOthers, createdAt }));

  // No comment or upvote is older than its article, or in the future.
  const posted = new Map(
    [...articles, ...reviews, ...comments].map(({ _id, createdAt }) => [String(_id), createdAt]),
  );
  for (const { article, review, parent, comment, createdAt } of [
    ...comments,
    ...upvotes,
    ...whole.commentUpvotes,
  ]) {
    expect(createdAt.getTime()).toBeGreaterThan(
      posted.get(String(comment ?? parent ?? article ?? review))?.getTime(),
    );
    expect(createdAt.getTime()).toBeLessThan(begun + 60_000);
  }
});

test("another start changes nothing", async () => {
  expect(await prepareDemo()).toBeNull();
  expect(await content()).toEqual(whole);
});

const WEEKS = 12;

describe("the last twelve Mondays at nine before", () => {
  const monday = "2026-02-16"; // A Monday.
  test.each([
    ["Monday at nine", "2026-02-16T09:00:00.000Z", monday],
    ["the moment before Monday at nine", "2026-02-16T08:59:59.999Z", addDays(monday, -7)],
  ])("%s", (_, moment, last) => {
    const days = Array.from({ length: WEEKS }, (_week, i) => addDays(last, 7 * (i + 1 - WEEKS)));
    expect(mondaysBefore(new Date(moment)).map((at) => at.toISOString())).toEqual(
      days.map((day) => `${day}T09:00:00.000Z`),
    );
  });
});

describe("a database with the demonstration", () => {
  test("passes the check of its download", async () => {
    const { faults, counts } = verify(await download());
    expect(faults).toEqual([]);
    expect(counts).toMatchObject({ momentum: WEEKS, sentiment: WEEKS });
  });

  test("has twelve recommendations of each engine, one a week, none in the future", async () => {
    const moments = mondaysBefore(new Date()).map(Number).reverse();
    for (const list of [momentumEngine.list, sentimentEngine.list]) {
      const { items } = await list({ limit: 100 });
      expect(items.map(({ createdAt }) => createdAt.getTime())).toEqual(moments);
      for (const { weekDate, day, allocation } of items) {
        expect(weekDate).toBe(day);
        expect(Object.values(allocation).reduce((sum, percent) => sum + percent, 0)).toBe(100);
      }
    }
    expect(moments[0]).toBeLessThanOrEqual(Date.now());
    expect(await collection("recommendation-drafts").countDocuments()).toBe(0);
  });

  test("has recommendations that can be reproduced from their stored inputs", async () => {
    const momentum = (await momentumEngine.list({ limit: 100 })).items;
    const sentiment = (await sentimentEngine.list({ limit: 100 })).items;
    for (const [list, recompute] of [
      [momentum, momentumEngine.recompute],
      [sentiment, sentimentEngine.recompute],
    ] as const) {
      // The check of the download has computed all of them.
      for (const { id } of [list[0]!, list.at(-1)!]) {
        const { stored, recomputed } = await recompute(id);
        expect(recomputed).toEqual(stored);
      }
    }
  });

  test("has recommendations made from the data of their day, marked as samples", async () => {
    for (const { day, facts, rationale } of (await momentumEngine.list({ limit: 100 })).items) {
      expect(facts).toMatchObject({ isSample: true, source: "sample", isDegraded: false });
      expect(facts.asOf).toBe(addDays(day, -1));
      expect(rationale).toMatch(/sample prices/i);
    }
    for (const { id, createdAt, facts } of (await sentimentEngine.list({ limit: 100 })).items) {
      const to = subHours(createdAt, SCHEDULED_TEXT_HOURS);
      expect(facts).toMatchObject({ isSample: true, to });
      const { rows: mentions } = await readSentimentInputs(await sentimentEngine.read(id));
      for (const mention of mentions) {
        expect(mention.createdAt).toBeLessThan(to.getTime());
        expect(mention.createdAt).toBeGreaterThanOrEqual(subHours(to, 7 * 24).getTime());
        expect(mention.link).not.toBeNull();
      }
    }
  });

  test("has allocations that differ from week to week, and a track record without gaps", async () => {
    for (const list of [momentumEngine.list, sentimentEngine.list]) {
      const { items } = await list({ limit: 100 });
      const different = new Set(items.map(({ allocation }) => JSON.stringify(allocation)));
      expect(different.size).toBeGreaterThan(2);
      const invested = items.filter(({ allocation }) => (allocation.USDT ?? 0) < 90);
      expect(invested.length).toBeGreaterThanOrEqual(WEEKS / 2);
    }
    // On a Monday, the newest recommendation is of today and has no close after it yet.
    const today = dayOf(new Date());
    const past = mondaysBefore(new Date()).filter((moment) => dayOf(moment) < today);
    for (const kind of engines) {
      const { record, isSample, source } = await readEngineRecord(kind);
      expect(record.rows).toHaveLength(past.length);
      expect(record.missing).toEqual([]);
      expect(isSample).toBe(true);
      expect(source?.name).toBe("sample");
      expect(record.points.at(-1)?.day).toBe(addDays(dayOf(new Date()), -1));
    }
  });

  test("has trust that starts at members admitted by vote, reaches most people, and not all at first", async () => {
    const people = (await rowsOf("users")).map(({ _id }) => String(_id));
    const { facts, of } = await openTrust();
    const trusts = [...(await of(people)).values()];
    expect(facts).toMatchObject({ roots: 15, areGrants: false });
    expect(trusts.filter((trust) => trust > 0.1).length).toBeGreaterThan(people.length / 2);
    // Of twelve weeks ago, when few had upvoted anything.
    const [first] = (await sentimentEngine.list({ limit: 100 })).items.slice(-1);
    expect(first!.facts.trust).toMatchObject({ roots: 14, areGrants: false });
    expect(first!.facts.trust.people).toBeLessThan(people.length);
  });

  test("gets no more recommendations at a later start", async () => {
    const before = [await rowsOf("recommendations"), await rowsOf("recommendation-inputs")];
    await generateDemoRecommendations(new Date(Date.now() + 30 * 86_400_000));
    expect([await rowsOf("recommendations"), await rowsOf("recommendation-inputs")]).toEqual(
      before,
    );
  });
});

const membersOf = (users: Awaited<ReturnType<typeof rowsOf>>) =>
  new Set(users.filter(({ isMember }) => isMember).map(({ _id }) => String(_id)));

test("all demonstration content is valid input for the site", async () => {
  const articles = await rowsOf("articles");
  for (const { title, summary, url, category, content } of articles)
    expect(articleInput.safeParse({ title, summary, url, category, content })).toMatchObject({
      success: true,
      data: { title, summary, url, category, content },
    });
  for (const { content } of await rowsOf("comments"))
    expect(commentInput.safeParse({ content }).success, content).toBe(true);
  for (const { email, name } of await rowsOf("users"))
    expect(signUpInput.safeParse({ email, name, password: "any will do" }).error?.issues).toEqual([
      expect.objectContaining({ path: ["password"] }),
    ]);
  const filed = new Set(articles.map(({ category }) => category));
  expect([...filed].sort()).toEqual(categories.map(({ slug }) => slug).sort());
});

const byWork = (reviews: Awaited<ReturnType<typeof rowsOf>>) =>
  [...new Set(reviews.map(({ workKey }) => workKey))].map((key) =>
    reviews.filter(({ workKey }) => workKey === key),
  );

describe("the demonstration's reviews", () => {
  test("cover every hub and category, and some works several times, and are by existing users", async () => {
    const reviews = await rowsOf("reviews");
    const hubs = new Set(reviews.map(({ hub }) => hub));
    expect([...hubs].sort()).toEqual(topics.map(({ slug }) => slug).sort());
    const filed = new Set(reviews.map(({ category }) => category));
    expect([...filed].sort()).toEqual([...reviewCategorySlugs].sort());
    const names = new Map((await rowsOf("users")).map(({ _id, name }) => [String(_id), name]));
    for (const { user, username, createdAt } of reviews) {
      expect(username).toBe(names.get(String(user)));
      expect(createdAt.getTime()).toBeLessThan(begun + 60_000);
    }
    const severalTimes = byWork(reviews).filter((list) => list.length > 1);
    expect(severalTimes.length).toBeGreaterThanOrEqual(5);
    expect(reviews.some(({ hub, url }) => hub === "book-nook" && url === null)).toBe(true);
  });

  test("are valid input for the site, in Tokenomics by members only", async () => {
    const members = membersOf(await rowsOf("users"));
    for (const { title, author, url, rating, category, review, hub, user } of await rowsOf(
      "reviews",
    )) {
      const input = { title, author, url: url ?? undefined, rating, category, review };
      expect(reviewInput.safeParse(input)).toMatchObject({ success: true, data: input });
      if (hub === "tokenomics") expect(members.has(String(user)), title).toBe(true);
    }
  });
});

test("filling again changes nothing but the passwords, and drops all kept pages", async () => {
  const dropped: PageTag[] = [];
  onTestFinished(onInvalidation((tags) => void dropped.push(...tags)));
  const second = await seedDemo(new Date(Date.now() + 3_600_000));
  expect(await content()).toEqual(whole);
  expect(dropped).toContain(EVERYTHING);
  for (const account of accounts) expect(await canSignIn(account)).toBe(false);
  for (const account of second) expect(await canSignIn(account)).toBe(true);
});

test("a database that is already in use is not filled", async () => {
  await emptyCollections();
  await addUser();
  expect(await prepareDemo()).toBeNull();
  expect(await rowsOf("articles")).toEqual([]);
  expect(await rowsOf("users")).toHaveLength(1);
});
