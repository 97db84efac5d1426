import { expect, onTestFinished, test } from "vitest";
import { EVERYTHING, type PageTag } from "~/config/page-tags";
import { hotRank } from "~/domain/ranking";
import { onInvalidation } from "~/services/cache/invalidation.server";
import { seedDemo, prepareDemo, type DemoAccount } from "~/services/demo/demo.server";
import { recount } from "~/services/jobs/recount.server";
import { collection, emptyCollections, useDatabase } from "../../setup/database";
import { addUser, logIn } from "../../setup/people";

// Filled once for all tests, which takes a while.
useDatabase({ isKept: true });

const begun = Date.now();
const rows = (name: string) => collection(name).find().sort({ _id: 1 }).toArray();
const content = async () => ({
  articles: await rows("articles"),
  comments: await rows("comments"),
  upvotes: await rows("upvotes"),
  reviews: await rows("reviews"),
  works: await rows("works"),
  hubs: await rows("hubs"),
  contributors: await rows("contributors"),
  commentUpvotes: await rows("comment-upvotes"),
  followings: await rows("followings"),
  applications: await rows("applications"),
  users: (await rows("users")).map(({ passwordHash: _, ...user }) => user),
});

/** The accounts of the first fill. */
let accounts: DemoAccount[];
let whole: Awaited<ReturnType<typeof content>>;

const canSignIn = async ({ email, password }: DemoAccount) =>
  (await logIn(email, password)) === "done";

test("filling that is aborted leaves the rest to the next start", async () => {
  const lockStates = async () => (await rows("job-locks")).map(({ state }) => state as string);
  const reason = new Error("the site is stopping");
  await expect(prepareDemo(AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(await lockStates()).toEqual(["withdrawn"]);
  expect(await rows("articles")).toEqual([]);
});

test("filling is resumed by one of several simultaneous starts, which do not wait for the aborted one", async () => {
  const results = await Promise.all(Array.from({ length: 5 }, () => prepareDemo()));
  const filled = results.filter((accounts) => accounts !== null);
  expect(filled).toHaveLength(1);
  accounts = filled[0]!;
  expect(accounts).toHaveLength(3);
  for (const account of accounts) expect(await canSignIn(account)).toBe(true);
  // Their addresses are nobody's, so no mail server gets notices for them.
  const samples = (await rows("mail-settings")).filter(({ isSample }) => isSample as boolean);
  expect(samples).toHaveLength((await rows("users")).length);
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
  expect(await rows("articles")).toEqual([]);
  expect(await rows("users")).toHaveLength(1);
});
