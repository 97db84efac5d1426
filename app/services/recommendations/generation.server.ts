/** What both engines share: how a recommendation is made once, and stored whole or not at all. */
import { subHours } from "date-fns/subHours";
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
  findNewest,
  isListed,
  newRecommendationId,
  recordLastOfDay,
  type NewRecommendation,
  type RowOf,
} from "~/models/recommendation.server";
import {
  releaseLock,
  waitForOutcomeWithin,
  acquireLock,
  type JobOutcome,
} from "~/models/job-lock.server";
import { ServiceError } from "../errors";
import { reportWarning } from "../warnings.server";
import { holdLock, LOCK_MS, type HeldLock } from "../jobs/hold-lock.server";

/** How long somebody waits for the outcomes of others before giving up. */
const PATIENCE_MS = 90_000;
/** A draft that nobody has touched for so long is the leftover of a crash. */
const LEFTOVER_HOURS = 1;
/** How many leftovers are removed at a time. */
const SWEPT = 20;

/** @returns the refusal that a failed generation comes to, in the words of the catalogue */
export function failedToGenerate(kind: Engine, cause?: unknown): ServiceError {
  const refusal = new ServiceError("unavailable", `Failed to generate ${kind} recommendation`);
  return Object.assign(refusal, cause === undefined ? {} : { cause });
}

interface Generation {
  kind: Engine;
  /** Asked by who gets the turn, and only then. @throws Refusal, and the turn goes to the next */
  admit?: () => Promise<void>;
  /** @returns the id of the recommendation that was made */
  make: (holding: HeldLock) => Promise<string>;
  /** Called after any failure of `make`: who asked is not to pay for it. */
  onFailure?: () => Promise<void>;
  /** How long the outcomes of others are waited for, in milliseconds. */
  patienceMs?: number;
}

/**
 * Generates in turn, one of an engine at a time for all processes. Whoever comes while another is at it
 * gets what comes of that, a failure too; when another's process has crashed, one of those who wait
 * goes on.
 *
 * @returns the id of the recommendation that was made, here or elsewhere
 * @throws Refusal `unavailable`, or whatever `admit` refuses
 */
export async function generateOnce(generation: Generation): Promise<string> {
  const { kind, patienceMs = PATIENCE_MS } = generation;
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const turn = await acquireLock(`generate ${kind}`, LOCK_MS);
    if (turn.isMine) return generateInOwn(turn.id, generation);
    const outcome = await waitForOutcomeWithin(turn.id, deadline - Date.now());
    if (!outcome) break;
    if (outcome.state === "done") return outcome.result;
    if (outcome.state === "failed") throw new ServiceError("unavailable", outcome.message);
  }
  throw failedToGenerate(kind);
}

async function generateInOwn(turn: string, { kind, ...generation }: Generation): Promise<string> {
  try {
    await generation.admit?.();
  } catch (error) {
    await releaseLock(turn, { state: "withdrawn" });
    throw error;
  }
  let result: string;
  try {
    result = await holdLock(turn, generation.make);
  } catch (error) {
    const { message } = error instanceof ServiceError ? error : failedToGenerate(kind);
    await end(turn, { state: "failed", message });
    await generation.onFailure?.().catch(reportWarning("a generation's minute was not given back"));
    throw error;
  }
  await end(turn, { state: "done", result });
  return result;
}

/** What has come of a turn stands, also where it cannot be told: others then take theirs a little later. */
const end = (turn: string, outcome: JobOutcome): Promise<void> =>
  releaseLock(turn, outcome).catch(reportWarning("a turn could not be ended"));

interface Storing {
  /** The id it is to have, of nothing that is listed. */
  id?: string;
  holding?: HeldLock;
}

/**
 * Stores a recommendation: what it was computed from first, the row that lists it last. When something
 * fails before that, what was stored of it is removed; what a crash leaves, a later generation removes.
 * Once it is listed it is made: what then fails is told, and put right by a later generation.
 */
export async function storeRecommendation<Kind extends Engine>(
  recommendation: Omit<NewRecommendation<Kind>, "inputs">,
  inputs: readonly object[],
  { id = newRecommendationId(), holding }: Storing = {},
): Promise<RowOf<Kind>> {
  await openDraft(id);
  let row: RowOf<Kind>;
  try {
    await removeInputs(id); // Of an id that is given, a crash may have left some.
    await storeInputs(id, inputs, holding?.signal);
    await holding?.confirm();
    if (!(await touchDraft(id))) throw new Error("what was stored so far has been removed");
    const complete = { ...recommendation, inputs: inputs.length } as NewRecommendation<Kind>;
    row = await addRecommendation<Kind>(id, complete);
  } catch (error) {
    // A database that is away keeps its draft until it is swept.
    await discardDraft(id).catch(reportWarning("a draft could not be removed"));
    throw error;
  }
  await recordLastOfDay(row).catch(
    reportWarning("a recommendation was not noted as its day's last"),
  );
  await closeDraft(id).catch(reportWarning("a draft was not closed"));
  return row;
}

/** Ends a draft: what is not listed by now leaves nothing behind. */
async function discardDraft(id: string): Promise<void> {
  if (!(await isListed(id))) await removeInputs(id);
  await closeDraft(id);
}

/** Puts right what a crash during an earlier generation may have left. */
export async function sweep(kind: Engine): Promise<void> {
  const leftovers = await listDrafts(subHours(new Date(), LEFTOVER_HOURS), SWEPT);
  for (const id of leftovers) await discardDraft(id);
  const newest = await findNewest(kind);
  if (newest) await recordLastOfDay(newest);
}
