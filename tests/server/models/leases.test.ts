import { afterEach, expect, test, vi } from "vitest";
import { takeLease } from "~/models/lease.server";
import { readSetting, writeSetting } from "~/models/setting.server";
import { useDatabase } from "../../setup/database";

useDatabase();
afterEach(() => {
  vi.useRealTimers();
});

const takers = <T>(count: number, act: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, act));
const winners = (results: boolean[]) => results.filter(Boolean).length;

test("of twenty who want it at once, one gets it", async () => {
  expect(winners(await takers(20, () => takeLease("work", 60_000)))).toBe(1);
  expect(winners(await takers(20, () => takeLease("work", 60_000)))).toBe(0);
});

test("when its time is over one of twenty gets it again", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-01T00:00:00Z") });
  expect(await takeLease("work", 60_000)).toBe(true);
  vi.setSystemTime(new Date("2026-01-01T00:00:59.999Z"));
  expect(await takeLease("work", 60_000)).toBe(false);
  vi.setSystemTime(new Date("2026-01-01T00:01:00Z"));
  expect(winners(await takers(20, () => takeLease("work", 60_000)))).toBe(1);
});

test("one thing does not keep another waiting", async () => {
  expect(await takeLease("work", 60_000)).toBe(true);
  expect(await takeLease("other work", 60_000)).toBe(true);
});

test("what is written down is read back, and the last word counts", async () => {
  expect(await readSetting("colour")).toBeNull();
  await writeSetting("colour", "green");
  await writeSetting("colour", { deep: ["green", 1, null] });
  expect(await readSetting("colour")).toEqual({ deep: ["green", 1, null] });
});
