import { afterEach, describe, expect, test, vi } from "vitest";
import { hotRank } from "~/domain/ranking";
import { onArticle } from "~/domain/threads";
import {
  hasUpvoted,
  postArticle,
  readArticle,
  upvoteArticle,
  upvotedAmong,
  withdrawUpvote,
} from "~/services/articles/articles.server";
import { commentOnArticle, readComments } from "~/services/articles/comments.server";
import { collection, rowOf, useDatabase } from "../../setup/database";
import { outcomesOf } from "../../setup/outcomes";
import { addArticle, addOwnUpvote, addUser, someArticle } from "../../setup/people";

useDatabase();
afterEach(() => {
  vi.restoreAllMocks();
});

const unknown = "65f0c0ffee65f0c0ffee65f0";
const stored = (id: string) => rowOf("articles", id);
const input = (url: string, fields: object = {}) => someArticle({ url, ...fields });

const refused = (kind: string, message: string) => ({ name: "ServiceError", kind, message });

describe("posting an article", () => {
  test("stores it under the user's name, with all counts at zero", async () => {
    const mara = await addUser({ name: "Mara" });
    const before = Date.now();
    const article = await postArticle(
      mara,
      input("https://www.example.org/a/", {
        title: "A title",
        category: "stocks",
        content: "# Text",
      }),
    );
    expect(article).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      title: "A title",
      summary: "A summary",
      url: "https://www.example.org/a/",
      imageUrl: null,
      category: "stocks",
      content: "# Text",
      authorId: mara.id,
      reviewer: "Mara",
      createdAt: expect.any(Date),
      version: 1,
      editedAt: null,
      repostedAt: null,
      views: 0,
      upvotes: 0,
      commentCount: 0,
    });
    expect(article.createdAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(await readArticle(article.id)).toEqual(article);
  });

  test("needs a user, as do upvotes and comments", async () => {
    const { id } = await addArticle();
    for (const [act, message] of [
      [postArticle(null, input("https://example.org/a")), "Please log in to post articles."],
      [upvoteArticle(null, id), "Please log in to upvote articles."],
      [withdrawUpvote(null, id), "Please log in to withdraw an upvote."],
      [hasUpvoted(null, id), "Authentication required"],
      [commentOnArticle(null, id, { content: "Yes." }), "Please log in to comment."],
    ] as const)
      await expect(act).rejects.toMatchObject(refused("unauthenticated", message));
    expect(await stored(id)).toMatchObject({ upvotes: 0, commentCount: 0 });
  });

  test("with an existing link in another spelling fails with the id of its article", async () => {
    const url = "https://EXAMPLE.org/paper?utm_source=newsletter&fbclid=1";
    const mara = await addUser();
    const { id } = await postArticle(mara, input("https://example.org/paper"));
    await expect(postArticle(await addUser(), input(url))).rejects.toMatchObject({
      ...refused("conflict", "This link has already been posted."),
      details: { id },
    });
    expect(await collection("articles").countDocuments()).toBe(1);
  });

  test("with the same link twenty times at once stores one", async () => {
    const mara = await addUser();
    const posts = await outcomesOf(20, () => postArticle(mara, input("https://example.org/a")));
    expect(posts.filter((outcome) => outcome !== "conflict")).toHaveLength(1);
    expect(await collection("articles").countDocuments()).toBe(1);
  });

  test("with a text that is nested too deeply is refused with an error for the field", async () => {
    const message = "Please use fewer signs of Markdown in a paragraph, and fewer levels.";
    for (const content of [`${"- ".repeat(200)}a`, `${">".repeat(2000)} a`])
      await expect(
        postArticle(await addUser(), input("https://example.org/a", { content })),
      ).rejects.toMatchObject({
        ...refused("invalid", message),
        details: { fieldErrors: { content: [message] } },
      });
    expect(await collection("articles").countDocuments()).toBe(0);
  });
});

test("every operation on an unknown article fails as not found", async () => {
  const mara = await addUser();
  const notFound = refused("notFound", "Article not found");
  for (const id of [unknown, "x", "", "\0"]) {
    await expect(readArticle(id)).rejects.toMatchObject(notFound);
    await expect(upvoteArticle(mara, id)).rejects.toMatchObject(notFound);
    await expect(withdrawUpvote(mara, id)).rejects.toMatchObject(notFound);
    await expect(hasUpvoted(mara, id)).rejects.toMatchObject(notFound);
    await expect(commentOnArticle(mara, id, { content: "Yes." })).rejects.toMatchObject(notFound);
    await expect(readComments(onArticle(id), { limit: 10 })).rejects.toMatchObject(notFound);
  }
  for (const name of ["upvotes", "comments"])
    expect(await collection(name).countDocuments(), name).toBe(0);
});

