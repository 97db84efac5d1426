/** Undoing decisions: everything is put back as it was. */
import { hasPower } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
import {
  findDecision,
  findToUndo,
  markAllToUndo,
  markUndone,
  newBatchId,
  stopWaiting,
} from "~/models/decision-acts.server";
import { claimChange, findCase } from "~/models/moderation-case.server";
import type { ModerationDecision } from "~/models/moderation-decision.server";
import { findUser } from "~/models/user.server";
import { notFoundError, ServiceError } from "../errors";
import { createWorkQueue } from "../jobs/work-queue.server";
import { enforceRateLimit } from "../rate-limits.server";
import { requirePower } from "../require-power";
import { refuse, requireNeutral } from "./authorise.server";
import { complete, isInterrupted } from "./complete.server";
import { DecidedMeanwhile, nothingToDo } from "./effects/effect";
import { requireNewest } from "./effects/remove-link.server";
import { takeAgain } from "./take-again.server";
import { findTarget } from "./targets.server";

const UNDONE = "This decision was undone already.";

/**
 * Undoes a decision, and lets its flags be open again.
 * @throws ServiceError `unauthenticated`, `limited`; `forbidden` for others’ decisions unless the viewer is an
 *   administrator, and about the viewer’s own text or one that they have flagged; `notFound`; `conflict` if it was undone
 *   already, or something else has to be undone first
 */
export async function undoDecision(
  viewer: Viewer | null,
  decisionId: string,
  { note }: { note: string },
): Promise<ModerationDecision> {
  const moderator = requirePower(viewer, "decide");
  await enforceRateLimit("decisions", moderator.id);
  const decision = await findDecision(decisionId);
  if (!decision) throw notFoundError("Decision");
  if (decision.moderatorId !== moderator.id && !hasPower(moderator, "undo-any")) {
    refuse(moderator, "Only the moderator who decided, or an administrator, can undo this.");
  }
  await requireNeutral(moderator, decision.target, decision.authorId);
  return undo(decision, { by: moderator.id, note });
}

async function undo(
  decision: ModerationDecision,
  act: { by: string | null; note: string; batchId?: string },
): Promise<ModerationDecision> {
  await requireUndoable(decision);
  const undone = await markUndone(decision.id, { ...act, at: new Date() });
  if (!undone) throw nothingToDo(UNDONE);
  return complete(undone);
}

/**
 * Makes sure that a decision can be undone now, and that nobody decides about the same at this moment.
 * @throws ServiceError `conflict`
 */
export async function requireUndoable(decision: ModerationDecision): Promise<void> {
  if (decision.undone) throw nothingToDo(UNDONE);
  const { target } = decision;
  if (!decision.isDone) {
    if (!isInterrupted(decision)) throw new DecidedMeanwhile();
    await complete(decision);
  }
  await requireNewest(decision);
  const isAboutHiding = ["hide", "restore", "dismiss"].includes(decision.decision);
  if (!isAboutHiding && (await findTarget(target))?.isHidden) {
    throw nothingToDo("The text is hidden. Restore it first.");
  }
  const moderationCase = await findCase(target);
  if (moderationCase && !(await claimChange(moderationCase))) throw new DecidedMeanwhile();
}

/**
 * Undoes all acts of one moderator: their decisions that are in force, and those of others against which they rejected
 * an appeal, are undone, with their flags open again, so that another moderator decides anew. Those of others against
 * which they upheld one are taken again. Newest first, in the background, each with an entry in the log. Decisions about
 * the viewer’s own texts stay.
 * @param moderatorId also the key that a deleted account has left in its decisions
 * @returns how many decisions those are
 * @throws ServiceError `unauthenticated`, `limited`, `forbidden` for who is not an administrator; `notFound`
 */
export async function undoAllBy(
  viewer: Viewer | null,
  moderatorId: string,
  { note }: { note: string },
): Promise<{ batchId: string; decisions: number }> {
  const { id: by } = requirePower(viewer, "undo-any");
  await enforceRateLimit("decisions", by);
  const batchId = newBatchId();
  const decisions = await markAllToUndo(moderatorId, { by, note, batchId });
  if (!decisions && !(await findUser(moderatorId))) throw notFoundError("Moderator");
  undoQueue.wake();
  return { batchId, decisions };
}

async function undoNext(): Promise<boolean> {
  const decision = await findToUndo();
  if (!decision?.toUndo) return false;
  const { moderatorId: by, note, batchId, isUpheldAppeal } = decision.toUndo;
  try {
    if (isUpheldAppeal) await takeAgain(decision, decision.toUndo);
    else await undo(decision, { by, note, batchId });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // Another process is acting on the same text. The decision is undone after that.
    if (error instanceof DecidedMeanwhile) return false;
    // What was decided since is in the way, or another process has undone it.
    await stopWaiting(decision.id, error.message);
  }
  return true;
}

/** The decisions that are still to be undone with the others of their moderator. */
export const undoQueue = createWorkQueue({
  doNext: undoNext,
  pollMs: 30_000,
  endingMs: 5_000,
  warning: "decisions could not be undone",
});
