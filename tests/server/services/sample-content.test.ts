import mongoose from "mongoose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDatabase } from "../../setup/database";

useDatabase();

const MINUTE = 60_000;
let samples: typeof import("~/services/demo/sample-content.server");

beforeEach(async () => {
  // As it is right after the start, when nothing is known.
  vi.resetModules();
  samples = await import("~/services/demo/sample-content.server");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const reads = () => vi.spyOn(mongoose.model("Fact").collection, "findOne");
const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

test("of several who ask right after the start all are told, and the database is asked once", async () => {
  await samples.writeSampleState("filled");
  const read = reads();
  const answers = await Promise.all(Array.from({ length: 5 }, () => samples.hasSampleContent()));
  expect(answers).toEqual([true, true, true, true, true]);
  expect(read).toHaveBeenCalledTimes(1);
  later(24 * 60 * MINUTE);
  expect(await samples.hasSampleContent()).toBe(true);
  expect(read).toHaveBeenCalledTimes(1);
});

test("that there is none is believed for a minute", async () => {
  expect(await samples.hasSampleContent()).toBe(false);
  await samples.writeSampleState("filling");
  expect(await samples.hasSampleContent()).toBe(false);
  later(MINUTE + 1);
  expect(await samples.hasSampleContent()).toBe(true);
});

test("a database that could not be asked is asked again", async () => {
  await samples.writeSampleState("filled");
  reads().mockRejectedValueOnce(new Error("the database went away"));
  expect(await samples.hasSampleContent()).toBe(false);
  expect(await samples.hasSampleContent()).toBe(true);
});
