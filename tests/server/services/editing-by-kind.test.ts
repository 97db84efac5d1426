/** Edits and removals as they differ between articles, comments and reviews. */
import { subMinutes } from "date-fns/subMinutes";
import { beforeEach, describe, expect, test } from "vitest";
import { FREE_EDIT_MINUTES } from "~/domain/editing";
import { onArticle } from "~/domain/threads";
import type { Viewer } from "~/domain/viewer";
import type { ArticleInput } from "~/schemas/articles";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { browseArticles, postArticle, readArticle } from "~/services/articles/articles.server";
import { commentOnArticle, readComments } from "~/services/articles/comments.server";
import { editArticle, removeOwnArticle } from "~/services/articles/edit-article.server";
import { editComment, removeOwnComment } from "~/services/articles/edit-comment.server";
import { editReview, removeOwnReview } from "~/services/articles/edit-review.server";
import { researchHubs } from "~/services/articles/hubs.server";
import { removeArticle } from "~/services/articles/removal.server";
import { addReview, browseReviews, readReview } from "~/services/articles/reviews.server";
import { recount } from "~/services/jobs/recount.server";
import { rowsOf as rows, setFields, useDatabase } from "../../setup/database";
import { addUser, someArticle, someReview, upvoteArticle } from "../../setup/people";

useDatabase();

let mara: Viewer;
let ida: Viewer;
beforeEach(async () => {
  [mara, ida] = [await addUser({ name: "Mara" }), await addUser({ name: "Ida" })];
});

let links = 0;
const link = () => `https://example.org/edited/${(links += 1)}`;
const post = (author = mara, fields: Partial<ArticleInput> = {}) =>
  postArticle(author, someArticle({ category: "macro", content: "A text", ...fields }));
const say = (author: Viewer, article: string, content = "Well said.") =>
  commentOnArticle(author, article, { content });
const refused = (kind: string) => ({ name: "ServiceError", kind });

describe("an article", () => {
  test("can get another unused link until somebody has upvoted it", async () => {
    const [{ id, url }, other] = [await post(), await post(ida)];
    await expect(editArticle(mara, id, { url: other.url })).rejects.toMatchObject({
      ...refused("conflict"),
      details: { id: other.id },
    });
    const changed = await editArticle(mara, id, { url: link() });
    expect((await readArticle(id)).url).toBe(changed.url);
    // The previous link is free again.
    await post(ida, { url });
    await upvoteArticle(ida, id);
    await expect(editArticle(mara, id, { url: link() })).rejects.toMatchObject({
      ...refused("invalid"),
      details: { fieldErrors: { url: [expect.stringContaining("upvoted")] } },
    });
    // Another spelling is the same link.
    await editArticle(mara, id, { url: `${changed.url}/?utm_source=x`, title: "Two" });
    expect(await readArticle(id)).toMatchObject({ title: "Two" });
  });

  test("moves to another category with the hubs' counts, and is found by its new words", async () => {
    const { id } = await post();
    await editArticle(mara, id, { category: "stocks", title: "Nothing but xylophones" });
    const hubs = await researchHubs();
    expect(hubs.find(({ slug }) => slug === "macro")).toMatchObject({ papers: 0, contributors: 0 });
    expect(hubs.find(({ slug }) => slug === "stocks")).toMatchObject({
      papers: 1,
      contributors: 1,
    });
    const listed = async (category: string, q?: string) =>
      (await browseArticles({ sort: "new", limit: 5, category, ...(q && { q }) })).items.length;
    expect([await listed("macro"), await listed("stocks", "xylophones")]).toEqual([0, 1]);
    expect(await recount({ recheckDelayMs: 0 })).toMatchObject({ corrected: 0 });
  });

  test("without comments by others leaves nothing when it is removed", async () => {
    const { id } = await post();
    await say(mara, id, "Bitcoin, to myself");
    await upvoteArticle(ida, id);
    await removeOwnArticle(mara, id);
    for (const name of ["articles", "comments", "upvotes", "mentions", "removed-articles"])
      expect(await rows(name), name).toEqual([]);
    await expect(readArticle(id)).rejects.toMatchObject(refused("notFound"));
  });

  test("with comments by others leaves them and a record of its removal, but none of its text", async () => {
    const { id } = await post();
    await setFields("articles", id, {
      createdAt: subMinutes(new Date(), FREE_EDIT_MINUTES + 1),
    });
    await editArticle(mara, id, { title: "Edited" });
    const comment = await say(ida, id);
    await removeOwnArticle(mara, id);
    await expect(readArticle(id)).rejects.toMatchObject(refused("gone"));
    await expect(editArticle(mara, id, { title: "x" })).rejects.toMatchObject(refused("gone"));
    await expect(say(ida, id)).rejects.toMatchObject(refused("gone"));
    expect((await readComments(onArticle(id), { limit: 5 })).items).toEqual([comment]);
    expect((await browseArticles({ sort: "new", limit: 5 })).items).toEqual([]);
    const [hub] = (await researchHubs()).filter(({ slug }) => slug === "macro");
    expect(hub).toMatchObject({ papers: 0 });
    expect(await rows("revisions")).toEqual([]);
    const [note] = await rows("removed-articles");
    expect(Object.keys(note!).toSorted()).toEqual(
      [
        "_id",
        "author",
        "category",
        "createdAt",
        "removedAt",
        "urlKey",
        "version",
        "views",
      ].toSorted(),
    );
    // The operator can remove the rest.
    await removeArticle(id);
    await expect(readArticle(id)).rejects.toMatchObject(refused("notFound"));
  });

  test("is restored with its comments and upvotes when its author posts the same link again", async () => {
    const { id, url, createdAt } = await post();
    const first = await say(ida, id);
    await upvoteArticle(ida, id);
    await removeOwnArticle(mara, id);
    const again = await post(mara, { url, title: "Back again" });
    expect(again).toMatchObject({
      id,
      createdAt,
      title: "Back again",
      upvotes: 1,
      commentCount: 1,
      editedAt: null,
      repostedAt: expect.any(Date),
    });
    expect((await readComments(onArticle(id), { limit: 5 })).items).toEqual([first]);
    expect(await rows("removed-articles")).toEqual([]);
    expect(await recount({ recheckDelayMs: 0 })).toMatchObject({ corrected: 0 });
    await removeOwnArticle(mara, id);
    // The link posted by another user makes another article.
    const theirs = await post(ida, { url });
    expect(theirs.id).not.toBe(id);
    await expect(post(mara, { url })).rejects.toMatchObject({
      ...refused("conflict"),
      details: { id: theirs.id },
    });
    await expect(readArticle(id)).rejects.toMatchObject(refused("gone"));
  });

  test("that was removed is deleted with its last comment, or with its author's content", async () => {
    const [{ id }, other, third] = [await post(), await post(), await post()];
    const { id: answer } = await say(ida, id);
    for (const one of [other, third]) await say(ida, one.id);
    for (const one of [id, other.id, third.id]) await removeOwnArticle(mara, one);
    await removeOwnComment(ida, answer);
    await expect(readArticle(id)).rejects.toMatchObject(refused("notFound"));
    await deleteAccount(mara.email);
    const notes = await rows("removed-articles");
    expect(notes).toHaveLength(2);
    expect(JSON.stringify(notes)).not.toContain(mara.id);
    const leaver = await addUser();
    const { id: theirs } = await post(leaver);
    await say(ida, theirs);
    await removeOwnArticle(leaver, theirs);
    await deleteAccount(leaver.email, { withContent: true });
    await expect(readArticle(theirs)).rejects.toMatchObject(refused("notFound"));
  });
});

