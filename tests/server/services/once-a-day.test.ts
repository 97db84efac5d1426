import mongoose from "mongoose";
import { afterEach, describe, expect, test, vi } from "vitest";
import { onceADay, type QuietPace } from "~/services/jobs/once-a-day.server";
import { recountDaily } from "~/services/jobs/recount.server";
import { addReview } from "~/services/reviews/reviews.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addUser, someReview } from "../../setup/people";

useDatabase();
afterEach(() => {
  vi.useRealTimers();
});

const HALF_HOUR = 1_800_000;
const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

describe("what is done once a day", () => {
  const done = async () => "done";

  test("is due again when nearly a day is over, and each thing by itself", async () => {
    expect(await onceADay("work", done)).toBe("done");
    expect(await onceADay("work", done)).toBeNull();
    expect(await onceADay("other work", done)).toBe("done");
    later(46 * HALF_HOUR);
    expect(await onceADay("work", done)).toBeNull();
    later(HALF_HOUR);
    expect(await onceADay("work", done)).toBe("done");
    expect(await onceADay("work", done)).toBeNull();
  });

  test("is done by one of twenty who look at once", async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => onceADay("work", done)));
    expect(results.filter((result) => result === "done")).toHaveLength(1);
  });

  test("is not done while it is being done, however long that takes", async () => {
    let finish = (_: string) => {};
    let begun = () => {};
    const working = new Promise<void>((resolve) => (begun = resolve));
    const first = onceADay("work", () => {
      begun();
      return new Promise<string>((resolve) => (finish = resolve));
    });
    await working;
    expect(await onceADay("work", done)).toBeNull();
    finish("at last");
    expect(await first).toBe("at last");
    expect(await onceADay("work", done)).toBeNull();
  });

  test("is due again when it has failed", async () => {
    const failing = onceADay("work", () => Promise.reject(new Error("the database went away")));
    await expect(failing).rejects.toThrow("the database went away");
    expect(await onceADay("work", done)).toBe("done");
  });

  test.each([
    ["what is left of it returned", async () => "half"],
    ["thrown", async ({ signal }: QuietPace) => Promise.reject(signal.reason as Error)],
  ])("is due again when it was ended half-way: %s", async (_, end) => {
    const stopping = new AbortController();
    const half = (pace: QuietPace) => {
      stopping.abort();
      expect(pace.signal.aborted).toBe(true);
      return end(pace);
    };
    expect(await onceADay("work", half, stopping.signal)).toBeNull();
    expect(await onceADay("work", done)).toBe("done");
  });

  test("is due again when its process has died over it", async () => {
    let end = (_: string) => {};
    const dead = onceADay("work", () => new Promise<string>((resolve) => (end = resolve)));
    await expect.poll(() => locks().countDocuments({ state: "running" })).toBe(1);
    expect(await onceADay("work", done)).toBeNull();
    // As it is when nobody has kept it for a while.
    await locks().updateOne({ state: "running" }, { $set: { until: new Date(0) } });
    expect(await onceADay("work", done)).toBe("done");
    end("too late");
    await dead;
  });
});

const locks = () => mongoose.connection.collection("job-locks");

describe("the day's recount", () => {
  const hubs = () => mongoose.connection.collection<{ _id: string }>("hubs");
  const wrongHub = async () => {
    await addReview(await addUser(), someReview());
    await hubs().updateOne({ _id: "bonds" }, { $set: { papers: 9 } });
  };

  test("is made once a day", async () => {
    await addArticle();
    expect(await recountDaily()).toEqual({ articles: 1, reviews: 0, corrected: 0 });
    expect(await recountDaily()).toBeNull();
  });

  test("is not made by being ended half-way: the hubs come last, and come", async () => {
    await wrongHub();
    expect(await recountDaily(AbortSignal.abort())).toBeNull();
    expect(await hubs().findOne({ _id: "bonds" })).toMatchObject({ papers: 9 });
    expect(await recountDaily()).toEqual({ articles: 0, reviews: 1, corrected: 1 });
    expect(await hubs().findOne({ _id: "bonds" })).toMatchObject({ papers: 1 });
  });
});
