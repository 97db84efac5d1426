import mongoose from "mongoose";
import { describe, expect, test } from "vitest";
import { categories } from "~/domain/categories";
import { decide } from "~/domain/membership";
import { reviewCategorySlugs, topics } from "~/domain/topics";
import { workScore } from "~/domain/work";
import { hotRank } from "~/domain/ranking";
import { articleInput, commentInput } from "~/schemas/articles";
import { applicationInput } from "~/schemas/membership";
import { reviewInput } from "~/schemas/reviews";
import { signInInput, signUpInput } from "~/schemas/accounts";
import { writeFact } from "~/models/fact.server";
import { signIn } from "~/services/accounts.server";
import {
  fillWithDemonstration,
  prepareDemonstration,
  type DemonstrationAccount,
} from "~/services/demo.server";
import { researchHubs } from "~/services/hubs.server";
import { recount } from "~/services/recount.server";
import { useDatabase } from "../../setup/database";
import { addUser } from "../../setup/people";

process.env.RATE_LIMITS = "off";
useDatabase();

const rows = (name: string) =>
  mongoose.connection.collection(name).find().sort({ _id: 1 }).toArray();
const content = async () => ({
  articles: await rows("articles"),
  comments: await rows("comments"),
  upvotes: await rows("upvotes"),
  reviews: await rows("reviews"),
  works: await rows("works"),
  hubs: await rows("hubs"),
  contributors: await rows("contributors"),
  applications: await rows("applications"),
  users: (await rows("users")).map(({ passwordHash: _, ...user }) => user),
});

const canSignIn = async ({ email, password }: DemonstrationAccount) =>
  signIn({ email, password }, { address: "192.0.2.1", userAgent: "test", kinds: ["token"] }).then(
    ({ viewer }) => viewer.email === email,
    () => false,
  );

describe("an empty database", () => {
  test("is filled once, with work whose counts agree with its rows", async () => {
    const now = Date.now();
    const accounts = await prepareDemonstration();
    expect(accounts).toHaveLength(3);
    const whole = await content();
    const { articles, comments, upvotes, users } = whole;
    expect(articles.length).toBeGreaterThanOrEqual(25);
    expect(comments.length).toBeGreaterThanOrEqual(50);
    expect(users.length).toBeGreaterThanOrEqual(10);
    expect(articles.reduce((sum, { upvotes: count }) => sum + count, 0)).toBe(upvotes.length);
    expect(articles.reduce((sum, { commentCount }) => sum + commentCount, 0)).toBe(comments.length);
    expect(await recount()).toMatchObject({ articles: articles.length, corrected: 0 });
    for (const { upvotes: count, commentsByOthers, createdAt, hot } of articles)
      expect(hot).toBe(hotRank({ upvotes: count, commentsByOthers, createdAt }));

    // Nobody commented on what was not there yet, or tomorrow.
    const posted = new Map(articles.map(({ _id, createdAt }) => [String(_id), createdAt]));
    for (const { article, createdAt } of [...comments, ...upvotes]) {
      expect(createdAt.getTime()).toBeGreaterThan(posted.get(String(article))?.getTime());
      expect(createdAt.getTime()).toBeLessThan(now + 60_000);
    }

    expect(await prepareDemonstration()).toBeNull();
    expect(await content()).toEqual(whole);
  });

  test("gets three accounts that one can sign in as, with passwords of this installation", async () => {
    const accounts = (await prepareDemonstration()) ?? [];
    for (const account of accounts) {
      expect(signInInput.safeParse(account).success).toBe(true);
      expect(await canSignIn(account)).toBe(true);
    }
    const passwords = accounts.map(({ password }) => password);
    const again = await fillWithDemonstration();
    expect(new Set([...passwords, ...again.map(({ password }) => password)]).size).toBe(6);
  });

  test("is filled by one of those who start at once", async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => prepareDemonstration()));
    expect(results.filter((accounts) => accounts !== null)).toHaveLength(1);
  });

  test("gets nothing that the site itself would refuse", async () => {
    await fillWithDemonstration();
    const { articles, comments, users } = await content();
    for (const { title, summary, url, category, content } of articles)
      expect(articleInput.safeParse({ title, summary, url, category, content })).toMatchObject({
        success: true,
        data: { title, summary, url, category, content },
      });
    for (const { content } of comments)
      expect(commentInput.safeParse({ content }).success, content).toBe(true);
    for (const { email, name } of users)
      expect(signUpInput.safeParse({ email, name, password: "any will do" }).error?.issues).toEqual(
        [expect.objectContaining({ path: ["password"] })],
      );
    const filed = new Set(articles.map(({ category }) => category));
    expect([...filed].sort()).toEqual(categories.map(({ slug }) => slug).sort());
  });
});

/** Reviews, those of one work together. */
const byWork = (reviews: Awaited<ReturnType<typeof rows>>) =>
  [...new Set(reviews.map(({ workKey }) => workKey))].map((key) =>
    reviews.filter(({ workKey }) => workKey === key),
  );

