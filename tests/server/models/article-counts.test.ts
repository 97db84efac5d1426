import mongoose, { Types } from "mongoose";
import { describe, expect, test } from "vitest";
import { hotRank } from "~/domain/ranking";
import { addToCounts, addView } from "~/models/article-counts.server";
import {
  createArticle,
  findArticle,
  findArticleOwner,
  importArticles,
} from "~/models/article.server";
import { useDatabase } from "../../setup/database";
import { addArticle } from "../../setup/people";

useDatabase();

const stored = (id: string) =>
  mongoose.connection.collection("articles").findOne({ _id: new Types.ObjectId(id) });
const unknown = "65f0c0ffee65f0c0ffee65f0";

describe("the database computes the same rank as the domain rule", () => {
  test.each([
    { upvotes: 1, commentsByOthers: 0, createdAt: "2026-01-01T00:00:00.000Z" },
    { upvotes: 9, commentsByOthers: 0, createdAt: "1970-01-01T00:00:00.000Z" },
    { upvotes: 6, commentsByOthers: 6, createdAt: "2026-07-31T23:59:59.999Z" },
    { upvotes: 2, commentsByOthers: 41, createdAt: "2026-02-28T12:34:56.789Z" },
    { upvotes: 41, commentsByOthers: 2, createdAt: "2024-02-29T01:02:03.004Z" },
    { upvotes: 0, commentsByOthers: 7, createdAt: "2026-03-01T06:00:00.001Z" },
    { upvotes: 123_456, commentsByOthers: 98_765, createdAt: "2099-12-31T23:59:59.999Z" },
  ])("$upvotes upvotes, $commentsByOthers comments, $createdAt", async (support) => {
    const { upvotes, commentsByOthers } = support;
    const createdAt = new Date(support.createdAt);
    const { id } = await addArticle({ createdAt });
    expect((await stored(id))?.hot).toBe(hotRank({ upvotes: 0, commentsByOthers: 0, createdAt }));
    await addToCounts(id, { upvotes, commentsByOthers });
    const expected = hotRank({ upvotes, commentsByOthers, createdAt });
    expect(Math.abs((await stored(id))?.hot - expected)).toBeLessThan(1e-9);
  });
});

test("each count is increased separately, and the new counts are returned", async () => {
  const { id } = await addArticle();
  expect(await addToCounts(id, { upvotes: 1 })).toMatchObject({
    upvotes: 1,
    commentCount: 0,
    commentsByOthers: 0,
  });
  expect(await addToCounts(id, { commentCount: 1, commentsByOthers: 0 })).toMatchObject({
    upvotes: 1,
    commentCount: 1,
    commentsByOthers: 0,
  });
  expect(await addToCounts(unknown, { upvotes: 1 })).toBeNull();
});

test("hundreds of simultaneous increments all count", async () => {
  const { id, createdAt } = await addArticle();
  await Promise.all(
    Array.from({ length: 300 }, (_, i) => (i % 3 ? addToCounts(id, { upvotes: 1 }) : addView(id))),
  );
  const row = await stored(id);
  expect(row).toMatchObject({ upvotes: 200, views: 100 });
  const expected = hotRank({ upvotes: 200, commentsByOthers: 0, createdAt });
  expect(Math.abs(row?.hot - expected)).toBeLessThan(1e-9);
});

test("a view does not change the rank, and is null for an unknown article", async () => {
  const { id } = await addArticle();
  const before = await stored(id);
  expect(await addView(id)).toBe(1);
  expect(await stored(id)).toEqual({ ...before, views: 1 });
  expect(await addView(unknown)).toBeNull();
  expect(await addView("no id")).toBeNull();
});

test("a second article with the same link returns the id of the first", async () => {
  const first = await addArticle({ url: "https://example.org/same" });
  const again = await createArticle({
    title: "Another",
    summary: "Another",
    url: "https://example.org/same",
    urlKey: "example.org/same",
    category: "stocks",
    authorId: first.authorId,
    reviewer: "Ida",
  });
  expect(again).toEqual({ existingId: first.id });
});

test("of twenty simultaneous articles with the same link, one is stored", async () => {
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      createArticle({
        title: `Title ${i}`,
        summary: "A summary",
        url: "https://example.org/same",
        urlKey: "example.org/same",
        category: "general",
        authorId: unknown,
        reviewer: "Mara",
      }),
    ),
  );
  const posted = results.flatMap((result) =>
    result && "article" in result ? [result.article.id] : [],
  );
  expect(posted).toHaveLength(1);
  const told = results.flatMap((result) =>
    result && "existingId" in result ? [result.existingId] : [],
  );
  expect(new Set(told)).toEqual(new Set(posted));
  expect(told).toHaveLength(19);
});

test("links of the greatest length are distinguished by their last character", async () => {
  const url = `https://example.org/${"ä".repeat(1979)}`;
  const { id } = await addArticle({ url: `${url}a` });
  await addArticle({ url: `${url}b` });
  expect((await findArticle(id))?.url).toBe(`${url}a`);
  await expect(addArticle({ url: `${url}a` })).rejects.toThrow("posted already");
});

test("an invalid or unknown id finds nothing", async () => {
  await addArticle();
  for (const id of [unknown, "", "x", "\0", "65f0c0ffee65f0c0ffee65f", `${unknown}0`, "[object]"]) {
    expect(await findArticle(id), id).toBeNull();
    expect(await findArticleOwner(id), id).toBeNull();
  }
});

test("an id in upper case finds the same article", async () => {
  const { id } = await addArticle();
  expect((await findArticle(id.toUpperCase()))?.id).toBe(id);
});

test("an import keeps dates and counts, and leaves existing articles as they are", async () => {
  const work = {
    id: unknown,
    title: "First",
    summary: "A summary",
    url: "https://example.org/1",
    urlKey: "example.org/1",
    category: "general",
    authorId: unknown,
    reviewer: "Mara",
    createdAt: new Date("2026-01-01T00:00:00Z"),
    views: 7,
    upvotes: 9,
    commentCount: 2,
    commentsByOthers: 0,
  };
  await importArticles([work]);
  await importArticles([
    { ...work, title: "Same id", urlKey: "example.org/2" },
    { ...work, title: "Same link", id: unknown.replace("6", "7") },
    { ...work, title: "New", id: unknown.replace("6", "8"), urlKey: "example.org/3" },
  ]);
  const rows = await mongoose.connection.collection("articles").find().sort({ _id: 1 }).toArray();
  expect(rows.map(({ title, views, hot }) => [title, views, hot])).toEqual([
    ["First", 7, 13_637],
    ["New", 7, 13_637],
  ]);
});
