import mongoose from "mongoose";
import { afterEach, describe, expect, test, vi } from "vitest";
import { onceADay, oncePerVersion, type QuietPace } from "~/services/jobs/once-a-day.server";
import { recountDaily } from "~/services/jobs/recount.server";
import { addReview } from "~/services/articles/reviews.server";
import { useDatabase } from "../../setup/database";
import { addUser, someReview } from "../../setup/people";

useDatabase();
afterEach(() => {
  vi.useRealTimers();
});

const HALF_HOUR = 1_800_000;
const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

test("a task of a version is done once, and again for another version or after a failure", async () => {
  const { signal } = new AbortController();
  const run = (version: number, result = async () => "done") =>
    oncePerVersion("work", version, result, signal);
  await expect(run(1, () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  expect([await run(1), await run(1), await run(2), await run(2)]).toEqual([
    ...["done", null, "done", null],
  ]);
  const aborted = AbortSignal.abort();
  expect(await oncePerVersion("other", 1, async () => "half", aborted)).toBeNull();
  expect(await oncePerVersion("other", 1, async () => "done", signal)).toBe("done");
});

describe("a daily task", () => {
  const done = async () => "done";

  test("is due again after nearly a day, independently of other tasks", async () => {
    expect(await onceADay("work", done)).toBe("done");
    expect(await onceADay("work", done)).toBeNull();
    expect(await onceADay("other work", done)).toBe("done");
    later(46 * HALF_HOUR);
    expect(await onceADay("work", done)).toBeNull();
    later(HALF_HOUR);
    expect(await onceADay("work", done)).toBe("done");
    expect(await onceADay("work", done)).toBeNull();
  });

  test.each([
    ["returned a partial result", async () => "half"],
    ["threw", async ({ signal }: QuietPace) => Promise.reject(signal.reason as Error)],
  ])("is due again after it was aborted and %s", async (_, end) => {
    const stopping = new AbortController();
    const half = (pace: QuietPace) => {
      stopping.abort();
      expect(pace.signal.aborted).toBe(true);
      return end(pace);
    };
    expect(await onceADay("work", half, stopping.signal)).toBeNull();
    expect(await onceADay("work", done)).toBe("done");
  });
});

test("the daily recount is repeated after an abort, so that the hubs, which come last, are corrected", async () => {
  const hubs = () => mongoose.connection.collection<{ _id: string }>("hubs");
  const wrongHub = async () => {
    await addReview(await addUser(), someReview());
    await hubs().updateOne({ _id: "bonds" }, { $set: { papers: 9 } });
  };
  await wrongHub();
  expect(await recountDaily(AbortSignal.abort())).toBeNull();
  expect(await hubs().findOne({ _id: "bonds" })).toMatchObject({ papers: 9 });
  expect(await recountDaily()).toEqual({ articles: 0, reviews: 1, corrected: 1 });
  expect(await hubs().findOne({ _id: "bonds" })).toMatchObject({ papers: 1 });
});
