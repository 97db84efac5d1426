import { describe, expect, it, test, vi } from "vitest";
import { createTaggedCache, type Computed } from "~/services/cache/tagged-cache.server";
import type { PageTag } from "~/config/page-tags";

const tags = (...names: string[]) => names as PageTag[];
const change = (name: string) => [name as PageTag];

const computed = (value: string, fields: Partial<Computed<string>> = {}): Computed<string> => ({
  value,
  tags: tags("list"),
  isCacheable: true,
  ...fields,
});

const create = (maxBytes = 100_000) => createTaggedCache<string>(maxBytes, (value) => value.length);

/** A computation that ends when `finish()` is called. */
function slowly() {
  let finish = (_result: Computed<string>) => {};
  const result = new Promise<Computed<string>>((resolve) => (finish = resolve));
  return { compute: vi.fn(() => result), finish };
}

it("computes once for all concurrent calls, and caches the value", async () => {
  const cache = create();
  const { compute, finish } = slowly();
  const waiting = Array.from({ length: 100 }, () => cache.getOrCompute("/", compute));
  finish(computed("one"));
  expect(new Set((await Promise.all(waiting)).map(({ value }) => value))).toEqual(new Set(["one"]));
  expect(compute).toHaveBeenCalledTimes(1);
  expect(cache.get("/")).toBe("one");
});

it("drops only the values with an invalidated tag", async () => {
  const cache = create();
  await cache.getOrCompute("/a", async () => computed("a", { tags: tags("x", "y") }));
  await cache.getOrCompute("/b", async () => computed("b", { tags: tags("y") }));
  cache.invalidate(change("x"));
  expect([cache.get("/a"), cache.get("/b")]).toEqual([undefined, "b"]);
  cache.invalidate(change("everything"));
  expect(cache.get("/b")).toBeUndefined();
});

describe("an invalidation while a value is computed", () => {
  test("prevents caching the value if it has the tag", async () => {
    const cache = create();
    const { compute, finish } = slowly();
    const asked = cache.getOrCompute("/", compute);
    cache.invalidate(change("list"));
    finish(computed("old"));
    expect((await asked).value).toBe("old");
    expect(cache.get("/")).toBeUndefined();
  });

  test("makes later calls compute it again", async () => {
    const cache = create();
    const { compute, finish } = slowly();
    const before = cache.getOrCompute("/", compute);
    cache.invalidate(change("list"));
    const after = cache.getOrCompute("/", async () => computed("new"));
    expect((await after).value).toBe("new");
    finish(computed("old"));
    await before;
    expect(cache.get("/")).toBe("new");
  });
});

test.each([
  ["for longer than ten minutes", "2026-03-01T12:00:00Z", 600_000],
  ["beyond the end of the day", "2026-03-01T23:59:00Z", 60_000],
])("caches nothing %s", async (_what, now, ms) => {
  vi.useFakeTimers({ now: new Date(now) });
  try {
    const cache = create();
    await cache.getOrCompute("/", async () => computed("page"));
    vi.advanceTimersByTime(ms - 1);
    expect(cache.get("/")).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(cache.get("/")).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

it("computes again after a failure", async () => {
  const cache = create();
  const failing = cache.getOrCompute("/", () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(await cache.getOrCompute("/", async () => computed("page"))).toMatchObject({
    value: "page",
  });
});

it("evicts the least recently used values when it is full", async () => {
  const cache = create(20_000);
  const large = "x".repeat(5_000);
  for (const key of ["/1", "/2", "/3"]) await cache.getOrCompute(key, async () => computed(large));
  cache.get("/1");
  await cache.getOrCompute("/4", async () => computed(large));
  expect(["/1", "/2", "/3", "/4"].filter((key) => cache.get(key))).toEqual(["/1", "/3", "/4"]);
  await cache.getOrCompute("/5", async () => computed("x".repeat(30_000)));
  expect(cache.get("/5")).toBeUndefined();
});