describe("a comment", () => {
  test("is edited with a trace once somebody else has commented after it", async () => {
    const { id: article } = await post(ida);
    await say(ida, article);
    const { id } = await say(mara, article);
    await say(mara, article);
    expect(await editComment(mara, id, { content: "One" })).toMatchObject({ editedAt: null });
    await say(ida, article);
    expect(await editComment(mara, id, { content: "Two" })).toMatchObject({
      editedAt: expect.any(Date),
    });
  });

  test("leaves a nameless placeholder if it was answered, until its last answer is gone", async () => {
    const { id: article } = await post(ida);
    const first = await say(mara, article);
    const answer = await commentOnArticle(ida, article, { content: "No.", parentId: first.id });
    const last = await commentOnArticle(mara, article, { content: "Oh!", parentId: answer.id });
    const left = async () => (await readComments(onArticle(article), { limit: 5 })).items;
    await removeOwnComment(mara, first.id);
    expect(await left()).toMatchObject([
      { id: first.id, username: "", content: "", removedAt: expect.any(Date) },
      { id: answer.id, username: "Ida", removedAt: null },
      { id: last.id },
    ]);
    expect((await readArticle(article)).commentCount).toBe(2);
    const toRemoved = commentOnArticle(ida, article, { content: "Hm.", parentId: first.id });
    await expect(toRemoved).rejects.toMatchObject(refused("invalid"));
    await expect(editComment(mara, first.id, { content: "x" })).rejects.toMatchObject(
      refused("notFound"),
    );
    await removeOwnComment(ida, answer.id);
    expect(JSON.stringify(await rows("comments"))).not.toContain(ida.id);
    await removeOwnComment(mara, last.id);
    expect(await left()).toEqual([]);
    expect(await recount({ recheckDelayMs: 0 })).toMatchObject({ corrected: 0 });
  });
});

describe("a review", () => {
  test("moves its rating to another work, unless its author has reviewed that one", async () => {
    const [one, other] = [
      await addReview(mara, someReview({ rating: 5 })),
      await addReview(mara, someReview()),
    ];
    await expect(editReview(mara, one.id, { url: other.url })).rejects.toMatchObject({
      ...refused("conflict"),
      details: { id: other.id },
    });
    await editReview(mara, one.id, { url: link(), rating: 2, category: "stocks" });
    const works = (await rows("works")).map(({ sum, count }) => [sum, count] as [number, number]);
    expect(works.toSorted()).toEqual(
      [
        [0, 0],
        [2, 1],
        [4, 1],
      ].toSorted(),
    );
    expect(
      (await browseReviews({ sort: "new", limit: 5, hub: "asset-allocation" })).items,
    ).toHaveLength(1);
    expect(await recount({ recheckDelayMs: 0 })).toMatchObject({ corrected: 0 });
    await removeOwnReview(mara, one.id);
    expect(await recount({ recheckDelayMs: 0 })).toMatchObject({ corrected: 0 });
  });

  test("needs a link unless it is of a book, and membership in Tokenomics", async () => {
    const { id } = await addReview(mara, someReview());
    await expect(editReview(mara, id, { url: null })).rejects.toMatchObject({
      ...refused("invalid"),
      details: { fieldErrors: { url: ["Required"] } },
    });
    await expect(editReview(mara, id, { category: "l1s" })).rejects.toMatchObject(
      refused("forbidden"),
    );
    await editReview(mara, id, { url: null, category: "literature" });
    expect((await readReview(id)).review).toMatchObject({ url: null, hub: "book-nook" });
  });
});
