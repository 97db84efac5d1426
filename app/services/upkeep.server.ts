/** Background maintenance of the site. */
import { millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import type { Logger } from "pino";
import { deleteDueAccounts } from "./account-deletion/account-deletion.server";
import type { UpkeepTask } from "./feature";
import { features } from "./features.server";
import { underLock } from "./jobs/hold-lock.server";
import { recordedRun } from "./jobs/job-runs.server";
import { recountLastDay } from "./jobs/recount.server";

/** The first check is delayed, so that it does not slow down the start. */
const FIRST_MS = millisecondsInMinute;

type Tasks = Readonly<Record<string, UpkeepTask>>;

/** What the site does, task by task. */
const siteTasks: Tasks = {
  ...Object.assign({}, ...features.map(({ upkeep }) => upkeep)),
  async deletions(log, signal) {
    const deleted = await deleteDueAccounts(signal);
    if (deleted) log.info({ deleted }, "accounts whose deletion was due were deleted");
  },
};

/**
 * Checks the counts of the last day at once, because a process may have been killed before this start. Then checks
 * every hour whether maintenance is due, and does it unless another process does.
 * @returns a function that stops, and aborts maintenance in progress
 */
export function scheduleUpkeep(
  log: Logger,
  { tasks = siteTasks, recountAtStart = recountLastDay } = {},
): () => Promise<void> {
  const stopping = new AbortController();
  const logFailure = (err: unknown) => {
    if (!stopping.signal.aborted && !(err instanceof UpkeepFailure))
      log.error({ err }, "the upkeep failed");
  };
  // Without a lock, because a process that was killed while it held one must not keep the next from recounting.
  const recounting = recountAtStart(stopping.signal).then((corrected) => {
    if (corrected) log.info({ corrected }, "counts of the last day were corrected");
  }, logFailure);
  let underWay: Promise<unknown> | null = null;
  const check = () => {
    underWay ??= underLock("upkeep", stopping.signal, (signal) =>
      recordedRun({ job: "upkeep", byId: null }, () => runTasks(tasks, log, signal)),
    )
      .catch(logFailure)
      .finally(() => (underWay = null));
  };
  const first = setTimeout(check, FIRST_MS).unref();
  const hourly = setInterval(check, millisecondsInHour).unref();
  return async () => {
    clearTimeout(first);
    clearInterval(hourly);
    stopping.abort();
    await Promise.all([recounting, underWay]);
  };
}

/**
 * Runs the tasks one after the other. A task that fails does not prevent the others.
 * @returns how many there were
 * @throws an error with the messages of those that failed, after the others
 */
async function runTasks(tasks: Tasks, log: Logger, signal: AbortSignal): Promise<string> {
  const failures: string[] = [];
  for (const [task, work] of Object.entries(tasks)) {
    if (signal.aborted) return "stopped";
    const begun = performance.now();
    await work(log, signal).catch((err: unknown) => {
      failures.push(`${task}: ${String(err)}`);
      log.error({ err, task }, "the upkeep failed");
    });
    log.debug({ task, ms: Math.round(performance.now() - begun) }, "an upkeep task has ended");
  }
  if (failures.length) throw new UpkeepFailure(failures.join("; "));
  return `${Object.keys(tasks).length} tasks`;
}

/** What the record of the run tells; the log has each failure already. */
class UpkeepFailure extends Error {}
