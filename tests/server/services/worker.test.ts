/** Long work in a worker thread: it does not block the event loop, can be aborted, and reports errors. */
import { type Worker } from "node:worker_threads";
import { afterEach, expect, test, vi } from "vitest";
import type { SketchedMention } from "~/services/scoring/sentiment-calculation";
import { inWorker } from "~/services/worker/worker.server";

const started = vi.hoisted((): Worker[] => []);
vi.mock(import("node:worker_threads"), async (importOriginal) => {
  const actual = await importOriginal();
  class ObservedWorker extends actual.Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      started.push(this);
    }
  }
  return { ...actual, Worker: ObservedWorker };
});

const hasEnded = (worker: Worker | undefined) => worker?.threadId === -1;

afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.terminate()));
});

const mentions = (count: number): SketchedMention[] =>
  Array.from({ length: count }, (_, i) => ({
    token: "BTC",
    kind: "comment",
    p: 0.1,
    weight: 1,
    createdAt: i,
    trust: 1,
    document: ((i * 7919) % count).toString(16).padStart(24, "0"),
    author: `author ${i}`,
    isCopy: false,
    sketch: [i],
  }));

test("computes a sentiment of many mentions without blocking the event loop", async () => {
  const all = mentions(60_000);
  const { computed, ticks } = await inWorker("sentiment", async (job) => {
    while (all.length) await job.add(all.splice(0, 1000));
    let ticks = 0;
    const others = setInterval(() => (ticks += 1), 1);
    const computed = await job.compute();
    clearInterval(others);
    return { computed, ticks };
  });
  expect(computed).toMatchObject({
    calculation: { topToken: "BTC", mentionCount: 60_000 },
    inputs: 60_000,
  });
  // Computed in this thread, there would have been none.
  expect(ticks).toBeGreaterThan(5);
});

test("an abort ends the thread during a computation", async () => {
  const stop = new AbortController();
  const scoring = inWorker(
    "mentions",
    async (job) => {
      await job.scoreDocuments("comment", [["Bitcoin"]]);
      // This would take minutes.
      const endless = job.scoreDocuments(
        "comment",
        Array<string[]>(100_000).fill(["BTC great. ".repeat(500)]),
      );
      setTimeout(() => stop.abort(new Error("stopped")), 20);
      return endless;
    },
    stop.signal,
  );
  await expect(scoring).rejects.toThrow("stopped");
  expect(started.map(hasEnded)).toEqual([true]);
  const unwanted = inWorker("mentions", () => expect.unreachable(), stop.signal);
  await expect(unwanted).rejects.toThrow("stopped");
});

test("a thread is used again, and ends after ten seconds without a job, not during one", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const score = (waiting = 0) =>
    inWorker("mentions", async (job) => {
      await job.scoreDocuments("comment", [["Bitcoin"]]);
      vi.advanceTimersByTime(waiting);
      return job.scoreDocuments("comment", [["Bitcoin"]]);
    });
  try {
    const scored = await score();
    expect(await score(60_000)).toEqual(scored);
    expect(started.map(hasEnded)).toEqual([false]);
    vi.advanceTimersByTime(10_000);
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(() => started.map(hasEnded)).toEqual([true]);
});

test("an error in the thread reaches the caller", async () => {
  const failing = inWorker("sentiment", (job) => job.add(null as unknown as SketchedMention[]));
  await expect(failing).rejects.toThrow("mentions is not iterable");
});
