import { afterEach, describe, expect, test, vi } from "vitest";
import { onArticle } from "~/domain/threads";
import { postArticle, readArticle } from "~/services/articles/articles.server";
import { hasUpvoted, withdrawUpvote } from "~/services/articles/upvotes.server";
import { commentOnArticle, readComments } from "~/services/articles/comments.server";
import { collection, rowOf, useDatabase } from "../../setup/database";
import { outcomesOf } from "../../setup/outcomes";
import { addArticle, addUser, someArticle, upvoteArticle } from "../../setup/people";

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
      named: [],
      category: "stocks",
      content: "# Text",
      authorId: mara.id,
      reviewer: "Mara",
      createdAt: expect.any(Date),
      version: 1,
      disclosure: null,
      disclosureNote: null,
      locked: null,
      warning: null,
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
      [withdrawUpvote(null, { kind: "article", id }), "Please log in to withdraw an upvote."],
      [hasUpvoted(null, { kind: "article", id }), "Authentication required"],
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
    await expect(withdrawUpvote(mara, { kind: "article", id })).rejects.toMatchObject(notFound);
    await expect(hasUpvoted(mara, { kind: "article", id })).rejects.toMatchObject(notFound);
    await expect(commentOnArticle(mara, id, { content: "Yes." })).rejects.toMatchObject(notFound);
    await expect(readComments(onArticle(id), { limit: 10 })).rejects.toMatchObject(notFound);
  }
  for (const name of ["upvotes", "comments"])
    expect(await collection(name).countDocuments(), name).toBe(0);
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
