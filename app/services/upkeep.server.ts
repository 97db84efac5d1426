/** Background maintenance of the site. */
import { millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import type { Logger } from "pino";
import { deleteDueAccounts } from "./accounts/scheduled-deletion.server";
import { settleApplications } from "./membership/membership.server";
import { tidyEvents } from "./events/event-upkeep.server";
import { updatePricesDaily } from "./prices/prices.server";
import { settleOutcomes } from "./recommendations/settlement.server";
import { sweep } from "./recommendations/generation.server";
import { refreshMentionsDaily } from "./recommendations/mentions.server";
import { indexAllWords, WORDS_VERSION } from "./search/index-words.server";
import { underLock } from "./jobs/hold-lock.server";
import { refreshSupportersDaily } from "./recommendations/supporters.server";
import { oncePerVersion } from "./jobs/once-a-day.server";
import { recountDaily, recountLastDay } from "./jobs/recount.server";

/** The first check is delayed, so that it does not slow down the start. */
const FIRST_MS = millisecondsInMinute;

/** Does what is due and logs it; does nothing if this or another process has already done it. */
type Task = (log: Logger, signal: AbortSignal) => Promise<void>;

const tasks: Readonly<Record<string, Task>> = {
  // First, because after an upgrade searches are compared with what an earlier version has stored.
  async words(log, signal) {
    const indexed = await oncePerVersion("search words", WORDS_VERSION, indexAllWords, signal);
    if (indexed?.documents) log.info(indexed, "search words were added");
  },
  async deletions(log, signal) {
    const deleted = await deleteDueAccounts(signal);
    if (deleted) log.info({ deleted }, "accounts whose deletion was due were deleted");
  },
  async events(log, signal) {
    const tidied = await tidyEvents({ signal });
    if (tidied.shortened || tidied.removed) log.info(tidied, "events were tidied");
  },
  async applications() {
    await settleApplications();
  },
  async recount(log, signal) {
    const recount = await recountDaily(signal);
    if (recount) log.info(recount, "counts were checked");
  },
  async prices(log, signal) {
    const update = await updatePricesDaily(signal);
    if (!update) return;
    if (update.behind.length) log.warn(update, "prices could not be updated");
    else if (update.refused.length) log.warn(update, "prices were updated, and some refused");
    else log.info(update, "prices were updated");
  },
  async ledger(log, signal) {
    await sweep();
    const { settled } = await settleOutcomes(signal);
    if (settled) log.info({ settled }, "outcomes were settled");
  },
  async supporters(log, signal) {
    const found = await refreshSupportersDaily(signal);
    if (found) log.info(found, "supporters were updated");
  },
  async mentions(log, signal) {
    const found = await refreshMentionsDaily(signal);
    if (found) log.info(found, "mentions were checked");
  },
};

/**
 * Checks the counts of the last day at once, because a process may have been killed before this start. Then checks
 * every hour whether maintenance is due, and does it unless another process does.
 *
 * @returns a function that stops, and aborts maintenance in progress
 */
export function scheduleUpkeep(log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const logFailure = (err: unknown) => {
    if (!stopping.signal.aborted) log.error({ err }, "the upkeep failed");
  };
  // Without a lock, because a process that was killed while it held one must not keep the next from recounting.
  const recounting = recountLastDay(stopping.signal).then((corrected) => {
    if (corrected) log.info({ corrected }, "counts of the last day were corrected");
  }, logFailure);
  let underWay: Promise<unknown> | null = null;
  const check = () => {
    underWay ??= underLock("upkeep", stopping.signal, (signal) => runTasks(log, signal))
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

/** Runs the tasks one after the other. A task that fails does not prevent the others. */
async function runTasks(log: Logger, signal: AbortSignal): Promise<void> {
  for (const [task, work] of Object.entries(tasks)) {
    if (signal.aborted) return;
    const begun = performance.now();
    await work(log, signal).catch((err: unknown) => log.error({ err, task }, "the upkeep failed"));
    log.debug({ task, ms: Math.round(performance.now() - begun) }, "an upkeep task has ended");
  }
}
