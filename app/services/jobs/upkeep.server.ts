/** What the site does by itself beside answering. */
import { millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import type { Logger } from "pino";
import { acquireLock, releaseLock } from "~/models/job-lock.server";
import { deleteDueAccounts } from "../accounts/leaving.server";
import { fillNameSkeletonsOnce } from "../accounts/name-skeletons.server";
import { tidyEvents } from "../events/event-upkeep.server";
import { updatePricesDaily } from "../prices/prices.server";
import { fillLedgerOnce } from "../ledger/fill-ledger.server";
import { settleOutcomes } from "../ledger/settlement.server";
import { sweep } from "../recommendations/generation.server";
import { packMentionHours } from "../recommendations/mention-hours.server";
import { countWeeksCommenters } from "../recommendations/other-commenters.server";
import { refreshMentionsDaily } from "../recommendations/mentions.server";
import { indexMissingWordsInBackground } from "../search/index-words.server";
import { holdLock, LOCK_MS } from "./hold-lock.server";
import { refreshSupportersDaily } from "../recommendations/supporters.server";
import { recountDaily } from "./recount.server";

/** The first look waits until the start is over with. */
const FIRST_MS = millisecondsInMinute;

/** Does what is due and tells it; does nothing when it has been done, by this process or another. */
type Task = (log: Logger, signal: AbortSignal) => Promise<void>;

const tasks: Readonly<Record<string, Task>> = {
  // First, since a search finds nothing of what has no words yet: after an upgrade that is everything.
  async words(log, signal) {
    const filled = await indexMissingWordsInBackground(signal);
    if (filled) log.info(filled, "words to search by were noted");
  },
  async leaving(log, signal) {
    const deleted = await deleteDueAccounts(signal);
    if (deleted) log.info({ deleted }, "accounts whose owners left were deleted");
  },
  async events(log, signal) {
    const tidied = await tidyEvents({ signal });
    if (tidied.shortened || tidied.removed) log.info(tidied, "events were tidied");
  },
  async names(log, signal) {
    if (await fillNameSkeletonsOnce(signal)) log.info("names that look alike are told apart");
  },
  async recount(log, signal) {
    const recount = await recountDaily(signal);
    if (recount) log.info(recount, "counts were checked");
  },
  async prices(log, signal) {
    const update = await updatePricesDaily(signal);
    if (!update) return;
    if (update.behind.length) log.warn(update, "prices could not be updated");
    else if (update.refused.length) log.warn(update, "prices were updated, and some not believed");
    else log.info(update, "prices were updated");
  },
  async ledger(log, signal) {
    await sweep();
    const filled = await fillLedgerOnce(signal);
    if (filled) log.info(filled, "recommendations were entered in the ledger");
    const { settled } = await settleOutcomes(signal);
    if (settled) log.info({ settled }, "outcomes were settled");
  },
  async supporters(log, signal) {
    const found = await refreshSupportersDaily(signal);
    if (found) log.info(found, "who supports whom was noted");
  },
  async mentions(log, signal) {
    const found = await refreshMentionsDaily(signal);
    if (found) log.info(found, "mentions were checked");
  },
  async commenters(log, signal) {
    const counted = await countWeeksCommenters({ signal });
    if (counted) log.debug({ counted }, "who has commented on articles was counted");
  },
  async mentionHours(log, signal) {
    const packed = await packMentionHours({ signal });
    if (packed) log.debug({ packed }, "hours of mentions were packed");
  },
};

/**
 * Looks every hour whether the day's upkeep has been done, by this process or another.
 *
 * @returns what ends it, also half-way through
 */
export function scheduleUpkeep(log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  let underWay: Promise<void> | null = null;
  const look = () => {
    underWay ??= lookAlone(log, stopping.signal)
      .catch((err: unknown) => log.error({ err }, "the upkeep failed"))
      .finally(() => (underWay = null));
  };
  const first = setTimeout(look, FIRST_MS).unref();
  const hourly = setInterval(look, millisecondsInHour).unref();
  return async () => {
    clearTimeout(first);
    clearInterval(hourly);
    stopping.abort();
    await underWay;
  };
}

/** Of the processes that look at the same time one does what is due, and the others leave it to that. */
async function lookAlone(log: Logger, signal: AbortSignal): Promise<void> {
  const lock = await acquireLock("upkeep", LOCK_MS);
  if (!lock.isMine) return;
  try {
    await holdLock(lock.id, (holding) =>
      lookAfterAll(log, AbortSignal.any([signal, holding.signal])),
    );
  } finally {
    // Where the database is away, the lock expires because it is not renewed.
    await releaseLock(lock.id, { state: "withdrawn" }).catch(() => {});
  }
}

/** One after the other; one that fails does not keep the others from being done. */
async function lookAfterAll(log: Logger, signal: AbortSignal): Promise<void> {
  for (const [task, work] of Object.entries(tasks)) {
    if (signal.aborted) return;
    const begun = performance.now();
    await work(log, signal).catch((err: unknown) => log.error({ err, task }, "the upkeep failed"));
    log.debug({ task, ms: Math.round(performance.now() - begun) }, "upkeep was looked after");
  }
}
