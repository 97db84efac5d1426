/** The jobs that administrators start by hand; the commands of the same names do the same. */
import { environment } from "~/config/env.server";
import type { Viewer } from "~/domain/viewer";
import { acquireLock, findHeldLocks, releaseLock } from "~/models/job-lock.server";
import { listJobRuns } from "~/models/job-run.server";
import { findNamesOf } from "~/models/people-by-name.server";
import { ServiceError } from "../errors";
import { holdLock, LOCK_MS } from "../jobs/hold-lock.server";
import { recordedRun } from "../jobs/job-runs.server";
import { recount } from "../jobs/recount.server";
import { writeExport } from "../ledger-export/write-export.server";
import { checkpointsAttested } from "../ledger/append-entry.server";
import { describeFailure, updatePrices } from "../prices/prices.server";
import { recommendationEngines } from "../recommendations/engines.server";
import { refreshMentions } from "../recommendations/mentions.server";
import { requirePower } from "../require-power";
import { indexAllWords } from "../search/feature.server";
import { reportWarning } from "../warnings.server";

interface SiteJob {
  label: string;
  /** What it does, as the page says it. */
  does: string;
  /** The lock under which it runs: that of the upkeep, if that does the same. */
  lock: string;
  /** @returns the result in words */
  run: (signal: AbortSignal) => Promise<string>;
}

const generates = (kind: "momentum" | "sentiment", label: string): SiteJob => ({
  label,
  does: "Makes a recommendation now. It counts as scheduled: the first of each week enters the track record.",
  lock: `job generate ${kind}`,
  async run() {
    const { day } = await recommendationEngines[kind].generateAsSystem();
    await checkpointsAttested();
    return `New recommendation of ${day}`;
  },
});

const jobs = {
  recount: {
    label: "Recount",
    does: "Computes all counts and search words again.",
    lock: "daily recount",
    async run(signal) {
      const { articles, reviews, corrected } = await recount({ signal });
      await indexAllWords({ signal });
      return `${articles} articles and ${reviews} reviews checked, ${corrected} counts corrected`;
    },
  },
  mentions: {
    label: "Mentions",
    does: "Finds and scores the mentions of tokens in all texts.",
    lock: "daily mentions",
    async run(signal) {
      const { documents, mentions, corrected } = await refreshMentions({ signal });
      return `${documents} texts checked, ${mentions} mentions found, ${corrected} texts updated`;
    },
  },
  prices: {
    label: "Prices",
    does: "Asks the providers for the missing closes of all tokens.",
    lock: "job prices",
    async run() {
      const { isSample, assets, changes, failures } = await updatePrices();
      if (isSample) return "The sample prices go up to yesterday now";
      const found = `${assets.length} tokens checked, ${changes} closes new or changed`;
      return [found, ...failures.map(describeFailure)].join("; ");
    },
  },
  export: {
    label: "Export",
    does: "Writes the ledger, and all that is recomputed from it, to a file in the data directory, for backups.",
    lock: "job export",
    run: (signal) => writeExport(environment().DATA_DIR, signal),
  },
  momentum: generates("momentum", "Momentum recommendation"),
  sentiment: generates("sentiment", "Sentiment recommendation"),
} as const satisfies Record<string, SiteJob>;

export type SiteJobName = keyof typeof jobs;
export const siteJobNames = Object.keys(jobs) as [SiteJobName, ...SiteJobName[]];

/**
 * Starts a job, which runs on in the background.
 * @throws ServiceError `unauthenticated`, `forbidden`, and `conflict` if it is running already
 */
export async function startJob(viewer: Viewer | null, name: SiteJobName): Promise<void> {
  const { id: byId } = requirePower(viewer, "administer");
  const job: SiteJob = jobs[name];
  const lock = await acquireLock(job.lock, LOCK_MS);
  if (!lock.isMine) throw new ServiceError("conflict", `${job.label} is running already.`);
  void holdLock(lock.id, ({ signal }) => recordedRun({ job: name, byId }, () => job.run(signal)))
    .catch(reportWarning(`the job ${name} failed`))
    .finally(() => releaseLock(lock.id, { state: "withdrawn" }).catch(() => {}));
}

/** How many runs the page of jobs lists. */
const LISTED = 50;

/**
 * @returns the jobs with whether they are running, and the last runs, newest first; one that has neither ended nor is
 *   running was cut off
 * @throws ServiceError `unauthenticated` and `forbidden`
 */
export async function readJobs(viewer: Viewer | null) {
  requirePower(viewer, "administer");
  const locks = [...Object.values<SiteJob>(jobs).map(({ lock }) => lock), "upkeep"];
  const [held, runs] = await Promise.all([findHeldLocks(locks), listJobRuns(LISTED)]);
  const names = await findNamesOf(runs.map(({ byId }) => byId));
  const lockOf = (job: string) => (jobs as Record<string, SiteJob>)[job]?.lock ?? job;
  return {
    jobs: siteJobNames.map((name) => {
      const { label, does, lock } = jobs[name];
      return { name, label, does, isRunning: held.has(lock) };
    }),
    runs: runs.map(({ id, job, startedAt, endedAt, result, error, byId }) => ({
      id,
      job: (jobs as Record<string, SiteJob>)[job]?.label ?? "Upkeep",
      startedAt,
      endedAt,
      result,
      error: error ?? (endedAt || held.has(lockOf(job)) ? null : "It was cut off."),
      by: names.get(byId) ?? null,
    })),
  };
}
