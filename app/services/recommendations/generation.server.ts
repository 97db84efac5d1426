/** What both engines share: generating one recommendation at a time, and storing it completely or not at all. */
import { subHours } from "date-fns/subHours";
import { RECOMMENDATIONS } from "~/config/page-tags";
import { dayOf } from "~/domain/calendar-days";
import type { Engine } from "~/domain/engines";
import {
  closeDraft,
  listDrafts,
  openDraft,
  removeInputs,
  storeInputs,
  touchDraft,
} from "~/models/recommendation-inputs.server";
import {
  addRecommendation,
  findRow,
  markUnscheduled,
  newRecommendationId,
  type NewRecommendation,
  type RecommendationRow,
  type RowOf,
} from "~/models/recommendation.server";
import {
  releaseLock,
  waitForOutcomeWithin,
  acquireLock,
  type JobOutcome,
} from "~/models/job-lock.server";
import { findScheduled, recordScheduled } from "~/models/scheduled-recommendation.server";
import { failedToGenerate, ServiceError } from "../errors";
import { recordEvent } from "../events/events.server";
import { invalidate } from "../cache/invalidation.server";
import { enterRecommendation } from "../ledger/enter-recommendation.server";
import { reportWarning } from "../warnings.server";
import { holdLock, LOCK_MS, type HeldLock } from "../jobs/hold-lock.server";

/** How long a request waits for the outcome of other generations. */
const PATIENCE_MS = 90_000;
/** A draft that has not been touched for this long is left over from a crash. */
const LEFTOVER_HOURS = 1;
/** The number of leftovers handled per sweep. */
const MAX_SWEPT = 20;

interface Generation {
  kind: Engine;
  /** The id of the user who requested it, if any. */
  user?: string;
  /** Called when the lock is held. @throws ServiceError to refuse; the lock is then released */
  admit?: () => Promise<void>;
  /** @returns the id of the recommendation that was made */
  make: (holding: HeldLock) => Promise<string>;
  /** Called after any failure of `make`, which must not count against the rate limit. */
  onFailure?: () => Promise<void>;
}

/**
 * Generates one recommendation of an engine at a time, across all processes. A call during a generation
 * gets its outcome, including a failure; if its process crashes, one of the waiting calls generates.
 *
 * @returns the id of the recommendation that was made, here or elsewhere
 * @throws ServiceError `unavailable`, or what `admit` throws
 */
export async function generateOnce(generation: Generation): Promise<string> {
  const { kind } = generation;
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const lock = await acquireLock(`generate ${kind}`, LOCK_MS);
    if (lock.isMine) return generateUnderLock(lock.id, generation);
    const outcome = await waitForOutcomeWithin(lock.id, deadline - Date.now());
    if (!outcome) break;
    if (outcome.state === "done") return outcome.result;
    if (outcome.state === "failed") throw new ServiceError("unavailable", outcome.message);
  }
  throw failedToGenerate(kind);
}

async function generateUnderLock(
  lock: string,
  { kind, user, ...generation }: Generation,
): Promise<string> {
  try {
    await generation.admit?.();
  } catch (error) {
    await releaseLock(lock, { state: "withdrawn" });
    throw error;
  }
  let result: string;
  try {
    result = await holdLock(lock, generation.make);
  } catch (error) {
    const { message } = error instanceof ServiceError ? error : failedToGenerate(kind);
    await release(lock, { state: "failed", message });
    await generation
      .onFailure?.()
      .catch(reportWarning("a failed generation still counts towards the rate limit"));
    throw error;
  }
  await release(lock, { state: "done", result });
  recordEvent({ kind: "recommendation-generated", engine: kind, recommendation: result, user });
  return result;
}

/** Releases the lock. If that fails, the outcome still stands: the lock expires, and others can acquire it. */
const release = (lock: string, outcome: JobOutcome): Promise<void> =>
  releaseLock(lock, outcome).catch(reportWarning("a lock could not be released"));

/** Options for making a recommendation. */
export interface StoreOptions {
  /** The id to give it, which no listed recommendation has; by default a new one. */
  id?: string;
  holding?: HeldLock;
  /** Whether the schedule makes it: the first scheduled one of a week enters the track record. */
  bySchedule?: boolean;
}

/**
 * Stores a recommendation: first its inputs, then the row that lists it, then its place in the track record and its
 * ledger entry. If something fails before it is listed, what was stored is removed again; after a crash, a later
 * generation does so. Failures after it is listed are reported and repaired later.
 */
export async function storeRecommendation<Kind extends Engine>(
  recommendation: Omit<NewRecommendation<Kind>, "inputs" | "isScheduled">,
  inputs: readonly object[],
  { id = newRecommendationId(), holding, bySchedule = false }: StoreOptions = {},
): Promise<RowOf<Kind>> {
  await openDraft(id);
  let row: RowOf<Kind>;
  try {
    await removeInputs(id); // A crash may have left inputs of a given id.
    await storeInputs(id, inputs, holding?.signal);
    await holding?.confirm();
    if (!(await touchDraft(id))) throw new Error("what was stored so far has been removed");
    const { kind, createdAt } = recommendation;
    const ofThisWeek = bySchedule ? await findScheduled(kind, dayOf(createdAt)) : null;
    // An earlier attempt to store this one may have got this far.
    const isScheduled = bySchedule && (!ofThisWeek || ofThisWeek.id === id);
    const whole = { ...recommendation, isScheduled, inputs: inputs.length };
    row = await addRecommendation<Kind>(id, whole as NewRecommendation<Kind>);
  } catch (error) {
    // If the database is unavailable, the draft stays until it is swept.
    await endDraft(id).catch(reportWarning("a draft could not be removed"));
    throw error;
  }
  await complete(row).catch(reportWarning("a recommendation was not entered in the ledger"));
  return row;
}

/** Adds a listed recommendation to the track record and the ledger. Its draft stays until that is done. */
async function complete(row: RecommendationRow): Promise<void> {
  try {
    // After a crash, another recommendation may have taken this one's place as the one of the week.
    if (row.isScheduled && !(await recordScheduled(row))) await markUnscheduled(row.id);
    await enterRecommendation(row);
    await closeDraft(row.id);
  } finally {
    await invalidate(RECOMMENDATIONS);
  }
}

/** Ends a draft: completes the recommendation if it is listed, and removes its inputs if it is not. */
async function endDraft(id: string): Promise<void> {
  const row = await findRow(id);
  if (row) return complete(row);
  await removeInputs(id);
  await closeDraft(id);
}

/** Completes or removes what crashes during earlier generations have left. */
export async function sweep(): Promise<void> {
  const leftovers = await listDrafts(subHours(new Date(), LEFTOVER_HOURS), MAX_SWEPT);
  for (const id of leftovers) {
    await endDraft(id).catch(
      reportWarning("an unfinished recommendation could not be completed or removed"),
    );
  }
}
