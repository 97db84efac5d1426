import mongoose from "mongoose";
import { afterEach, expect, test, vi } from "vitest";
import { addMinutes } from "date-fns/addMinutes";
import { subMinutes } from "date-fns/subMinutes";
import { createComment } from "~/models/comment.server";
import * as articleCounts from "~/models/article-counts.server";
import * as commentCounts from "~/models/comment-counts.server";
import { addUpvote } from "~/models/upvote.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { removeOwnComment } from "~/services/articles/edit-comment.server";
import { removeComment } from "~/services/articles/removal.server";
import { upvote, withdrawUpvote } from "~/services/articles/upvotes.server";
import { putReview } from "~/services/articles/edit-review.server";
import { addReview } from "~/services/articles/reviews.server";
import { recount, recountSince } from "~/services/jobs/recount.server";
import { collection, useDatabase } from "../../setup/database";
import { addArticle, addUser, someReview } from "../../setup/people";
import { onArticle } from "~/domain/threads";

useDatabase();
afterEach(() => void vi.restoreAllMocks());

const PACE = { recheckDelayMs: 0 };
const since = () => subMinutes(new Date(), 3);
const hub = (slug: string) => collection("hubs").findOne({ _id: slug as never });

test("counts that a killed process left wrong are corrected from its last writes", async () => {
  const author = await addUser();
  const article = await addArticle({ author });
  const { id: userId, name: username } = await addUser();
  await createComment({
    subject: onArticle(article.id),
    authorId: userId,
    username,
    content: "One.",
  });
  await addUpvote({ kind: "article", id: article.id }, userId);
  const paper = await addArticle({ author, category: "crypto" });
  const review = someReview();
  await addReview(author, review);
  await collection("works").deleteMany({});
  await collection("hubs").deleteMany({});
  await collection("contributors").deleteMany({});

  expect(await recountSince(since(), PACE)).toBeGreaterThanOrEqual(3);
  const _id = new mongoose.Types.ObjectId(article.id);
  expect(await collection("articles").findOne({ _id })).toMatchObject({
    commentCount: 1,
    commentsByOthers: 1,
    upvotes: 1,
  });
  expect(paper.category).toBe("crypto");
  expect(await recount(PACE)).toMatchObject({ corrected: 0 });
  expect(await recountSince(since(), PACE)).toBe(0);
});

test.each(["withdrawn upvote", "own comment", "comment of somebody else"])(
  "counts that a killed process left too high are corrected: %s",
  async (removed) => {
    const [mara, article] = [await addUser(), await addArticle()];
    const comment = await commentOnArticle(mara, article.id, { content: "One." });
    const ida = await addUser();
    const texts = [article, comment].map(({ id }, i) => ({
      kind: i ? ("comment" as const) : ("article" as const),
      id,
    }));
    for (const text of texts) await upvote(ida, text);
    const act = {
      "withdrawn upvote": () => Promise.allSettled(texts.map((text) => withdrawUpvote(ida, text))),
      "own comment": () => removeOwnComment(mara, comment.id).catch(String),
      "comment of somebody else": () => removeComment(comment.id).catch(String),
    }[removed]!;
    const killed = () => Promise.reject(new Error("killed"));
    vi.spyOn(articleCounts, "addToCounts").mockImplementation(killed);
    vi.spyOn(commentCounts, "addToCommentUpvotes").mockImplementation(killed);
    await act();
    vi.restoreAllMocks();
    // As if what was removed had been written long ago.
    const loweredAt = addMinutes(new Date(), 9);
    for (const name of ["articles", "comments"])
      await collection(name).updateMany({ loweredAt: { $exists: true } }, { $set: { loweredAt } });
    expect(await recountSince(addMinutes(new Date(), 1), PACE)).toBe(
      removed === "withdrawn upvote" ? 2 : 1,
    );
    expect(await recount(PACE)).toMatchObject({ corrected: 0 });
  },
);

test("the answers of a thread that a killed process left uncounted, or removed, are counted", async () => {
  const [mara, article] = [await addUser(), await addArticle()];
  const first = await commentOnArticle(mara, article.id, { content: "One." });
  const answer = (content: string) =>
    commentOnArticle(mara, article.id, { content, parentId: first.id });
  const [removed] = [await answer("Two."), await answer("Three.")];
  const _id = new mongoose.Types.ObjectId(first.id);
  const answers = async () => (await collection("comments").findOne({ _id }))!.answers as number;
  const store = (count: number) =>
    collection("comments").updateOne({ _id }, { $set: { answers: count } });
  expect(await answers()).toBe(2);
  await store(1);
  expect(await recountSince(since(), PACE)).toBe(1);
  expect(await answers()).toBe(2);

  await removeOwnComment(mara, removed.id);
  await store(2);
  const loweredAt = addMinutes(new Date(), 9);
  await collection("comments").updateOne(
    { _id, loweredAt: { $exists: true } },
    { $set: { loweredAt } },
  );
  // As if the thread had been written long ago.
  expect(await recountSince(addMinutes(new Date(), 1), PACE)).toBe(1);
  expect(await answers()).toBe(1);
});

test("a moved review counts in its new hub, and its author is removed from the old one", async () => {
  const author = await addUser();
  const review = someReview({ category: "rates" });
  await addReview(author, review);
  const [before] = await collection("contributors").find().toArray();
  await putReview(author, { ...review, category: "tech", rating: 1 });
  // As if the process had been killed before it removed the author from the previous hub.
  await collection("contributors").insertOne({ hub: before?.hub, user: before?.user });
  await collection("hubs").updateOne(
    { _id: before?.hub },
    { $inc: { contributors: 1, papers: 1 } },
  );
  // The review is older than the window, so it is found only by the time at which it was replaced.
  const replacedAt = addMinutes(new Date(), 2);
  await collection("reviews").updateOne({}, { $set: { replacedAt } });

  expect(await recountSince(addMinutes(new Date(), 1), PACE)).toBeGreaterThanOrEqual(1);
  expect(await collection("contributors").countDocuments({ hub: before?.hub })).toBe(0);
  expect(await hub(before?.hub as string)).toMatchObject({ papers: 0, contributors: 0 });
});
