import mongoose from "mongoose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { addVisits, dayKey, ROWS_PER_ARTICLE, ROWS_PER_DAY } from "~/models/view.server";
import { readArticle, viewArticle } from "~/services/articles/articles.server";
import { collection, useDatabase } from "../../setup/database";
import { addArticle } from "../../setup/people";

useDatabase();
afterEach(() => {
  vi.useRealTimers();
});

const visit = { userId: null, address: "192.0.2.1" };
const [somebody, somebodyElse] = ["65f0c0ffee65f0c0ffee65f0", "65f0c0ffee65f0c0ffee65f1"];

describe("an article's view counts", () => {
  test("for each address", async () => {
    const { id } = await addArticle();
    expect(await viewArticle(id, visit)).toBe(1);
    expect(await viewArticle(id, { ...visit, address: "192.0.2.2" })).toBe(2);
    expect(await viewArticle(id, visit)).toBe(2);
  });

  test("once for a user from any address", async () => {
    const { id } = await addArticle();
    expect(await viewArticle(id, { ...visit, userId: somebody })).toBe(1);
    const elsewhere = { userId: somebody, address: "192.0.2.2" };
    expect(await viewArticle(id, elsewhere)).toBe(1);
    expect(await viewArticle(id, { ...elsewhere, userId: null }), "signed out there").toBe(1);
  });

  test("once for an address, even if several users sign in from it", async () => {
    const { id } = await addArticle();
    expect(await viewArticle(id, { ...visit, userId: somebody })).toBe(1);
    expect(await viewArticle(id, { ...visit, userId: somebodyElse })).toBe(1);
    expect(await viewArticle(id, visit)).toBe(1);
  });

  test("again the next day", async () => {
    const { id } = await addArticle();
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-31T23:59:59.999Z") });
    const signedIn = { userId: somebody, address: "192.0.2.2" };
    expect(await viewArticle(id, visit)).toBe(1);
    expect(await viewArticle(id, signedIn)).toBe(2);
    vi.setSystemTime(new Date("2026-02-01T00:00:00.000Z"));
    expect(await viewArticle(id, visit)).toBe(3);
    expect(await viewArticle(id, signedIn)).toBe(4);
    expect(await viewArticle(id, visit)).toBe(4);
  });

  test("once for simultaneous requests", async () => {
    const { id } = await addArticle();
    const visits = [visit, { ...visit, userId: somebody }, { ...visit, userId: somebodyElse }];
    await Promise.all(Array.from({ length: 50 }, (_, i) => viewArticle(id, visits[i % 3]!)));
    expect((await readArticle(id)).views).toBe(1);
  });
});

test("a view of an unknown article is not found", async () => {
  for (const id of ["65f0c0ffee65f0c0ffee65f0", "x"])
    await expect(viewArticle(id, visit)).rejects.toMatchObject({ kind: "notFound" });
  expect(await collection("views").countDocuments()).toBe(0);
});

test("the hashes that identify a visitor contain neither the address nor the user", async () => {
  const { id } = await addArticle();
  await viewArticle(id, { ...visit, userId: somebody });
  const rows = await collection("views").find().toArray();
  expect(rows.map(({ visitor }) => String(visitor))).toEqual([
    expect.stringMatching(/^[\w-]{43}$/),
    expect.stringMatching(/^[\w-]{43}$/),
  ]);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`192\\.0\\.2|${somebody}`));
});

describe("the number of views stored for a day is limited", () => {
  const visitsOf = (articleId: string, visitors: number) =>
    Array.from({ length: visitors }, (_, i) => ({ articleId, visitors: [`visitor ${i}`] }));
  const rows = () => collection("views").countDocuments();
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-04-01T12:00:00Z") });
  });

  test("for one article", async () => {
    const [first, second] = [await addArticle(), await addArticle()];
    const added = await addVisits("2026-04-01", visitsOf(first.id, ROWS_PER_ARTICLE + 10));
    expect(added).toHaveLength(ROWS_PER_ARTICLE);
    expect(await addVisits("2026-04-01", visitsOf(first.id, ROWS_PER_ARTICLE + 20))).toEqual([]);
    expect(await rows()).toBe(ROWS_PER_ARTICLE);
    expect(await addVisits("2026-04-01", visitsOf(second.id, 1))).toHaveLength(1);
  });

  test("for all articles, across all processes", async () => {
    const { id } = await addArticle();
    await dayKey("2026-04-02");
    // Other processes have used nearly the whole limit.
    await mongoose.connection
      .collection<{ _id: string }>("daykeys")
      .updateOne({ _id: "2026-04-02" }, { $set: { rows: ROWS_PER_DAY - 1_000 } });
    expect(await addVisits("2026-04-02", visitsOf(id, 999))).toHaveLength(999);
    expect(await addVisits("2026-04-02", visitsOf(id, 1_005))).toEqual([]);
    expect(await rows()).toBe(999);
  });
});
