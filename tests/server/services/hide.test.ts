import { beforeEach, expect, test, vi } from "vitest";
import type { Viewer } from "~/domain/viewer";
import * as hiddenTexts from "~/models/hidden-text.server";
import * as writers from "~/models/writer.server";
import { postArticle } from "~/services/articles/articles.server";
import { commentOn, commentOnArticle } from "~/services/articles/comments.server";
import {
  completeInterruptedHiding,
  findHiddenText,
  hideText,
  mayReadHidden,
  restoreText,
} from "~/services/articles/hide.server";
import { addReview } from "~/services/articles/reviews.server";
import { recount } from "~/services/jobs/recount.server";
import { collection, rowOf, rowsOf, useDatabase } from "../../setup/database";
import { addUser, someArticle, someReview, upvoteArticle } from "../../setup/people";

useDatabase();

const SPAM = { reason: "spam", rule: 1 } as const;
const decision = (number = 1) => ({ ...SPAM, id: String(number).padStart(24, "0") });

let mara: Viewer;
let ida: Viewer;
beforeEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  [mara, ida] = [await addUser({ name: "Mara" }), await addUser({ name: "Ida" })];
});

async function addArticle() {
  const fields = { title: "Zero rates", summary: "Bitcoin is bullish", category: "macro" };
  const article = await postArticle(mara, someArticle(fields));
  await upvoteArticle(ida, article.id);
  await commentOnArticle(ida, article.id, { content: "Bitcoin will rally" });
  return { kind: "article" as const, id: article.id, collection: "articles" };
}

async function addComment() {
  const { id: articleId } = await addArticle();
  const { id } = await commentOnArticle(ida, articleId, { content: "Bitcoin will not rally" });
  await commentOnArticle(mara, articleId, { content: "It will", parentId: id });
  return { kind: "comment" as const, id, collection: "comments" };
}

async function addReviewed() {
  const review = someReview({ review: "Bitcoin is bullish", rating: 2 });
  await addReview(ida, { ...review, rating: 5 });
  const { id } = await addReview(mara, review);
  await commentOn(ida, { kind: "review", id }, { content: "So it is" });
  return { kind: "review" as const, id, collection: "reviews" };
}

const adders = { article: addArticle, comment: addComment, review: addReviewed };
const kinds = Object.keys(adders) as (keyof typeof adders)[];

/** What hiding changes and restoring brings back. */
async function state(name: string) {
  const derived = ["hubs", "contributors", "works", "writers", "text-salts", "mentions"];
  const all = await Promise.all([name, "articles", "reviews", ...derived].map(rowsOf));
  return all.map((rows) =>
    rows.map(({ _id, version, scoreVersion, loweredAt, ...row }) => JSON.stringify(row)).toSorted(),
  );
}

/** The version of a work's ratings only grows. */
const withoutVersion = (row: Awaited<ReturnType<typeof rowOf>>) => ({
  ...row,
  ...(row && "scoreVersion" in row && { scoreVersion: expect.any(Number) as number }),
});

const expectRightCounts = async () =>
  expect(await recount({ recheckDelayMs: 0 })).toMatchObject({ corrected: 0 });

test.each(kinds)(
  "%s: what is hidden leaves its collection, and comes back as it was",
  async (kind) => {
    const target = await adders[kind]();
    await recount({ recheckDelayMs: 0 });
    const before = await state(target.collection);
    const row = await rowOf(target.collection, target.id);
    expect(await hideText(target, decision())).toBe(true);
    const now = await rowOf(target.collection, target.id);
    if (kind === "comment") {
      expect(now).toMatchObject({ content: "", username: "", hiddenFor: SPAM });
    } else expect(now).toBeNull();
    const mentions = await collection("mentions").countDocuments({ document: target.id });
    expect(mentions).toBe(0);
    await expectRightCounts();
    expect(await findHiddenText(target.id)).toMatchObject({ kind, ...SPAM, state: "hidden" });
    expect(await hideText(target, decision(2))).toBe(false);
    expect(await hideText(target, decision())).toBe(true);

    expect(await restoreText(target)).toBe(true);
    expect(await rowOf(target.collection, target.id)).toEqual(withoutVersion(row));
    expect(await findHiddenText(target.id)).toBeNull();
    await expectRightCounts();
    expect(await state(target.collection)).toEqual(before);
    expect(await restoreText(target)).toBe(false);
  },
);

test("the author and moderators may read a hidden text", async () => {
  const { id } = await addArticle();
  await hideText({ kind: "article", id }, decision());
  const hidden = (await findHiddenText(id))!;
  expect(mayReadHidden(mara, hidden)).toBe(true);
  expect(mayReadHidden(ida, hidden)).toBe(false);
  expect(mayReadHidden({ ...ida, role: "moderator" }, hidden)).toBe(true);
  expect(mayReadHidden(null, hidden)).toBe(false);
});

test("of several who hide or restore at once, one does", async () => {
  const target = await addReviewed();
  const hiding = [1, 2, 3, 4].map((number) => hideText(target, decision(number)));
  expect((await Promise.all(hiding)).filter(Boolean)).toEqual([true]);
  await expectRightCounts();
  const restoring = [1, 2, 3, 4].map(() => restoreText(target));
  expect((await Promise.all(restoring)).filter(Boolean)).toEqual([true]);
  await expectRightCounts();
});

const LATER = () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 120_000 });
const crash = () => {
  throw new Error("killed");
};

test.each(kinds)("%s: what a crash interrupted is completed", async (kind) => {
  const target = await adders[kind]();
  const row = await rowOf(target.collection, target.id);
  for (const step of ["takeText", "setHidingState"] as const) {
    vi.spyOn(hiddenTexts, step).mockImplementationOnce(crash);
    await expect(hideText(target, decision())).rejects.toThrow("killed");
    LATER();
    if (step === "takeText") expect(await hideText(target, decision())).toBe(true);
    else expect(await completeInterruptedHiding(new AbortController().signal)).toBe(1);
    await expectRightCounts();
    expect(await findHiddenText(target.id)).toMatchObject({ state: "hidden" });

    vi.spyOn(writers, "recountWriter").mockImplementationOnce(crash);
    await expect(restoreText(target)).rejects.toThrow("killed");
    LATER();
    expect(await completeInterruptedHiding(new AbortController().signal)).toBe(1);
    await expectRightCounts();
    expect(await rowOf(target.collection, target.id)).toEqual(withoutVersion(row));
  }
});

test("what is withdrawn or removed meanwhile is counted right", async () => {
  const { id } = await addArticle();
  const comment = await commentOnArticle(mara, id, { content: "Mine" });
  await hideText({ kind: "comment", id: comment.id }, decision());
  await hideText({ kind: "article", id }, decision(2));
  await collection("upvotes").deleteMany({});
  await restoreText({ kind: "comment", id: comment.id });
  await collection("comments").deleteMany({ username: "Ida" });
  await restoreText({ kind: "article", id });
  await expectRightCounts();
  expect(await rowOf("articles", id)).toMatchObject({
    upvotes: 0,
    commentCount: 1,
    commentsByOthers: 0,
  });
});
