import mongoose from "mongoose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDatabase } from "../../setup/database";

useDatabase();

const MINUTE = 60_000;
let samples: typeof import("~/services/sample-content.server");

beforeEach(async () => {
  // Gives each test a module without cached state, as right after the start.
  vi.resetModules();
  samples = await import("~/services/sample-content.server");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const reads = () => vi.spyOn(mongoose.model("Fact").collection, "findOne");
const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

test("simultaneous calls after the start query the database once", async () => {
  await samples.writeSampleState("filled");
  const read = reads();
  const answers = await Promise.all(Array.from({ length: 5 }, () => samples.hasSampleContent()));
  expect(answers).toEqual([true, true, true, true, true]);
  expect(read).toHaveBeenCalledTimes(1);
  later(24 * 60 * MINUTE);
  expect(await samples.hasSampleContent()).toBe(true);
  expect(read).toHaveBeenCalledTimes(1);
});

test("the absence of sample content is cached for a minute", async () => {
  expect(await samples.hasSampleContent()).toBe(false);
  await samples.writeSampleState("filling");
  expect(await samples.hasSampleContent()).toBe(false);
  later(MINUTE + 1);
  expect(await samples.hasSampleContent()).toBe(true);
});

test("a failed query is repeated by the next call", async () => {
  await samples.writeSampleState("filled");
  reads().mockRejectedValueOnce(new Error("the database went away"));
  expect(await samples.hasSampleContent()).toBe(false);
  expect(await samples.hasSampleContent()).toBe(true);
});
