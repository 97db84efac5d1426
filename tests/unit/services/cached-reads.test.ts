import { afterEach, describe, expect, it, test, vi } from "vitest";
import { accountTag, articleTag, EVERYTHING } from "~/config/page-tags";
import { cacheReads, cachedRead } from "~/services/cache/cached-reads.server";
import { invalidate } from "~/services/cache/invalidation.server";

// The log for other processes is tested with a database.
vi.mock("~/models/invalidation.server", () => ({
  newInvalidationId: () => "id",
  recordInvalidation: async () => {},
}));

const TAGS = [articleTag("a")];

let stop = () => {};
afterEach(() => stop());

function keep(isCurrent = () => true) {
  const reads = cacheReads({ maxBytes: 100_000, isCurrent });
  stop = reads.stop;
  return reads;
}

const counting = () => {
  let count = 0;
  return vi.fn(async () => {
    count += 1;
    return { count };
  });
};

it("reads once for concurrent and later calls with the same key", async () => {
  keep();
  const read = counting();
  const results = await Promise.all([
    cachedRead(TAGS, ["x", 1], read),
    cachedRead(TAGS, ["x", 1], read),
  ]);
  results.push(await cachedRead(TAGS, ["x", 1], read));
  expect(results).toEqual([{ count: 1 }, { count: 1 }, { count: 1 }]);
  expect(await cachedRead(TAGS, ["x", 2], read)).toEqual({ count: 2 });
});

it("reads each time without a cache, or if the latest changes are not known", async () => {
  const read = counting();
  await cachedRead(TAGS, ["x"], read);
  await cachedRead(TAGS, ["x"], read);
  keep(() => false);
  await cachedRead(TAGS, ["x"], read);
  await cachedRead(TAGS, ["x"], read);
  expect(read).toHaveBeenCalledTimes(4);
});

describe("reads again after an invalidation", () => {
  test.each([
    ["of its tag", articleTag("a"), 2],
    ["of everything", EVERYTHING, 2],
    ["of another tag", articleTag("b"), 1],
  ])("%s", async (_what, changed, times) => {
    keep();
    const read = counting();
    await cachedRead(TAGS, ["x"], read);
    await invalidate(changed);
    await cachedRead(TAGS, ["x"], read);
    expect(read).toHaveBeenCalledTimes(times);
  });

  test("of a tag that its result has", async () => {
    keep();
    const read = vi.fn(async () => ({ user: "a" }));
    const again = () => cachedRead(({ user }) => [accountTag(user)], ["x"], read);
    await again();
    await invalidate(accountTag("b"));
    await again();
    expect(read).toHaveBeenCalledTimes(1);
    await invalidate(accountTag("a"));
    await again();
    expect(read).toHaveBeenCalledTimes(2);
  });
});

it("does not cache null", async () => {
  keep();
  const read = vi.fn(async (): Promise<{ user: string } | null> => null);
  const again = () => cachedRead(({ user }) => [accountTag(user)], ["x"], read);
  await again();
  expect(await again()).toBeNull();
  expect(read).toHaveBeenCalledTimes(2);
});

it("does not cache a failure", async () => {
  keep();
  await expect(cachedRead(TAGS, ["x"], () => Promise.reject(new Error("no")))).rejects.toThrow(
    "no",
  );
  expect(await cachedRead(TAGS, ["x"], async () => "read")).toBe("read");
});

describe("a cached value", () => {
  test("is frozen", async () => {
    keep();
    const shared = await cachedRead(TAGS, ["x"], async () => ({ list: [{ name: "a" }] }));
    expect(() => shared.list.push({ name: "b" })).toThrow(TypeError);
    expect(() => (shared.list[0]!.name = "c")).toThrow(TypeError);
  });
});
