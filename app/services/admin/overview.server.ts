/** What administrators see of the whole site. */
import { environment } from "~/config/env.server";
import { addDays, dayOf, type Day } from "~/domain/calendar-days";
import type { Viewer } from "~/domain/viewer";
import { dayMetrics, listDayCounts, type DayMetric } from "~/models/day-count.server";
import {
  countByDay,
  countQueues,
  databaseBytes,
  MAX_COUNTED,
  type CountedByDay,
} from "~/models/site-numbers.server";
import { sourceCommit } from "../ledger/source-commit.server";
import { requirePower } from "../require-power";
import { version } from "../../../package.json";

/** How many days are shown, the last of which is today. */
export const OVERVIEW_DAYS = 30;

const fromRows = ["accounts", "articles", "reviews", "comments", "recommendations"] as const;

/** What is counted by day. */
export type OverviewMetric = CountedByDay | DayMetric;

/**
 * @returns the numbers of the last days, the lengths of the queues, and the state of the site and of the process that
 *   answers
 * @throws ServiceError `forbidden` unless the viewer is an administrator
 */
export async function readOverview(viewer: Viewer | null) {
  requirePower(viewer, "administer");
  const today = dayOf(new Date());
  const days = Array.from({ length: OVERVIEW_DAYS }, (_, index) =>
    addDays(today, index + 1 - OVERVIEW_DAYS),
  );
  const { MONGODB_URI, DATA_DIR } = environment();
  const [rows, counted, queues, bytes, commit] = await Promise.all([
    Promise.all(fromRows.map(async (kind) => [kind, await countByDay(kind, days)] as const)),
    listDayCounts(days[0]!),
    countQueues(),
    databaseBytes(MONGODB_URI ? null : DATA_DIR),
    sourceCommit(),
  ]);
  const byDay = {
    ...Object.fromEntries(rows),
    ...Object.fromEntries(dayMetrics.map((metric) => [metric, countsOf(metric)])),
  } as Record<OverviewMetric, number[]>;
  return {
    days,
    byDay,
    queues: { ...queues, most: MAX_COUNTED },
    system: {
      version,
      commit,
      databaseBytes: bytes,
      memoryBytes: process.memoryUsage.rss(),
      startedAt: new Date(Date.now() - process.uptime() * 1000),
    },
  };

  function countsOf(metric: DayMetric): number[] {
    const byDay = new Map<Day, number>(
      counted.filter((row) => row.metric === metric).map(({ day, count }) => [day, count]),
    );
    return days.map((day) => byDay.get(day) ?? 0);
  }
}
