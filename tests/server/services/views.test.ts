import mongoose from "mongoose";
import { afterEach, describe, expect, test, vi } from "vitest";
import { addVisit, dayKey } from "~/models/view.server";
import { readArticle, viewArticle } from "~/services/articles/articles.server";
import { getVisitorKey } from "~/services/articles/visitors.server";
import { useDatabase } from "../../setup/database";
import { addArticle } from "../../setup/people";

useDatabase();
afterEach(() => {
  vi.useRealTimers();
});

const visit = { sessionId: null, address: "192.0.2.1", userAgent: "A browser" };

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

  test("for each address and each user agent", async () => {
    const { id } = await addArticle();
    expect(await viewArticle(id, visit)).toBe(1);
    expect(await viewArticle(id, { ...visit, address: "192.0.2.2" })).toBe(2);
    expect(await viewArticle(id, { ...visit, userAgent: "Another browser" })).toBe(3);
    expect(await viewArticle(id, visit)).toBe(3);
  });

  test("once for a session, from wherever it is used", async () => {
    const { id } = await addArticle();
    const session = { ...visit, sessionId: "65f0c0ffee65f0c0ffee65f0" };
    expect(await viewArticle(id, session)).toBe(1);
    expect(await viewArticle(id, { ...session, address: "192.0.2.2", userAgent: "" })).toBe(1);
    expect(await viewArticle(id, visit), "who is not signed in is another visitor").toBe(2);
    expect(await viewArticle(id, { ...session, sessionId: "65f0c0ffee65f0c0ffee65f1" })).toBe(3);
  });

  test("again the next day", async () => {
    const { id } = await addArticle();
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-31T23:59:59.999Z") });
    const session = { ...visit, sessionId: "65f0c0ffee65f0c0ffee65f0" };
    expect(await viewArticle(id, visit)).toBe(1);
    expect(await viewArticle(id, session)).toBe(2);
    vi.setSystemTime(new Date("2026-02-01T00:00:00.000Z"));
    expect(await viewArticle(id, visit)).toBe(3);
    expect(await viewArticle(id, session)).toBe(4);
    expect(await viewArticle(id, visit)).toBe(4);
  });

  test("once however many ask at once", async () => {
    const { id } = await addArticle();
    await Promise.all(Array.from({ length: 50 }, () => viewArticle(id, visit)));
    expect((await readArticle(id)).views).toBe(1);
  });
});

test("an article that is not there has no views", async () => {
  for (const id of ["65f0c0ffee65f0c0ffee65f0", "x"])
    await expect(viewArticle(id, visit)).rejects.toMatchObject({ kind: "notFound" });
  expect(await mongoose.connection.collection("views").countDocuments()).toBe(0);
});

describe("a visitor without a session is a hash", () => {
  test("the same all day, and another the next day", async () => {
    const first = await getVisitorKey(visit, "2026-01-31");
    expect(await getVisitorKey(visit, "2026-01-31")).toBe(first);
    expect(await getVisitorKey(visit, "2026-02-01")).not.toBe(first);
  });

  test("that has neither address nor user agent in it", async () => {
    const { id } = await addArticle();
    await viewArticle(id, visit);
    const [row] = await mongoose.connection.collection("views").find().toArray();
    expect(row?.visitor).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(row)).not.toMatch(/192\.0\.2|browser/);
  });

  test("whose parts do not run into each other", async () => {
    const one = await getVisitorKey({ ...visit, address: "1", userAgent: "23" }, "2026-01-31");
    const other = await getVisitorKey({ ...visit, address: "12", userAgent: "3" }, "2026-01-31");
    expect(one).not.toBe(other);
  });
});

test("the day's key is one for all, and goes with its day", async () => {
  await Promise.all(Array.from({ length: 20 }, () => getVisitorKey(visit, "2026-03-01")));
  const keys = await mongoose.connection.collection("daykeys").find().toArray();
  expect(keys).toHaveLength(1);
  expect(keys[0]?.key).toMatch(/^[0-9a-f]{64}$/);
  expect(keys[0]?.expiresAt).toEqual(new Date("2026-03-03T00:00:00Z"));
});

test("nothing is remembered of a day once its rows are gone, even where nobody comes any more", async () => {
  const day = "2026-01-31";
  vi.useFakeTimers({
    toFake: ["Date", "setTimeout", "clearTimeout"],
    now: new Date(`${day}T12:00:00Z`),
  });
  const { id } = await addArticle();
  const key = await dayKey(day);
  expect(await addVisit(id, day, "somebody")).toBe(true);
  await Promise.all(
    ["daykeys", "views"].map((name) => mongoose.connection.collection(name).deleteMany({})),
  );
  expect(await dayKey(day)).toBe(key);
  expect(await addVisit(id, day, "somebody")).toBe(false);
  vi.advanceTimersByTime(36 * 3_600_000);
  expect(await dayKey(day)).not.toBe(key);
  expect(await addVisit(id, day, "somebody")).toBe(true);
});
