import mongoose from "mongoose";
import { describe, expect, test } from "vitest";
import { hotRank } from "~/domain/ranking";
import { signInInput } from "~/schemas/accounts";
import { writeSetting } from "~/models/setting.server";
import { releaseLock, acquireLock } from "~/models/job-lock.server";
import { authenticate, signIn } from "~/services/accounts/accounts.server";
import { seedDemo, prepareDemo, type DemoAccount } from "~/services/demo/demo.server";
import { recount } from "~/services/jobs/recount.server";
import { useDatabase } from "../../setup/database";
import { addUser } from "../../setup/people";

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

const canSignIn = async ({ email, password }: DemoAccount) =>
  signIn(
    { email, password },
    { address: "192.0.2.1", userAgent: "test", origin: "https://site.example", kinds: ["token"] },
  ).then(
    ({ viewer }) => viewer.email === email,
    () => false,
  );

describe("an empty database", () => {
  test("is filled once, with content whose counts are correct", async () => {
    const now = Date.now();
    const accounts = await prepareDemo();
    expect(accounts).toHaveLength(3);
    const whole = await content();
    const { articles, comments, upvotes, users } = whole;
    expect(articles.length).toBeGreaterThanOrEqual(60);
    expect(comments.length).toBeGreaterThanOrEqual(180);
    expect(users.length).toBeGreaterThanOrEqual(10);
    expect(articles.reduce((sum, { upvotes: count }) => sum + count, 0)).toBe(upvotes.length);
    expect(articles.reduce((sum, { commentCount }) => sum + commentCount, 0)).toBe(comments.length);
    expect(await recount()).toMatchObject({ articles: articles.length, corrected: 0 });
    for (const { upvotes: count, commentsByOthers, createdAt, hot } of articles)
      expect(hot).toBe(hotRank({ upvotes: count, commentsByOthers, createdAt }));

    // No comment or upvote is older than its article, or in the future.
    const posted = new Map(articles.map(({ _id, createdAt }) => [String(_id), createdAt]));
    for (const { article, createdAt } of [...comments, ...upvotes]) {
      expect(createdAt.getTime()).toBeGreaterThan(posted.get(String(article))?.getTime());
      expect(createdAt.getTime()).toBeLessThan(now + 60_000);
    }

    expect(await prepareDemo()).toBeNull();
    expect(await content()).toEqual(whole);
  });

  test("gets three accounts to sign in with, with passwords that differ for each installation", async () => {
    const accounts = (await prepareDemo()) ?? [];
    for (const account of accounts) {
      expect(signInInput.safeParse(account).success).toBe(true);
      expect(await canSignIn(account)).toBe(true);
    }
    const passwords = accounts.map(({ password }) => password);
    const again = await seedDemo();
    expect(new Set([...passwords, ...again.map(({ password }) => password)]).size).toBe(6);
  });

  test("is filled by one of several simultaneous starts", async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => prepareDemo()));
    expect(results.filter((accounts) => accounts !== null)).toHaveLength(1);
  });
});

describe("filling that is aborted", () => {
  const lockStates = async () => (await rows("job-locks")).map(({ state }) => state as string);

  test("leaves the rest to the next start, which does not have to wait", async () => {
    const reason = new Error("the site is stopping");
    await expect(prepareDemo(AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(await lockStates()).toEqual(["withdrawn"]);
    expect(await rows("articles")).toEqual([]);
    const accounts = (await prepareDemo()) ?? [];
    expect(accounts).toHaveLength(3);
    for (const account of accounts) expect(await canSignIn(account)).toBe(true);
  });

  test("stops waiting for another process that is filling", async () => {
    await acquireLock("demonstration", 60_000);
    const stopping = new AbortController();
    const waiting = prepareDemo(stopping.signal);
    stopping.abort(new Error("the site is stopping"));
    await expect(waiting).rejects.toThrow("the site is stopping");
    expect(await lockStates()).toEqual(["running"]);
  });
});

test("filling by command waits for a start that is filling", async () => {
  const starting = await acquireLock("demonstration", 60_000);
  const filling = seedDemo();
  await releaseLock(starting.id, { state: "done", result: "" });
  for (const account of await filling) expect(await canSignIn(account)).toBe(true);
  expect(await rows("job-locks")).toMatchObject([{ state: "done" }, { state: "done" }]);
});

test("filling again ends the sessions with the previous passwords", async () => {
  const [account] = await seedDemo();
  const { email = "", password = "" } = account ?? {};
  const here = {
    address: "192.0.2.1",
    userAgent: "test",
    origin: "https://site.example",
    kinds: ["token"],
  } as const;
  const { secrets } = await signIn({ email, password }, here);
  await seedDemo();
  expect(await authenticate(secrets.token, "token")).toBeNull();
});

test("filling twice changes nothing but the passwords", async () => {
  const first = await seedDemo();
  const before = await content();
  const second = await seedDemo(new Date(Date.now() + 3_600_000));
  const after = await content();
  expect(after).toEqual(before);
  expect(before.reviews.length).toBeGreaterThanOrEqual(25);
  expect(before.works.length).toBeGreaterThan(0);
  for (const account of first) expect(await canSignIn(account)).toBe(false);
  for (const account of second) expect(await canSignIn(account)).toBe(true);
});

test("filling is completed after a crash", async () => {
  const now = new Date();
  await seedDemo(now);
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
  await writeSetting("sample content", "filling");

  expect(await prepareDemo()).toHaveLength(3);
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

test("demonstration users whose names are taken get other names", async () => {
  const [{ name = "" } = {}] = (await seedDemo()) ?? [];
  for (const collection of ["users", "articles", "comments", "upvotes"])
    await mongoose.connection.collection(collection).deleteMany({});
  await addUser({ name: name.toLowerCase() });
  const [account] = await seedDemo();
  expect(account && (await canSignIn(account))).toBe(true);
  const names = (await rows("users")).map(({ name: taken }) => taken);
  expect(names).toContain(name.toLowerCase());
  expect(names).not.toContain(name);
  expect(names).toContain(`${name}2`);
  expect((await rows("articles")).some(({ reviewer }) => reviewer === `${name}2`)).toBe(true);
});

test("a database that is already in use is not filled", async () => {
  await addUser();
  expect(await prepareDemo()).toBeNull();
  expect(await rows("articles")).toEqual([]);
  expect(await rows("users")).toHaveLength(1);
});
