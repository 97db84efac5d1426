import mongoose from "mongoose";
import { beforeAll, describe, expect, test } from "vitest";
import { categories } from "~/domain/categories";
import { decide } from "~/domain/membership";
import { scoreMentions } from "~/domain/sentiment/mentions";
import { SENTIMENT_DAYS, type Mention } from "~/domain/sentiment/mention";
import { computeSentiment, type Sentiment } from "~/domain/sentiment/sentiment";
import { reviewCategorySlugs, topics } from "~/domain/topics";
import { workScore } from "~/domain/work-score";
import { articleInput, commentInput } from "~/schemas/articles";
import { applicationInput } from "~/schemas/membership";
import { reviewInput } from "~/schemas/reviews";
import { signUpInput } from "~/schemas/accounts";
import { seedDemo } from "~/services/demo/demo.server";
import { researchHubs } from "~/services/articles/hubs.server";
import { scoreText } from "~/services/scoring/lexicon.server";
import { recount } from "~/services/jobs/recount.server";
import { useDatabase } from "../../setup/database";

useDatabase({ isKept: true });

const DAY_MS = 86_400_000;
/** The time before seeding: later dates are in the future. */
const now = Date.now();

beforeAll(async () => {
  await seedDemo();
});

const rows = (name: string) =>
  mongoose.connection.collection(name).find().sort({ _id: 1 }).toArray();

const membersOf = (users: Awaited<ReturnType<typeof rows>>) =>
  new Set(users.filter(({ isMember }) => isMember).map(({ _id }) => String(_id)));

test("all demonstration content is valid input for the site", async () => {
  const articles = await rows("articles");
  for (const { title, summary, url, category, content } of articles)
    expect(articleInput.safeParse({ title, summary, url, category, content })).toMatchObject({
      success: true,
      data: { title, summary, url, category, content },
    });
  for (const { content } of await rows("comments"))
    expect(commentInput.safeParse({ content }).success, content).toBe(true);
  for (const { email, name } of await rows("users"))
    expect(signUpInput.safeParse({ email, name, password: "any will do" }).error?.issues).toEqual([
      expect.objectContaining({ path: ["password"] }),
    ]);
  const filed = new Set(articles.map(({ category }) => category));
  expect([...filed].sort()).toEqual(categories.map(({ slug }) => slug).sort());
});

/** Groups reviews by work. */
const byWork = (reviews: Awaited<ReturnType<typeof rows>>) =>
  [...new Set(reviews.map(({ workKey }) => workKey))].map((key) =>
    reviews.filter(({ workKey }) => workKey === key),
  );

describe("the demonstration's reviews", () => {
  test("cover every hub and category, and some works several times, and are by existing users", async () => {
    const reviews = await rows("reviews");
    const hubs = new Set(reviews.map(({ hub }) => hub));
    expect([...hubs].sort()).toEqual(topics.map(({ slug }) => slug).sort());
    const filed = new Set(reviews.map(({ category }) => category));
    expect([...filed].sort()).toEqual([...reviewCategorySlugs].sort());
    const names = new Map((await rows("users")).map(({ _id, name }) => [String(_id), name]));
    for (const { user, username, createdAt } of reviews) {
      expect(username).toBe(names.get(String(user)));
      expect(createdAt.getTime()).toBeLessThan(now + 60_000);
    }
    const severalTimes = byWork(reviews).filter((list) => list.length > 1);
    expect(severalTimes.length).toBeGreaterThanOrEqual(5);
    expect(reviews.some(({ hub, url }) => hub === "book-nook" && url === null)).toBe(true);
  });

  test("have the scores of their works, and the hubs have correct counts", async () => {
    const [reviews, articles] = await Promise.all([rows("reviews"), rows("articles")]);
    for (const list of byWork(reviews)) {
      const sum = list.reduce((total, { rating }) => total + rating, 0);
      for (const { score } of list) expect(score).toBe(workScore(sum, list.length));
    }
    for (const { slug, papers, contributors } of await researchHubs()) {
      const writers = [
        ...reviews.filter(({ hub }) => hub === slug).map(({ user }) => String(user)),
        ...articles.filter(({ category }) => category === slug).map(({ author }) => String(author)),
      ];
      expect([slug, papers, contributors]).toEqual([slug, writers.length, new Set(writers).size]);
      expect(papers).toBeGreaterThan(0);
    }
    expect(await recount()).toEqual({
      articles: articles.length,
      reviews: reviews.length,
      corrected: 0,
    });
  });

  test("are valid input for the site, in Tokenomics by members only", async () => {
    const members = membersOf(await rows("users"));
    for (const { title, author, url, rating, category, review, hub, user } of await rows(
      "reviews",
    )) {
      const input = { title, author, url: url ?? undefined, rating, category, review };
      expect(reviewInput.safeParse(input)).toMatchObject({ success: true, data: input });
      if (hub === "tokenomics") expect(members.has(String(user)), title).toBe(true);
    }
  });
});

