import mongoose from "mongoose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { addVisits, dayKey, ROWS_PER_ARTICLE, ROWS_PER_DAY } from "~/models/view.server";
import { readArticle, viewArticle } from "~/services/articles/articles.server";
import { getVisitorKeys } from "~/services/articles/visitors.server";
import { useDatabase } from "../../setup/database";
import { addArticle } from "../../setup/people";

useDatabase();
afterEach(() => {
  vi.useRealTimers();
});

const visit = { userId: null, address: "192.0.2.1" };
const [somebody, somebodyElse] = ["65f0c0ffee65f0c0ffee65f0", "65f0c0ffee65f0c0ffee65f1"];

describe("an article's view counts", () => {
  test("once for a visitor", async () => {
    const { id } = await addArticle();
    expect(await viewArticle(id, visit)).toBe(1);
    expect(await viewArticle(id, visit)).toBe(1);
    expect((await readArticle(id)).views).toBe(1);
  });

  test("once for each article", async () => {
    const [first, second] = [await addArticle(), await addArticle()];
    expect(await viewArticle(first.id, visit)).toBe(1);
    expect(await viewArticle(second.id, visit)).toBe(1);
  });

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
  expect(await mongoose.connection.collection("views").countDocuments()).toBe(0);
});

describe("the hashes that identify a visitor", () => {
  test("are the same all day, and different the next day", async () => {
    const signedIn = { ...visit, userId: somebody };
    const first = await getVisitorKeys(signedIn, "2026-01-31");
    expect(await getVisitorKeys(signedIn, "2026-01-31")).toEqual(first);
    for (const key of await getVisitorKeys(signedIn, "2026-02-01")) {
      expect(first).not.toContain(key);
    }
  });

  test("contain neither the address nor the user", async () => {
    const { id } = await addArticle();
    await viewArticle(id, { ...visit, userId: somebody });
    const rows = await mongoose.connection.collection("views").find().toArray();
    expect(rows.map(({ visitor }) => String(visitor))).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`192\\.0\\.2|${somebody}`));
  });
});

describe("the number of views stored for a day is limited", () => {
  const visitsOf = (articleId: string, visitors: number) =>
    Array.from({ length: visitors }, (_, i) => ({ articleId, visitors: [`visitor ${i}`] }));
  const rows = () => mongoose.connection.collection("views").countDocuments();
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
    expect(await addVisits("2026-04-02", visitsOf(id, 1_005))).toHaveLength(1);
    expect(await addVisits("2026-04-02", visitsOf(id, 1_010))).toEqual([]);
    expect(await rows()).toBe(1_000);
  });

  test("without counting views that are stored already", async () => {
    const { id } = await addArticle();
    await dayKey("2026-04-03");
    await mongoose.connection
      .collection<{ _id: string }>("daykeys")
      .updateOne({ _id: "2026-04-03" }, { $set: { rows: ROWS_PER_DAY - 1_000 } });
    await addVisits("2026-04-03", visitsOf(id, 1));
    await addVisits("2026-04-04", visitsOf(id, 1)); // This clears the cache of the day before.
    await mongoose.connection
      .collection<{ _id: string }>("daykeys")
      .updateOne({ _id: "2026-04-03" }, { $set: { rows: ROWS_PER_DAY - 1_000 } });
    expect(await addVisits("2026-04-03", visitsOf(id, 1_000))).toHaveLength(999);
    expect(await addVisits("2026-04-03", visitsOf(id, 1_001))).toHaveLength(1);
  });
});

test("the key of a day is shared by all processes, and expires after its day", async () => {
  await Promise.all(Array.from({ length: 20 }, () => getVisitorKeys(visit, "2026-03-01")));
  const keys = await mongoose.connection.collection("daykeys").find().toArray();
  expect(keys).toHaveLength(1);
  expect(keys[0]?.key).toMatch(/^[0-9a-f]{64}$/);
  expect(keys[0]?.expiresAt).toEqual(new Date("2026-03-03T00:00:00Z"));
});

test("a day whose key was deleted, as in another database, gets a new one", async () => {
  const day = "2026-03-05";
  const key = await dayKey(day);
  await mongoose.connection.collection("daykeys").deleteMany({});
  const visits = [{ articleId: (await addArticle()).id, visitors: ["somebody"] }];
  expect(await addVisits(day, visits)).toEqual(visits);
  expect(await dayKey(day)).not.toBe(key);
});

test("a day is no longer cached once its documents expire, even without further visitors", async () => {
  const day = "2026-01-31";
  vi.useFakeTimers({
    toFake: ["Date", "setTimeout", "clearTimeout"],
    now: new Date(`${day}T12:00:00Z`),
  });
  const { id } = await addArticle();
  const visits = [{ articleId: id, visitors: ["somebody"] }];
  const key = await dayKey(day);
  expect(await addVisits(day, visits)).toEqual(visits);
  await Promise.all(
    ["daykeys", "views"].map((name) => mongoose.connection.collection(name).deleteMany({})),
  );
  expect(await dayKey(day)).toBe(key);
  expect(await addVisits(day, visits)).toEqual([]);
  vi.advanceTimersByTime(36 * 3_600_000);
  expect(await dayKey(day)).not.toBe(key);
  expect(await addVisits(day, visits)).toEqual(visits);
});
