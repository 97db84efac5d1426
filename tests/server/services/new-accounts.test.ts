/** Limits for accounts that are new, unproven or limited by a moderator. */
import { addDays } from "date-fns/addDays";
import { describe, expect, test } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { findUser } from "~/models/user.server";
import { findCase } from "~/models/moderation-case.server";
import { setLimitedUntil } from "~/models/user-role.server";
import { markEmailProven } from "~/services/accounts/email.server";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { addReview } from "~/services/articles/reviews.server";
import { readProvenArticles } from "~/services/front-page/proven-articles.server";
import { raiseFlag } from "~/services/moderation/flags.server";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { kindOf, messageOf } from "../../setup/outcomes";
import { addArticle, addUser, someArticle, someReview, upvoteArticle } from "../../setup/people";

useEnvironment({
  RATE_LIMITS: "on",
  RATE_LIMIT_UPVOTES_OF_NEW: "2",
  RATE_LIMIT_COMMENTS_OF_NEW: "2",
});
useDatabase();

const addNew = () => addUser({ createdAt: new Date() });
async function addNewlyProven() {
  const { id, email } = await addUser({ createdAt: new Date(), hasUnprovenEmail: true });
  await markEmailProven(id, email);
  return (await findUser(id))!;
}
async function addLimited() {
  const { id } = await addUser({ isMember: true });
  await setLimitedUntil(id, addDays(new Date(), 30));
  return (await findUser(id))!;
}

/** How many of several acts in a row are not refused by a limit. */
async function allowed(times: number, act: () => Promise<unknown>): Promise<number> {
  const kinds: string[] = [];
  for (let i = 0; i < times; i += 1) kinds.push(await kindOf(act()));
  expect(kinds.filter((kind) => kind !== "ok" && kind !== "limited")).toEqual([]);
  return kinds.filter((kind) => kind === "ok").length;
}

describe.each<[string, () => Promise<Viewer>]>([
  ["a new account", addNew],
  ["an unproven one", () => addUser({ hasUnprovenEmail: true })],
  ["a new one that has proven its address", addNewlyProven],
  ["one that a moderator has limited", addLimited],
])("%s", (_, add) => {
  test("can write and upvote less", async () => {
    const viewer = await add();
    const { id } = await addArticle();
    expect(await allowed(5, () => postArticle(viewer, someArticle()))).toBe(3);
    expect(await allowed(7, () => addReview(viewer, someReview()))).toBe(5);
    expect(await allowed(4, () => commentOnArticle(viewer, id, { content: "So." }))).toBe(2);
    expect(await allowed(4, () => upvoteArticle(viewer, id))).toBe(2);
  });

  test("cannot flag, and nothing is stored", async () => {
    const flag = { kind: "article", id: (await addArticle()).id, reason: "spam" } as const;
    expect(await kindOf(raiseFlag(await add(), flag))).toBe("forbidden");
    expect(await collection("flags").countDocuments()).toBe(0);
    expect(await messageOf(raiseFlag(await addUser(), flag))).toBe("done");
  });

  test("does not appear on the front page", async () => {
    const author = await add();
    await addArticle({ author });
    const { id } = await addArticle();
    expect((await readProvenArticles("new", 5)).map((article) => article.id)).toEqual([id]);
  });
});

describe("the first three texts of an account", () => {
  const queued = async () =>
    (await collection("moderation-cases").find({ isFirstText: true, isOpen: true }).toArray())
      .length;

  test.each([
    ["of an account", undefined],
    ["of an unproven one", true],
  ] as const)("%s stand in the queue, visible", async (_, hasUnprovenEmail) => {
    const viewer = await addUser({ hasUnprovenEmail });
    const article = await postArticle(viewer, someArticle());
    const comment = await commentOnArticle(viewer, article.id, { content: "And so on." });
    expect(await queued()).toBe(2);
    await addReview(viewer, someReview());
    const fourth = await postArticle(viewer, someArticle());
    expect(await queued()).toBe(3);
    expect(await findCase({ kind: "article", id: fourth.id })).toBeNull();
    expect(await findCase({ kind: "comment", id: comment.id })).toMatchObject({
      ...{ authorId: viewer.id, isOpen: true, isFirstText: true, flags: 0, weight: 0, revision: 0 },
    });
  });

  test("of a member do not", async () => {
    await postArticle(await addUser({ isMember: true }), someArticle());
    expect(await queued()).toBe(0);
  });
});