test("the demonstration has members, an open application and a decided one", async () => {
  const [applications, users] = await Promise.all([rows("applications"), rows("users")]);
  const members = membersOf(users);
  expect(members.size).toBeGreaterThanOrEqual(3);
  expect(members.size).toBeLessThan(users.length);

  const pending = applications.filter(({ status }) => status === "pending");
  const decided = applications.filter(({ status }) => status !== "pending");
  expect(pending).toHaveLength(1);
  expect(decided).toHaveLength(1);
  for (const application of applications) {
    const { user, statement, votes, approvals, declines, needed, status } = application;
    expect(applicationInput.safeParse({ statement })).toMatchObject({ success: true });
    expect(approvals).toBe(votes.filter(({ approve }: { approve: boolean }) => approve).length);
    expect(approvals + declines).toBe(votes.length);
    expect(votes.length).toBeGreaterThan(0);
    expect(decide({ approvals, declines, needed })).toBe(status);
    expect(members.has(String(user)), "only who was approved is a member").toBe(
      status === "approved",
    );
    for (const vote of votes) {
      expect(members.has(String(vote.user))).toBe(true);
      expect(String(vote.user)).not.toBe(String(user));
      expect(vote.at.getTime()).toBeGreaterThan(application.openedAt.getTime());
      expect(vote.at.getTime()).toBeLessThan(now + 60_000);
    }
    const voters = votes.map((vote: { user: unknown }) => String(vote.user));
    expect(new Set(voters).size).toBe(votes.length);
  }
  expect(pending[0]?.closesAt.getTime()).toBeGreaterThan(now);
  expect(decided[0]?.closedAt.getTime()).toBeLessThan(now + 60_000);
});

describe("the demonstration content of twelve weeks", () => {
  const WEEKS = 12;

  test("links only to example.org, and has no duplicate texts", async () => {
    const [articles, comments] = await Promise.all([rows("articles"), rows("comments")]);
    const texts = [
      ...articles.flatMap(({ url, summary, content }) => [url, summary, content]),
      ...comments.map(({ content }) => content),
    ];
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts)
      for (const [, host] of text.matchAll(/https?:\/\/([^/\s)]+)/g)) {
        expect(host, text).toBe("example.org");
      }
  });

  test.each([0, 1, 2, 3, 4, 5, 6])(
    "has a sentiment that changes, counted back from %i days ago",
    async (days) => {
      const mentions = await allMentions();
      const weeks = Array.from({ length: WEEKS }, (_, week) =>
        sentimentOfWeek(mentions, now - (days + 7 * week) * DAY_MS),
      );
      const splits = weeks.map(({ allocation }) => JSON.stringify(allocation));
      expect(new Set(splits).size).toBeGreaterThanOrEqual(5);
      expect(weeks.filter(({ allocation }) => allocation.USDT === 100).length).toBeLessThanOrEqual(
        (2 * WEEKS) / 3,
      );
      // A negative week, a positive week, and a week with hardly any mentions.
      expect(weeks.some(({ mood }) => mood !== null && mood < -0.1)).toBe(true);
      expect(weeks.some(({ riskBudget }) => riskBudget > 20)).toBe(true);
      expect(weeks.some(({ mentionCount }) => mentionCount <= 3)).toBe(true);
      const several = weeks.filter(
        ({ tokens }) => tokens.filter(({ isHeard }) => isHeard).length > 1,
      );
      expect(several.length).toBeGreaterThanOrEqual(8);
      const held = new Set(weeks.flatMap(({ allocation }) => Object.keys(allocation)));
      expect([...held].sort()).toEqual(
        expect.arrayContaining(["BTC", "ETH", "LINK", "SOL", "USDT"]),
      );
    },
  );

  /** The mentions in all content, each with a weight of 1. */
  async function allMentions(): Promise<Mention[]> {
    const [articles, comments, reviews] = await Promise.all(
      ["articles", "comments", "reviews"].map(rows),
    );
    const of = (
      kind: Mention["kind"],
      list: typeof articles = [],
      field: string,
      textsOf: (row: (typeof list)[number]) => string[],
    ) =>
      list.flatMap((row) =>
        scoreMentions(textsOf(row), scoreText).map(({ token, p }) => ({
          kind,
          token,
          p,
          weight: 1,
          trust: 1,
          isCopy: false,
          document: String(row._id),
          author: String(row[field]),
          createdAt: row.createdAt.getTime(),
        })),
      );
    return [
      ...of("article", articles, "author", (row) => [row.title, row.summary, row.content]),
      ...of("comment", comments, "author", (row) => [row.content]),
      ...of("review", reviews, "user", (row) => [row.title, row.review]),
    ];
  }

  const sentimentOfWeek = (mentions: readonly Mention[], to: number): Sentiment =>
    computeSentiment(
      mentions.filter(
        ({ createdAt }) => createdAt < to && createdAt >= to - SENTIMENT_DAYS * DAY_MS,
      ),
    );
});
