/** What both engines share: how a recommendation is made once, and stored whole or not at all. */
import { subHours } from "date-fns/subHours";
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
import type { PackedRows } from "~/models/packed-rows";
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
import { ServiceError } from "../errors";
import { recordEvent } from "../events/events.server";
import { invalidate } from "../cache/invalidation.server";
import { recommendationsTag } from "../cache/tags";
import { enterRecommendation } from "../ledger/enter-recommendation.server";
import { reportWarning } from "../warnings.server";
import { holdLock, LOCK_MS, type HeldLock } from "../jobs/hold-lock.server";

/** How long somebody waits for the outcomes of others before giving up. */
const PATIENCE_MS = 90_000;
/** A draft that nobody has touched for so long is the leftover of a crash. */
const LEFTOVER_HOURS = 1;
/** How many leftovers are removed at a time. */
const SWEPT = 20;

/** @returns the error of a failed generation, with the message of the specification */
export function failedToGenerate(kind: Engine, cause?: unknown): ServiceError {
  const error = new ServiceError("unavailable", `Failed to generate ${kind} recommendation`);
  return Object.assign(error, cause === undefined ? {} : { cause });
}

interface Generation {
  kind: Engine;
  /** The id of the user who asked for it, if anybody did. */
  user?: string;
  /** Called once the lock is held. @throws ServiceError, which leaves the lock to the next */
  admit?: () => Promise<void>;
  /** @returns the id of the recommendation that was made */
  make: (holding: HeldLock) => Promise<string>;
  /** Called after any failure of `make`, which must not count against the rate limit. */
  onFailure?: () => Promise<void>;
  /** How long to wait for generations that are under way, in milliseconds. */
  patienceMs?: number;
}

/**
 * Generates one recommendation of an engine at a time, over all processes. A call during a generation
 * gets its outcome, failures included; if its process crashes, one of the waiting calls generates.
 *
 * @returns the id of the recommendation that was made, here or elsewhere
 * @throws ServiceError `unavailable`, or what `admit` throws
 */
export async function generateOnce(generation: Generation): Promise<string> {
  const { kind, patienceMs = PATIENCE_MS } = generation;
  const deadline = Date.now() + patienceMs;
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
    await generation.onFailure?.().catch(reportWarning("a generation's minute was not given back"));
    throw error;
  }
  await release(lock, { state: "done", result });
  recordEvent({ kind: "recommendation-generated", engine: kind, recommendation: result, user });
  return result;
}

/** The outcome stands even if the lock cannot be released: it expires, and others acquire it then. */
const release = (lock: string, outcome: JobOutcome): Promise<void> =>
  releaseLock(lock, outcome).catch(reportWarning("a lock could not be released"));

/** How a recommendation is made. */
export interface Making {
  /** The id it is to have, of nothing that is listed. */
  id?: string;
  holding?: HeldLock;
  /** Made by the schedule: the first of a week enters the track record. */
  bySchedule?: boolean;
}

/**
 * Stores a recommendation: what it was computed from first, then the row that lists it, then what follows from it.
 * When something fails before it is listed, what was stored of it is removed; what a crash leaves, a later
 * generation removes. Once it is listed it is made: what then fails is told, and put right later.
 */
export async function storeRecommendation<Kind extends Engine>(
  recommendation: Omit<NewRecommendation<Kind>, "inputs" | "isScheduled">,
  inputs: readonly object[] | PackedRows,
  { id = newRecommendationId(), holding, bySchedule = false }: Making = {},
): Promise<RowOf<Kind>> {
  await openDraft(id);
  let row: RowOf<Kind>;
  try {
    await removeInputs(id); // Of an id that is given, a crash may have left some.
    await storeInputs(id, inputs, holding?.signal);
    await holding?.confirm();
    if (!(await touchDraft(id))) throw new Error("what was stored so far has been removed");
    const { kind, createdAt } = recommendation;
    const ofThisWeek = bySchedule ? await findScheduled(kind, dayOf(createdAt)) : null;
    // An earlier attempt at this one may have got so far.
    const isScheduled = bySchedule && (!ofThisWeek || ofThisWeek.id === id);
    const whole = { ...recommendation, isScheduled, inputs: inputs.length };
    row = await addRecommendation<Kind>(id, whole as NewRecommendation<Kind>);
  } catch (error) {
    // A database that is away keeps its draft until it is swept.
    await endDraft(id).catch(reportWarning("a draft could not be removed"));
    throw error;
  }
  await complete(row).catch(reportWarning("a recommendation was not entered in the ledger"));
  return row;
}

/** Does what follows from a recommendation that is listed. Until that is done, its draft stays. */
async function complete(row: RecommendationRow): Promise<void> {
  try {
    // After a crash another may have become that of the week before this one could.
    if (row.isScheduled && !(await recordScheduled(row))) await markUnscheduled(row.id);
    await enterRecommendation(row);
    await closeDraft(row.id);
  } finally {
    await invalidate(recommendationsTag(row.kind));
  }
}

/** Ends a draft: what is not listed by now leaves nothing behind. */
async function endDraft(id: string): Promise<void> {
  const row = await findRow(id);
  if (row) return complete(row);
  await removeInputs(id);
  await closeDraft(id);
}

/** Puts right what a crash during an earlier generation may have left. */
export async function sweep(): Promise<void> {
  const leftovers = await listDrafts(subHours(new Date(), LEFTOVER_HOURS), SWEPT);
  for (const id of leftovers) {
    await endDraft(id).catch(
      reportWarning("what an earlier generation left could not be put right"),
    );
  }
}