describe("upvoting", () => {
  test("counts once for a user, and returns the count each time", async () => {
    const [mara, { id }] = [await addUser(), await addArticle()];
    expect(await hasUpvoted(mara, id)).toBe(false);
    expect(await upvoteArticle(mara, id)).toBe(1);
    expect(await upvoteArticle(mara, id)).toBe(1);
    expect(await hasUpvoted(mara, id)).toBe(true);
    expect(await hasUpvoted(await addUser(), id)).toBe(false);
  });

  test.each([1, 20])("twenty times at once by %i users counts each once", async (upvotes) => {
    const { id, createdAt } = await addArticle();
    const users = await Promise.all(Array.from({ length: upvotes }, () => addUser()));
    await Promise.all(Array.from({ length: 20 }, (_, i) => upvoteArticle(users[i % upvotes]!, id)));
    const row = await stored(id);
    expect(row?.upvotes).toBe(upvotes);
    const expected = hotRank({ upvotes, commentsByOthers: 0, createdAt });
    expect(Math.abs(row?.hot - expected)).toBeLessThan(1e-9);
    expect(await collection("upvotes").countDocuments()).toBe(upvotes);
  });

  test("can be withdrawn and done again, and withdrawing an upvote that is not there changes nothing", async () => {
    const [mara, author] = [await addUser(), await addUser()];
    const { id, createdAt } = await addArticle({ author });
    expect(await withdrawUpvote(mara, id)).toBe(0);
    await addOwnUpvote(id, author);
    expect(await upvoteArticle(mara, id)).toBe(2);
    expect(await withdrawUpvote(author, id)).toBe(1);
    // The database adds the same numbers in another order.
    const hot = expect.closeTo(hotRank({ upvotes: 1, commentsByOthers: 0, createdAt }), 6);
    expect(await stored(id)).toMatchObject({ upvotes: 1, hot, weightlessUpvotes: 0 });
    await Promise.all([1, 2, 3].map(() => withdrawUpvote(mara, id)));
    expect(await stored(id)).toMatchObject({ upvotes: 0, weightlessUpvotes: 0 });
    expect(await hasUpvoted(mara, id)).toBe(false);
    expect(await upvoteArticle(mara, id)).toBe(1);
  });

  test("is refused on one's own article, and changes nothing", async () => {
    const author = await addUser();
    const { id } = await addArticle({ author });
    await expect(upvoteArticle(author, id)).rejects.toMatchObject(
      refused("forbidden", "You cannot upvote your own article."),
    );
    expect(await stored(id)).toMatchObject({ upvotes: 0 });
    expect(await collection("upvotes").countDocuments()).toBe(0);
  });

  test("is reported for the articles of a list, and a visitor has no upvotes", async () => {
    const mara = await addUser();
    const [first, second] = [await addArticle(), await addArticle()];
    await upvoteArticle(mara, second.id);
    expect(await upvotedAmong(mara.id, [first, second])).toEqual(new Set([second.id]));
  });
});

describe("commenting", () => {
  test("stores the comment under the user's name and counts it", async () => {
    const [mara, { id }] = [await addUser({ name: "Mara" }), await addArticle()];
    const comment = await commentOnArticle(mara, id, { content: "First.\nSecond." });
    expect(comment).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      username: "Mara",
      content: "First.\nSecond.",
      createdAt: expect.any(Date),
      version: 1,
      editedAt: null,
      removedAt: null,
    });
    expect((await readComments(onArticle(id), { limit: 10 })).items).toEqual([comment]);
    expect((await readArticle(id)).commentCount).toBe(1);
  });

  test("counts others' comments separately, and only those raise the article's rank", async () => {
    const author = await addUser();
    const { id, createdAt } = await addArticle({ author });
    const [mara, ida] = [await addUser(), await addUser()];
    await upvoteArticle(mara, id);
    await upvoteArticle(ida, id);
    for (const user of [author, mara, author, ida, mara])
      await commentOnArticle(user, id, { content: "Yes." });
    const row = await stored(id);
    expect(row).toMatchObject({ commentCount: 5, commentsByOthers: 3, upvotes: 2 });
    // log10(1 + 2 + half of 2): of the three comments by others, at most as many count as there are upvotes.
    const expected = Math.log10(4) + createdAt.getTime() / 129_600_000;
    expect(Math.abs(row?.hot - expected)).toBeLessThan(1e-9);
  });
});
