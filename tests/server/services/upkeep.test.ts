/** The schedule of the upkeep and how it stops. The tasks themselves are replaced by test doubles. */
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { scheduleUpkeep } from "~/services/upkeep.server";

const done: string[] = [];
const work = vi.hoisted(() => ({
  events: async () => ({ shortened: 0, removed: 0 }),
  deletions: async () => 0,
  words: async (_signal: AbortSignal): Promise<object | null> => null,
  recount: async (_signal: AbortSignal): Promise<object | null> => null,
  recountLastDay: async (_signal: AbortSignal): Promise<number> => 0,
  prices: async (_signal: AbortSignal): Promise<object | null> => null,
  supporters: async (_signal: AbortSignal): Promise<object | null> => null,
  mentions: async (_signal: AbortSignal): Promise<object | null> => null,
}));
/** Replaces some exports of a module. */
const { replace } = vi.hoisted(() => ({
  replace: (doubles: object) => async (original: () => Promise<object>) => ({
    ...(await original()),
    ...doubles,
  }),
}));
vi.mock("~/services/events/feature.server", replace({ tidyEvents: () => work.events() }));
vi.mock(
  "~/services/account-deletion/account-deletion.server",
  replace({ deleteDueAccounts: () => work.deletions() }),
);
vi.mock(
  "~/services/search/feature.server",
  replace({ indexAllWords: ({ signal }: { signal: AbortSignal }) => work.words(signal) }),
);
vi.mock(
  "~/services/jobs/once-a-day.server",
  replace({
    oncePerVersion: (
      _name: string,
      _version: number,
      work: (pace: object) => unknown,
      signal: AbortSignal,
    ) => work({ signal }),
  }),
);
vi.mock(
  "~/services/jobs/recount.server",
  replace({
    recountDaily: (signal: AbortSignal) => work.recount(signal),
    recountLastDay: (signal: AbortSignal) => work.recountLastDay(signal),
  }),
);
vi.mock(
  "~/services/prices/update.server",
  replace({ updatePricesDaily: (signal: AbortSignal) => work.prices(signal) }),
);
vi.mock("~/services/recommendations/generation.server", replace({ sweep: async () => {} }));
vi.mock("~/services/membership/membership.server", replace({ settleApplications: async () => {} }));
vi.mock(
  "~/services/recommendations/settlement.server",
  replace({ settleOutcomes: async () => ({ settled: 0 }) }),
);
vi.mock(
  "~/services/recommendations/supporters.server",
  replace({ refreshSupportersDaily: (signal: AbortSignal) => work.supporters(signal) }),
);
vi.mock(
  "~/services/recommendations/mentions.server",
  replace({ refreshMentionsDaily: (signal: AbortSignal) => work.mentions(signal) }),
);
/** Whether another process holds the lock. */
let isHeldElsewhere = false;
vi.mock(
  "~/models/job-lock.server",
  replace({
    acquireLock: async () => ({ id: "lock", isMine: !isHeldElsewhere }),
    renewLock: async () => true,
    releaseLock: async () => {},
  }),
);

let lines: { level: number; msg: string; task?: string }[];
const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(() => {
  vi.useFakeTimers();
  done.length = 0;
  lines = [];
  isHeldElsewhere = false;
  work.words = async () => (done.push("words"), { documents: 1 });
  work.recountLastDay = async () => 0;
  work.recount = async () => (done.push("recount"), { corrected: 0 });
  work.prices = async () => (done.push("prices"), { behind: [], refused: [] });
  work.mentions = async () => (done.push("mentions"), { documents: 1 });
});
afterEach(() => {
  vi.useRealTimers();
});

const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test("checks the counts of the last day at once", async () => {
  work.recountLastDay = async () => 2;
  const stop = scheduleUpkeep(log);
  await after(0);
  expect(lines.map(({ msg }) => msg)).toEqual(["counts of the last day were corrected"]);
  await stop();
});

test("begins a minute after the start, and runs every hour", async () => {
  const stop = scheduleUpkeep(log);
  await after(MINUTE - 1);
  expect(done).toEqual([]);
  await after(1);
  expect(done).toEqual(["words", "recount", "prices", "mentions"]);
  await after(2 * HOUR);
  expect(done).toHaveLength(12);
  await stop();
  await after(2 * HOUR);
  expect(done).toHaveLength(12);
});

test("does not run while another process does", async () => {
  isHeldElsewhere = true;
  const stop = scheduleUpkeep(log);
  await after(MINUTE);
  expect(done).toEqual([]);
  isHeldElsewhere = false;
  await after(HOUR);
  expect(done).toHaveLength(4);
  await stop();
});

test("continues when a task fails", async () => {
  work.recount = async () => Promise.reject(new Error("the database went away"));
  const stop = scheduleUpkeep(log);
  await after(MINUTE);
  expect(done).toEqual(["words", "prices", "mentions"]);
  expect(lines[1]).toMatchObject({ level: 50, msg: "the upkeep failed", task: "recount" });
  await stop();
});

test("aborts the current task when the site stops, waits for it, and starts no others", async () => {
  let ended = false;
  work.prices = (signal) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => {
        ended = true;
        resolve(null);
      });
    });
  const stop = scheduleUpkeep(log);
  await after(MINUTE);
  await stop();
  expect(ended).toBe(true);
  expect(done).toEqual(["words", "recount"]);
});
