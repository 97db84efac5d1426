/** The moderation of a year in numbers, computed from the public log. */
import { decisionKindNames, moderatedKinds } from "~/domain/moderation";
import {
  countLog,
  countTimesTaken,
  findLogStart,
  type LogCount,
} from "~/models/moderation-log.server";
import type { LogSummaryResponse } from "~/schemas/moderation-log-responses";
import { ServiceError } from "../errors";

/** @returns the years that have a summary, newest first: from the first decision to the current year */
export async function listLogYears(now = new Date()): Promise<number[]> {
  return [...new Set((await listLogMonths(now)).map((month) => Number(month.slice(0, 4))))];
}

/** @returns the months that decisions can be listed by, newest first, such as `2026-01` */
export async function listLogMonths(now = new Date()): Promise<string[]> {
  const monthsOf = (date: Date) => 12 * date.getUTCFullYear() + date.getUTCMonth();
  const last = monthsOf(now);
  const first = Math.min(last, monthsOf((await findLogStart()) ?? now));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const month = last - index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
  });
}

/** @throws ServiceError `notFound` for a year before the first decision, or after the current year */
export async function readLogSummary(year: number): Promise<LogSummaryResponse> {
  if (!(await listLogYears()).includes(year)) {
    throw new ServiceError("notFound", "There is no summary of this year.");
  }
  const during = {
    from: new Date(Date.UTC(year, 0)),
    before: new Date(Date.UTC(year + 1, 0)),
  };
  const [counts, times] = await Promise.all([countLog(during), countTimesTaken(during)]);
  const sum = (matches: (one: LogCount) => boolean) =>
    counts.reduce((total, one) => total + (matches(one) ? one.count : 0), 0);
  const decided = (matches: (one: LogCount) => boolean) =>
    sum((one) => one.act === "decided" && matches(one));
  const rules = [...new Set(counts.map(({ rule }) => rule))].sort((one, other) => one - other);
  return {
    year,
    decisions: decided(() => true),
    byKind: numbers(moderatedKinds, (name) => decided(({ kind }) => kind === name)),
    byDecision: numbers(decisionKindNames, (name) => decided(({ decision }) => decision === name)),
    byRule: rules
      .map((number) => ({ rule: number, decisions: decided(({ rule }) => rule === number) }))
      .filter(({ decisions }) => decisions > 0),
    times: {
      count: times.reduce((total, { count }) => total + count, 0),
      median: quantile(times, 0.5),
      ninth: quantile(times, 0.9),
    },
    appeals: {
      made: sum(({ act }) => act === "appealed"),
      decided: sum(({ act }) => act === "appeal-decided"),
      upheld: sum(({ act, outcome }) => act === "appeal-decided" && outcome === "upheld"),
    },
    undone: sum(({ act }) => act === "undone"),
  };
}

const numbers = <Name extends string>(
  names: readonly Name[],
  count: (name: Name) => number,
): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, count(name)])) as Record<Name, number>;

/** @returns the whole minutes within which this share of the decisions were taken; `null` if there are none */
function quantile(
  times: readonly { minutes: number; count: number }[],
  share: number,
): number | null {
  const total = times.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  for (const { minutes, count } of times) {
    seen += count;
    if (seen >= share * total) return minutes;
  }
  return null;
}