describe("the demonstration's reviews", () => {
  test("are in every hub and category, several of some works, by people of the community", async () => {
    const now = Date.now();
    await fillWithDemonstration();
    const { reviews, users } = await content();
    const hubs = new Set(reviews.map(({ hub }) => hub));
    expect([...hubs].sort()).toEqual(topics.map(({ slug }) => slug).sort());
    const filed = new Set(reviews.map(({ category }) => category));
    expect([...filed].sort()).toEqual([...reviewCategorySlugs].sort());
    const names = new Map(users.map(({ _id, name }) => [String(_id), name]));
    for (const { user, username, createdAt } of reviews) {
      expect(username).toBe(names.get(String(user)));
      expect(createdAt.getTime()).toBeLessThan(now + 60_000);
    }
    const severalTimes = byWork(reviews).filter((list) => list.length > 1);
    expect(severalTimes.length).toBeGreaterThanOrEqual(5);
    expect(reviews.some(({ hub, url }) => hub === "book-nook" && url === null)).toBe(true);
  });

  test("carry the scores of their works, and the hubs' counts are those of the rows", async () => {
    await fillWithDemonstration();
    const { reviews, articles } = await content();
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

  test("are such as the site itself would take, on Tokenomics by members alone", async () => {
    await fillWithDemonstration();
    const { reviews, users } = await content();
    const members = new Set(users.filter(({ isMember }) => isMember).map(({ _id }) => String(_id)));
    for (const { title, author, url, rating, category, review, hub, user } of reviews) {
      const input = { title, author, url: url ?? undefined, rating, category, review };
      expect(reviewInput.safeParse(input)).toMatchObject({ success: true, data: input });
      if (hub === "tokenomics") expect(members.has(String(user)), title).toBe(true);
    }
  });
});

test("the demonstration has members, an application under way and one that was decided", async () => {
  const now = Date.now();
  await fillWithDemonstration();
  const { applications, users } = await content();
  const members = new Set(users.filter(({ isMember }) => isMember).map(({ _id }) => String(_id)));
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
      expect(vote.at.getTime()).toBeLessThan(now);
    }
    const voters = votes.map((vote: { user: unknown }) => String(vote.user));
    expect(new Set(voters).size).toBe(votes.length);
  }
  expect(pending[0]?.closesAt.getTime()).toBeGreaterThan(now);
  expect(decided[0]?.closedAt.getTime()).toBeLessThan(now);
});

test("filling twice changes nothing but the passwords", async () => {
  const first = await fillWithDemonstration();
  const before = await content();
  const second = await fillWithDemonstration(new Date(Date.now() + 3_600_000));
  const after = await content();
  expect(after).toEqual(before);
  expect(before.reviews.length).toBeGreaterThanOrEqual(25);
  expect(before.works.length).toBeGreaterThan(0);
  for (const account of first) expect(await canSignIn(account)).toBe(false);
  for (const account of second) expect(await canSignIn(account)).toBe(true);
});

test("what a crash left half filled is filled up", async () => {
  const now = new Date();
  await fillWithDemonstration(now);
  const whole = await content();
  const { articles, comments, upvotes, reviews, contributors } = whole;
  const drop = (name: string, list: { _id: unknown }[]) =>
    mongoose.connection
      .collection(name)
      .deleteMany({ _id: { $in: list.map(({ _id }) => _id) } } as object);
  await drop("articles", articles.slice(20));
  await drop("comments", comments.slice(5));
  await drop("upvotes", upvotes.slice(50));
  await drop("reviews", reviews.slice(10));
  await drop("contributors", contributors.slice(3));
  for (const name of ["works", "hubs", "applications"])
    await mongoose.connection.collection(name).deleteMany({});
  await writeFact("sample content", "filling");

  expect(await prepareDemonstration()).toHaveLength(3);
  const filled = await content();
  expect(filled.articles).toHaveLength(articles.length);
  expect(filled.comments.map(({ _id }) => _id)).toEqual(comments.map(({ _id }) => _id));
  expect(filled.upvotes).toHaveLength(upvotes.length);
  const scored = (list: typeof reviews) =>
    list.map(({ _id, user, rating, score }) => ({ _id, user, rating, score }));
  expect(scored(filled.reviews)).toEqual(scored(reviews));
  expect(filled.hubs).toEqual(whole.hubs);
  expect(filled.applications.map(({ _id }) => _id)).toEqual(
    whole.applications.map(({ _id }) => _id),
  );
  expect(filled.contributors).toHaveLength(contributors.length);
  expect(filled.users.map(({ email }) => email)).toEqual(whole.users.map(({ email }) => email));
});

test("people of the demonstration whose names are taken come under others", async () => {
  const [{ name = "" } = {}] = (await fillWithDemonstration()) ?? [];
  for (const collection of ["users", "articles", "comments", "upvotes"])
    await mongoose.connection.collection(collection).deleteMany({});
  await addUser({ name: name.toLowerCase() });
  const [account] = await fillWithDemonstration();
  expect(account && (await canSignIn(account))).toBe(true);
  const names = (await rows("users")).map(({ name: taken }) => taken);
  expect(names).toContain(name.toLowerCase());
  expect(names).not.toContain(name);
  expect(names).toContain(`${name}2`);
  expect((await rows("articles")).some(({ reviewer }) => reviewer === `${name}2`)).toBe(true);
});

test("a database that somebody uses already is left alone", async () => {
  await addUser();
  expect(await prepareDemonstration()).toBeNull();
  expect(await rows("articles")).toEqual([]);
  expect(await rows("users")).toHaveLength(1);
});
