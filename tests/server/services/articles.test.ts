import mongoose, { Types } from "mongoose";
import { afterEach, describe, expect, test, vi } from "vitest";
import { hotRank } from "~/domain/ranking";
import type { Viewer } from "~/domain/viewer";
import { articleInput } from "~/schemas/articles";
import {
  browseArticles,
  hasUpvoted,
  postArticle,
  readArticle,
  upvoteArticle,
  upvotedAmong,
} from "~/services/articles/articles.server";
import { commentOnArticle, readComments } from "~/services/articles/comments.server";
import { removeOwnArticle } from "~/services/articles/edit-article.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addUser } from "../../setup/people";

useDatabase();
afterEach(() => {
  vi.restoreAllMocks();
});

const unknown = "65f0c0ffee65f0c0ffee65f0";
const stored = (id: string) =>
  mongoose.connection.collection("articles").findOne({ _id: new Types.ObjectId(id) });
const input = (url: string, fields: object = {}) =>
  articleInput.parse({ title: "A title", summary: "A summary", url, ...fields });

const refused = (kind: string, message: string) => ({ name: "ServiceError", kind, message });

describe("posting an article", () => {
  test("stores it under the user's name, with all counts at zero", async () => {
    const mara = await addUser({ name: "Mara" });
    const before = Date.now();
    const article = await postArticle(
      mara,
      input("https://www.example.org/a/", { category: "stocks", content: "# Text" }),
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

  test("needs a user", async () => {
    await expect(postArticle(null, input("https://example.org/a"))).rejects.toMatchObject(
      refused("unauthenticated", "Please log in to post articles."),
    );
  });

  test.each([
    "http://example.org/paper",
    "https://www.example.org/paper",
    "https://example.org/paper/",
    "https://example.org/paper#part-two",
    "https://EXAMPLE.org/paper?utm_source=newsletter&fbclid=1",
    "http://www.example.org/paper/?utm_medium=email#end",
  ])("with an existing link, spelt as %s, fails with the id of its article", async (url) => {
    const mara = await addUser();
    const { id } = await postArticle(mara, input("https://example.org/paper"));
    await expect(postArticle(await addUser(), input(url))).rejects.toMatchObject({
      ...refused("conflict", "This link has already been posted."),
      details: { id },
    });
    expect(await mongoose.connection.collection("articles").countDocuments()).toBe(1);
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
    expect(await mongoose.connection.collection("articles").countDocuments()).toBe(0);
  });

  test("with another link of the same site succeeds", async () => {
    const mara = await addUser();
    await postArticle(mara, input("https://example.org/paper?id=1"));
    await postArticle(mara, input("https://example.org/paper?id=2"));
    expect(await mongoose.connection.collection("articles").countDocuments()).toBe(2);
  });
});

describe("posting a link whose article is removed meanwhile", () => {
  const link = "https://example.org/removed";

  /** Removes an article before the database looks up the article that has its link. */
  function removeBeforeLookUp(author: Viewer, id: string) {
    const { collection } = mongoose.model("Article");
    const find = collection.findOne.bind(collection);
    vi.spyOn(collection, "findOne").mockImplementationOnce(async (...given) => {
      await removeOwnArticle(author, id);
      return find(...given) as never;
    });
  }

  test("stores a new article", async () => {
    const [mara, ida] = [await addUser(), await addUser()];
    const { id } = await postArticle(mara, input(link));
    removeBeforeLookUp(mara, id);
    const posted = await postArticle(ida, input(link));
    expect(await readArticle(posted.id)).toMatchObject({ authorId: ida.id, url: link });
  });

  test("restores the article if it is the same author's and others have commented on it", async () => {
    const [mara, ida] = [await addUser(), await addUser()];
    const { id } = await postArticle(mara, input(link));
    await commentOnArticle(ida, id, { content: "Well said." });
    removeBeforeLookUp(mara, id);
    const posted = await postArticle(mara, input(link));
    expect(posted).toMatchObject({ id, commentCount: 1, repostedAt: expect.any(Date) });
  });
});

test("every operation on an unknown article fails as not found", async () => {
  const mara = await addUser();
  const notFound = refused("notFound", "Article not found");
  for (const id of [unknown, "x", "", "\0"]) {
    await expect(readArticle(id)).rejects.toMatchObject(notFound);
    await expect(upvoteArticle(mara, id)).rejects.toMatchObject(notFound);
    await expect(hasUpvoted(mara, id)).rejects.toMatchObject(notFound);
    await expect(commentOnArticle(mara, id, { content: "Yes." })).rejects.toMatchObject(notFound);
    await expect(readComments(id, { limit: 10 })).rejects.toMatchObject(notFound);
  }
  for (const collection of ["upvotes", "comments"])
    expect(await mongoose.connection.collection(collection).countDocuments()).toBe(0);
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

  test("two hundred times at once by one user counts once", async () => {
    const [mara, { id, createdAt }] = [await addUser(), await addArticle()];
    await Promise.all(Array.from({ length: 200 }, () => upvoteArticle(mara, id)));
    const row = await stored(id);
    expect(row?.upvotes).toBe(1);
    const expected = hotRank({ upvotes: 1, commentsByOthers: 0, createdAt });
    expect(Math.abs(row?.hot - expected)).toBeLessThan(1e-9);
    expect(await mongoose.connection.collection("upvotes").countDocuments()).toBe(1);
  });

  test("by two hundred users at once counts two hundred", async () => {
    const { id, createdAt } = await addArticle();
    const users = await Promise.all(Array.from({ length: 200 }, () => addUser()));
    await Promise.all(users.map((user) => upvoteArticle(user, id)));
    const row = await stored(id);
    expect(row?.upvotes).toBe(200);
    const expected = hotRank({ upvotes: 200, commentsByOthers: 0, createdAt });
    expect(Math.abs(row?.hot - expected)).toBeLessThan(1e-9);
  });

  test("needs a user, as does the check for an upvote", async () => {
    const { id } = await addArticle();
    await expect(upvoteArticle(null, id)).rejects.toMatchObject(
      refused("unauthenticated", "Please log in to upvote articles."),
    );
    await expect(hasUpvoted(null, id)).rejects.toMatchObject(
      refused("unauthenticated", "Authentication required"),
    );
    expect((await stored(id))?.upvotes).toBe(0);
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
    expect(comment).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      username: "Mara",
      content: "First.\nSecond.",
      createdAt: expect.any(Date),
      version: 1,
      editedAt: null,
      removedAt: null,
    });
    expect((await readComments(id, { limit: 10 })).items).toEqual([comment]);
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

  test("a hundred at once all count", async () => {
    const [mara, { id }] = [await addUser(), await addArticle()];
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => commentOnArticle(mara, id, { content: `${i}` })),
    );
    expect(await stored(id)).toMatchObject({ commentCount: 100, commentsByOthers: 100 });
    expect((await readComments(id, { limit: 200 })).items).toHaveLength(100);
  });

  test("needs a user", async () => {
    const { id } = await addArticle();
    await expect(commentOnArticle(null, id, { content: "Yes." })).rejects.toMatchObject(
      refused("unauthenticated", "Please log in to comment."),
    );
  });
});

test("a list can be read with and without a search", async () => {
  const [{ id }] = [await addArticle({ title: "A needle" }), await addArticle()];
  const ids = async (q?: string) =>
    (await browseArticles({ sort: "new", limit: 10, q })).items.map((article) => article.id);
  expect(await ids("NEEDLE")).toEqual([id]);
  expect(await ids()).toHaveLength(2);
});
