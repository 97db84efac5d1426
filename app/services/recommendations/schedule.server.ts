/** The promised weekly schedule: entering it in the ledger, keeping it, and entering the weeks that it missed. */
import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import { environment } from "~/config/env.server";
import { addDays, dayOf, mondayOf, type Day } from "~/domain/calendar-days";
import { engines, type Engine } from "~/domain/engines";
import {
  promisedAt,
  promisedDay,
  promisedWeeks,
  type Schedule,
  type SchedulePeriod,
} from "~/domain/schedule";
import { findLedgerMarks, listMissed, listLedgerOfKind } from "~/models/ledger.server";
import { findScheduled, findScheduledOf, weekKey } from "~/models/scheduled-recommendation.server";
import { appendEntry } from "../ledger/append-entry.server";
import { recommendationEngines } from "./engines.server";

/** The content of an entry about the schedule, without the fields that all entries have. */
export interface ScheduleContent extends SchedulePeriod {
  /** `null` if nothing is promised any longer. */
  schedule: Schedule | null;
  /** The Monday from which on it holds: the first one after it was entered. */
  from: Day;
}

/** The content of an entry about a week that the schedule missed, without the fields that all entries have. */
export interface MissedContent {
  engine: Engine;
  /** Its Monday. */
  week: Day;
  /** The promised day, on which no scheduled recommendation was made. */
  day: Day;
}

/**
 * Enters the schedule of the environment if it has changed, makes this week's recommendations if their time has come, and
 * enters the weeks of which the promised day has passed without.
 */
export async function keepSchedule(log: Pick<Logger, "warn" | "info">): Promise<void> {
  const periods = await enterSchedule();
  for (const engine of engines) await makePromised(engine, log);
  const missed = await enterMissed(periods);
  if (missed) log.warn({ missed }, "weeks that the schedule missed were entered in the ledger");
}

/** @returns all schedules, in the order in which they were entered */
async function enterSchedule(): Promise<SchedulePeriod[]> {
  const entries = await listLedgerOfKind("schedule");
  const periods = entries.map(({ content }) => JSON.parse(content) as ScheduleContent);
  const schedule = environment().SCHEDULE ?? null;
  if (isDeepStrictEqual(periods.at(-1)?.schedule ?? null, schedule)) return periods;
  const body: ScheduleContent = { schedule, from: addDays(mondayOf(dayOf(new Date())), 7) };
  await appendEntry({ kind: "schedule", of: String(entries.length + 1), body });
  return [...periods, body];
}

/** Makes the recommendation of this week on the promised day, from the promised time on. A failure is tried again. */
async function makePromised(engine: Engine, log: Pick<Logger, "warn" | "info">): Promise<void> {
  const [schedule, now] = [environment().SCHEDULE, new Date()];
  const [today, week] = [dayOf(now), mondayOf(dayOf(now))];
  if (!schedule || now < promisedAt(week, schedule) || today !== promisedDay(week, schedule))
    return;
  if (await findScheduled(engine, today)) return;
  try {
    const { id } = await recommendationEngines[engine].generateAsSystem();
    log.info({ engine, recommendation: id }, "the schedule made a recommendation");
  } catch (err) {
    log.warn({ err, engine }, "the schedule could not make a recommendation");
  }
}

/** @returns the number of weeks that were entered as missed */
async function enterMissed(periods: readonly SchedulePeriod[]): Promise<number> {
  const today = dayOf(new Date());
  const promised = promisedWeeks(periods, today).filter(({ day }) => day < today);
  if (!promised.length) return 0;
  const places = engines.flatMap((kind) => promised.map((one) => ({ ...one, kind })));
  const [made, known] = await Promise.all([
    findScheduledOf(places),
    findLedgerMarks(
      "missed",
      places.map(({ kind, week }) => weekKey(kind, week)),
    ),
  ]);
  const isKnown = new Set(known.map(({ of }) => of));
  const missed = places
    .map(({ kind, week, day }) => ({ key: weekKey(kind, week), engine: kind, week, day }))
    .filter(({ key, day }) => !isKnown.has(key) && made.get(key)?.day !== day);
  for (const { key, ...body } of missed) {
    await appendEntry({ kind: "missed", of: key, body: body satisfies MissedContent });
  }
  return missed.length;
}

/** @returns the weeks of an engine that the schedule missed, with their entries, newest first */
export async function listMissedWeeks(
  engine: Engine,
): Promise<(Pick<MissedContent, "week" | "day"> & { seq: number })[]> {
  const entries = await listMissed(engine);
  return entries.map(({ seq, content }) => {
    const { week, day } = JSON.parse(content) as MissedContent;
    return { week, day, seq };
  });
}
