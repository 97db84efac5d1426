import { afterEach, expect, test, vi } from "vitest";
import { setEnvironment } from "~/config/env.server";
import { listFullLedger } from "~/models/ledger.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { keepSchedule, listMissedWeeks } from "~/services/recommendations/schedule.server";
import { useDatabase } from "../../setup/database";
import { importMomentumCloses } from "../../setup/recommendations";

useDatabase();
afterEach(() => {
  vi.useRealTimers();
  setEnvironment(process.env);
});

const log = { info: vi.fn(), warn: vi.fn() };

/** Does the upkeep at a time, such as `2026-01-05 06:00`. @returns the entries that it made, without those about keys */
async function keepAt(time: string, schedule = "Monday 06:00"): Promise<object[]> {
  setEnvironment({ ...process.env, SCHEDULE: schedule });
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${time.replace(" ", "T")}:00Z`) });
  const before = (await listFullLedger(0, 100)).length;
  await keepSchedule(log);
  return (await listFullLedger(before, 100))
    .filter(({ kind }) => kind !== "key")
    .map(({ kind, of, content }) => ({ kind, of, ...pick(content) }));
}

function pick(content: string): object {
  const { schedule, from, day } = JSON.parse(content) as Record<string, unknown>;
  return JSON.parse(JSON.stringify({ schedule, from, day })) as object;
}

const made = (of: unknown = expect.any(String)) => ({ kind: "recommendation", of });
const missed = (engine: string, week: string, day: string) => ({
  kind: "missed",
  of: `${engine} ${week}`,
  day,
});
const isMonday6 = { weekday: 1, time: "06:00" };

test("the schedule is entered when it is set, changed or withdrawn, for the weeks from the next on", async () => {
  expect(await keepAt("2026-01-06 12:00", "")).toEqual([]);
  const first = { kind: "schedule", of: "1", schedule: isMonday6, from: "2026-01-12" };
  expect(await keepAt("2026-01-06 12:00")).toEqual([first]);
  expect(await keepAt("2026-01-06 13:00")).toEqual([]);
  const friday = { weekday: 5, time: "18:30" };
  const second = { kind: "schedule", of: "2", schedule: friday, from: "2026-01-12" };
  expect(await keepAt("2026-01-06 14:00", "Friday 18:30")).toEqual([second]);
  const third = { kind: "schedule", of: "3", schedule: null, from: "2026-01-12" };
  expect(await keepAt("2026-01-06 15:00", "")).toEqual([third]);
  expect(await keepAt("2026-03-06 15:00", "")).toEqual([]);
});

test("the site makes the recommendations of both engines on the promised day, once", async () => {
  await importMomentumCloses(new Date("2026-01-12T06:00:00Z"));
  await keepAt("2026-01-06 12:00");
  expect(await keepAt("2026-01-12 05:59")).toEqual([]);
  expect(await keepAt("2026-01-12 06:20")).toEqual([made(), made()]);
  expect(await keepAt("2026-01-12 07:20")).toEqual([]);
  expect(await keepAt("2026-01-13 00:20")).toEqual([]);
  const { items } = await momentumEngine.list({ limit: 10 });
  expect(items).toMatchObject([{ isScheduled: true }]);
  expect(await listMissedWeeks("momentum")).toEqual([]);
});

test("a week without a scheduled recommendation on the promised day is entered as missed, once", async () => {
  await keepAt("2026-01-06 12:00");
  // Without closes, momentum fails.
  expect(await keepAt("2026-01-12 06:20")).toEqual([made()]);
  expect(log.warn).toHaveBeenCalledWith(
    expect.objectContaining({ engine: "momentum" }),
    "the schedule could not make a recommendation",
  );
  const week = "2026-01-12";
  expect(await keepAt("2026-01-13 00:20")).toEqual([missed("momentum", week, week)]);
  // What is made on another day of the week does not keep the promise.
  await importMomentumCloses(new Date("2026-01-14T06:00:00Z"));
  await momentumEngine.generateAsSystem();
  expect(await keepAt("2026-01-14 06:20")).toEqual([]);
  expect(await listMissedWeeks("momentum")).toEqual([{ week, day: week, seq: 4 }]);
  expect(await listMissedWeeks("sentiment")).toEqual([]);
  // The site was not running for weeks.
  expect(await keepAt("2026-01-28 06:20")).toEqual(
    ["momentum", "sentiment"].flatMap((engine) => [
      missed(engine, "2026-01-19", "2026-01-19"),
      missed(engine, "2026-01-26", "2026-01-26"),
    ]),
  );
});
