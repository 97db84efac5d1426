/** The schedule of the upkeep and how it stops, with tasks of these tests. */
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as locks from "~/models/job-lock.server";
import * as jobRuns from "~/models/job-run.server";
import type { UpkeepTask } from "~/services/feature";
import { scheduleUpkeep } from "~/services/upkeep.server";

/** Whether another process holds the lock. */
let isHeldElsewhere = false;
/** How the runs of the upkeep have ended. */
let runs: object[];

let lines: { level: number; msg: string; task?: string }[];
const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let done: string[];
let tasks: Record<"words" | "recount" | "prices", UpkeepTask>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(locks, "acquireLock").mockImplementation(async () => ({
    id: "lock",
    isMine: !isHeldElsewhere,
  }));
  vi.spyOn(locks, "renewLock").mockResolvedValue(true);
  vi.spyOn(locks, "releaseLock").mockResolvedValue();
  vi.spyOn(jobRuns, "addJobRun").mockResolvedValue("run");
  vi.spyOn(jobRuns, "endJobRun").mockImplementation(async (_, outcome) => void runs.push(outcome));
  done = [];
  lines = [];
  runs = [];
  isHeldElsewhere = false;
  tasks = {
    words: async () => void done.push("words"),
    recount: async () => void done.push("recount"),
    prices: async () => void done.push("prices"),
  };
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const schedule = (corrected = 0) =>
  scheduleUpkeep(log, { tasks, recountAtStart: async () => corrected });

test("checks the counts of the last day at once", async () => {
  const stop = schedule(2);
  await after(0);
  expect(lines.map(({ msg }) => msg)).toEqual(["counts of the last day were corrected"]);
  await stop();
});

test("begins a minute after the start, and runs every hour", async () => {
  const stop = schedule();
  await after(MINUTE - 1);
  expect(done).toEqual([]);
  await after(1);
  expect(done).toEqual(["words", "recount", "prices"]);
  await after(2 * HOUR);
  expect(done).toHaveLength(9);
  await stop();
  await after(2 * HOUR);
  expect(done).toHaveLength(9);
});

test("does not run while another process does", async () => {
  isHeldElsewhere = true;
  const stop = schedule();
  await after(MINUTE);
  expect(done).toEqual([]);
  isHeldElsewhere = false;
  await after(HOUR);
  expect(done).toHaveLength(3);
  await stop();
});

test("continues when a task fails", async () => {
  tasks.recount = () => Promise.reject(new Error("the database went away"));
  const stop = schedule();
  await after(MINUTE);
  expect(done).toEqual(["words", "prices"]);
  expect(runs).toEqual([{ error: expect.stringMatching(/^recount: Error: /) }]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 50, msg: "the upkeep failed", task: "recount" });
  await stop();
});

test("aborts the current task when the site stops, waits for it, and starts no others", async () => {
  let ended = false;
  tasks.recount = (_log, signal) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => {
        ended = true;
        resolve();
      });
    });
  const stop = schedule();
  await after(MINUTE);
  await stop();
  expect(ended).toBe(true);
  expect(done).toEqual(["words"]);
});
