/** Appeals against decisions: once, and decided by another moderator. */
import { isAppealable, appealUntil } from "~/domain/statements";
import type { Viewer } from "~/domain/viewer";
import { addAppeal, findDecision, settleAppeal } from "~/models/decision-acts.server";
import type { ModerationDecision } from "~/models/moderation-decision.server";
import type { AppealDecisionInput, AppealInput } from "~/schemas/moderation";
import { notFoundError, ServiceError, unauthenticatedError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";
import { requirePower } from "../require-power";
import { refuse, requireNeutral } from "./authorise.server";
import { complete } from "./complete.server";
import { nothingToDo } from "./effects/effect";
import { writeToLog } from "./log.server";
import { requireUndoable } from "./undo.server";

/** @returns why a decision cannot be appealed, in words; `null` if it can */
export function whyNoAppeal(decision: ModerationDecision): string | null {
  if (!isAppealable(decision.decision)) return "This decision cannot be appealed.";
  if (decision.undone) return "This decision was undone.";
  if (decision.appeal) return "You have appealed against this decision. Each is appealed once.";
  return appealUntil(decision.at) < new Date() ? "The time to appeal has passed." : null;
}

/**
 * Appeals against a decision about the viewer or a text of theirs; also while suspended.
 * @throws ServiceError `unauthenticated`, `limited`; `notFound`, also for who is not concerned; `conflict` the second
 *   time, after `APPEAL_DAYS`, or if it was undone
 */
export async function appealDecision(
  viewer: Viewer | null,
  decisionId: string,
  { text }: AppealInput,
): Promise<ModerationDecision> {
  if (!viewer) throw unauthenticatedError("Please log in to appeal.");
  await enforceRateLimit("edits", viewer.id);
  const decision = await findDecision(decisionId);
  if (!decision || decision.authorId !== viewer.id || decision.decision === "dismiss") {
    throw notFoundError("Decision");
  }
  const refusal = whyNoAppeal(decision);
  if (refusal) throw new ServiceError("conflict", refusal);
  const at = new Date();
  const appealed = await addAppeal(decisionId, { text, at });
  if (!appealed) {
    throw nothingToDo("You have appealed against this decision, or it was undone meanwhile.");
  }
  await writeToLog(appealed, "appealed", { at });
  return appealed;
}

/**
 * Decides an appeal. An upheld one undoes the decision, and rejects its flags.
 * @throws ServiceError `unauthenticated`, `limited`; `forbidden` without the role, for who took the decision, wrote the
 *   text or has flagged it; `notFound`; `conflict` without an open appeal, or if another moderator was faster
 */
export async function decideAppeal(
  viewer: Viewer | null,
  decisionId: string,
  { outcome, note }: AppealDecisionInput,
): Promise<ModerationDecision> {
  const moderator = requirePower(viewer, "decide-appeal");
  await enforceRateLimit("decisions", moderator.id);
  const decision = await findDecision(decisionId);
  if (!decision) throw notFoundError("Decision");
  if (decision.moderatorId === moderator.id) {
    refuse(
      moderator,
      "You took this decision, so another moderator has to decide about the appeal.",
    );
  }
  await requireNeutral(moderator, decision.target, decision.authorId);
  if (!decision.appeal) throw nothingToDo("Nobody has appealed against this decision.");
  if (decision.appeal.outcome) throw nothingToDo(settledWords(decision));
  if (outcome === "upheld") await requireUndoable(decision);
  const act = { by: moderator.id, note, at: new Date(), outcome };
  const settled = await settleAppeal(decisionId, act);
  if (settled) return complete(settled);
  throw nothingToDo(settledWords((await findDecision(decisionId)) ?? decision));
}

const settledWords = ({ appeal }: ModerationDecision) =>
  appeal?.outcome
    ? `Another moderator has decided about this appeal meanwhile: it was ${appeal.outcome}.`
    : "This decision was undone meanwhile.";
