import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { workScore } from "~/domain/work-score";
import { hotRank } from "~/domain/ranking";
import { onArticle } from "~/domain/threads";
import * as articleEdits from "~/models/article-edits.server";
import * as comments from "~/models/comment.server";
import * as revisions from "~/models/revision.server";
import { addUpvote } from "~/models/upvote.server";
import { postArticle, readArticle, viewArticle } from "~/services/articles/articles.server";
import { commentOnArticle, readComments } from "~/services/articles/comments.server";
import { editArticle, removeOwnArticle } from "~/services/articles/edit-article.server";
import { researchHubs } from "~/services/articles/hubs.server";
import { recount } from "~/services/jobs/recount.server";
import {
  removableContent,
  removeArticle,
  removeComment,
  removeReview,
} from "~/services/articles/removal.server";
import { addReview, browseReviews } from "~/services/articles/reviews.server";
import { collection, setFields, useDatabase } from "../../setup/database";
import { addUser, someReview, someArticle, upvoteArticle } from "../../setup/people";
import { commentRow } from "../../setup/rows";

useDatabase();

let mara: Viewer;
let ida: Viewer;
beforeEach(async () => {
  [mara, ida] = [await addUser({ name: "Mara" }), await addUser({ name: "Ida" })];
});

afterEach(() => {
  vi.restoreAllMocks();
});

const post = () =>
  postArticle(mara, {
    ...someArticle({ title: "Zero rates", summary: "Bitcoin is bullish", category: "macro" }),
    url: "https://example.org/rates",
  });
const rows = async (name: string) => collection(name).find().toArray();
const macro = async () => (await researchHubs()).find(({ slug }) => slug === "macro");
const NOBODY = "0123456789abcdef01234567";

test("an article is removed with its comments, upvotes, views and mentions, and from its hub", async () => {
  const { id } = await post();
  // More comments than are removed at a time.
  await comments.importComments(
    Array.from({ length: 448 }, (_, i) =>
      commentRow(i + 1, { subject: onArticle(id), authorId: ida.id, createdAt: new Date() }),
    ),
  );
  await commentOnArticle(mara, id, { content: "Bitcoin will rally" });
  const comment = await commentOnArticle(ida, id, { content: "Bitcoin will not rally" });
  const earlier = { version: 1, writtenAt: new Date(), fields: { content: "Earlier" } };
  await revisions.addRevision("comment", comment.id, earlier);
  await recount({ recheckDelayMs: 0 });
  await upvoteArticle(ida, id);
  await viewArticle(id, { userId: null, address: "192.0.2.9" });
  expect(await removableContent.article.describe(id)).toBe(
    "“Zero rates” by Mara, with 450 comments and 1 upvotes",
  );
  expect(await removeArticle(id)).toEqual({ comments: 450, upvotes: 1 });
  const derived = ["upvotes", "views", "mentions", "revisions", "contributors"];
  for (const name of ["articles", "comments", ...derived]) {
    expect(await rows(name), name).toEqual([]);
  }
  expect(await macro()).toMatchObject({ papers: 0, contributors: 0 });
  expect(await recount({ recheckDelayMs: 0 })).toMatchObject({ corrected: 0 });
  // The link may be posted again.
  await post();
});

test("comments and upvotes stored during the removal of an article are removed as well", async () => {
  const { id } = await post();
  const { removeArticleRow } = articleEdits;
  vi.spyOn(articleEdits, "removeArticleRow").mockImplementationOnce(async (removed) => {
    // Requests that found the article before its removal store their comment and upvote after it.
    const late = { subject: onArticle(id), authorId: ida.id, username: "Ida", content: "Bitcoin" };
    const row = await removeArticleRow(removed);
    await comments.createComment(late);
    await addUpvote({ kind: "article", id }, ida.id);
    return row;
  });
  expect(await removeArticle(id)).toEqual({ comments: 1, upvotes: 1 });
  for (const name of ["articles", "comments", "upvotes"])
    expect(await rows(name), name).toEqual([]);
});

