import { afterEach, describe, expect, it, test, vi } from "vitest";
import { dependsOn, limitValidity, recordDependencies } from "~/services/cache/dependencies.server";
import { cacheReads, cachedRead } from "~/services/cache/cached-reads.server";
import { articleTag, HUB_COUNTS } from "~/services/cache/tags";

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
    dependsOn(articleTag("a"));
    count += 1;
    return { count };
  });
};

it("reads once for concurrent and later calls with the same key", async () => {
  keep();
  const read = counting();
  const results = await Promise.all([cachedRead(["x", 1], read), cachedRead(["x", 1], read)]);
  results.push(await cachedRead(["x", 1], read));
  expect(results).toEqual([{ count: 1 }, { count: 1 }, { count: 1 }]);
  expect(await cachedRead(["x", 2], read)).toEqual({ count: 2 });
});

it("reads each time without a cache, or if the latest changes are not known", async () => {
  const read = counting();
  await cachedRead(["x"], read);
  await cachedRead(["x"], read);
  keep(() => false);
  await cachedRead(["x"], read);
  await cachedRead(["x"], read);
  expect(read).toHaveBeenCalledTimes(4);
});

it("passes its dependencies on to the page that shows it, each time", async () => {
  keep();
  const read = async () => {
    dependsOn(HUB_COUNTS);
    limitValidity(5_000_000_000_000);
    return "read";
  };
  for (const _ of [1, 2]) {
    const { dependencies } = await recordDependencies(() => cachedRead(["x"], read));
    expect([...dependencies.tags]).toEqual([HUB_COUNTS]);
    expect(dependencies.validUntil).toBe(5_000_000_000_000);
  }
});

it("does not cache a failure", async () => {
  keep();
  await expect(cachedRead(["x"], () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await cachedRead(["x"], async () => "read")).toBe("read");
});

describe("a cached value", () => {
  test("is frozen", async () => {
    keep();
    const shared = await cachedRead(["x"], async () => ({ list: [{ name: "a" }] }));
    expect(() => shared.list.push({ name: "b" })).toThrow(TypeError);
    expect(() => (shared.list[0]!.name = "c")).toThrow(TypeError);
  });
});
