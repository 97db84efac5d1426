/** The demonstration's content, and its recommendations, which the engines make as of past days. */
import { subHours } from "date-fns/subHours";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, dayOf } from "~/domain/calendar-days";
import { engines } from "~/domain/engines";
import { SCHEDULED_TEXT_HOURS } from "~/domain/sentiment/mention";
import { categories } from "~/domain/categories";
import { reviewCategorySlugs, topics } from "~/domain/topics";
import { articleInput, commentInput } from "~/schemas/articles";
import { reviewInput } from "~/schemas/reviews";
import { signUpInput } from "~/schemas/accounts";
import {
  mondaysBefore,
  generateDemoRecommendations,
  prepareDemo,
} from "~/services/demo/demo.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { readSentimentInputs } from "~/services/recommendations/sentiment-inputs.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { openTrust } from "~/services/recommendations/trust.server";
import { readEngineRecord } from "~/services/recommendations/track-record.server";
import { collection, rowsOf, useDatabase } from "../../setup/database";
import { download, verify } from "../../setup/ledger";

useDatabase({ isKept: true });

/** The time before seeding: later dates are in the future. */
const now = Date.now();

beforeAll(async () => {
  await prepareDemo();
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

  test("has recommendations that can all be reproduced from their stored inputs", async () => {
    const momentum = (await momentumEngine.list({ limit: 100 })).items;
    const sentiment = (await sentimentEngine.list({ limit: 100 })).items;
    for (const [list, recompute] of [
      [momentum, momentumEngine.recompute],
      [sentiment, sentimentEngine.recompute],
    ] as const) {
      for (const { id } of list) {
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
    expect(await prepareDemo()).toBeNull();
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
      expect(createdAt.getTime()).toBeLessThan(now + 60_000);
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