test.each([
  ["an operator", removeArticle],
  ["its author", (id: string) => removeOwnArticle(mara, id)],
])(
  "a comment is refused if %s removes its article meanwhile, and leaves nothing",
  async (...row) => {
    const { id } = await post();
    const { createComment } = comments;
    vi.spyOn(comments, "createComment").mockImplementationOnce(async (comment) => {
      const made = await createComment(comment);
      await row[1](id);
      return made;
    });
    await expect(commentOnArticle(ida, id, { content: "Bitcoin" })).rejects.toMatchObject({
      kind: "notFound",
    });
    for (const name of ["articles", "comments", "mentions", "removed-articles"])
      expect(await rows(name), name).toEqual([]);
  },
);

test("an edit is refused if its article is removed meanwhile, and keeps no earlier version", async () => {
  const { id } = await post();
  // An edit this late keeps the earlier version.
  await setFields("articles", id, { createdAt: new Date(0) });
  const { addRevision } = revisions;
  vi.spyOn(revisions, "addRevision").mockImplementationOnce(async (...revision) => {
    await removeOwnArticle(mara, id);
    await addRevision(...revision);
  });
  await expect(editArticle(mara, id, { content: "New" })).rejects.toMatchObject({
    kind: "notFound",
  });
  expect(await rows("revisions")).toEqual([]);
});

test("removing a comment updates the counts and the rank of its article", async () => {
  const { id, createdAt } = await post();
  await upvoteArticle(ida, id);
  const comment = await commentOnArticle(ida, id, { content: "Solana will rally" });
  const own = await commentOnArticle(mara, id, { content: "Why?" });
  expect(await removableContent.comment.describe(comment.id)).toBe("Ida: Solana will rally");
  await removeComment(comment.id);
  expect(await readArticle(id)).toMatchObject({ commentCount: 1, upvotes: 1 });
  const [row] = await rows("articles");
  const expected = hotRank({ upvotes: 1, commentsByOthers: 0, createdAt });
  expect(row?.hot).toBeCloseTo(expected, 9);
  expect((await readComments(onArticle(id), { limit: 9 })).items.map((one) => one.id)).toEqual([
    own.id,
  ]);
  expect((await rows("mentions")).map(({ kind }) => kind)).toEqual(["article"]);
  expect(await recount({ recheckDelayMs: 0 })).toMatchObject({ corrected: 0 });
  await expect(removeComment(comment.id)).rejects.toMatchObject({ kind: "notFound" });
});

test("removing a review updates its hub's counts and its work's rating", async () => {
  const work = someReview({ title: "A work", rating: 1, review: "Bitcoin", category: "housing" });
  const first = await addReview(mara, work);
  await addReview(ida, { ...work, rating: 5 });
  expect(await macro()).toMatchObject({ papers: 2, contributors: 2 });
  expect(await removableContent.review.describe(first.id)).toBe("Mara on “A work”");
  await removeReview(first.id);
  expect(await macro()).toMatchObject({ papers: 1, contributors: 1 });
  const [row, ...others] = await rows("reviews");
  expect(others).toEqual([]);
  expect(row).toMatchObject({ username: "Ida", score: workScore(5, 1) });
  expect(await rows("works")).toMatchObject([{ sum: 5, count: 1 }]);
  expect((await rows("mentions")).map(({ author }) => author)).toEqual([ida.id]);
  expect(await recount({ recheckDelayMs: 0 })).toMatchObject({ corrected: 0 });
  // The author can review the work again.
  await addReview(mara, work);
  expect((await browseReviews({ sort: "new", limit: 9 })).items).toHaveLength(2);
});

test.each(Object.keys(removableContent) as (keyof typeof removableContent)[])(
  "an unknown %s is not found",
  async (kind) => {
    expect(await removableContent[kind].describe(NOBODY)).toBeNull();
    await expect(removableContent[kind].remove(NOBODY)).rejects.toMatchObject({ kind: "notFound" });
  },
);
