/**
 * Carries out what was stored: a decision, an appeal that was decided, the undoing of a decision. Each step can be done
 * again, so that what a crash has interrupted is completed.
 */
import { subMinutes } from "date-fns/subMinutes";
import { decisionKinds } from "~/domain/moderation";
import { findDecision, setDone } from "~/models/decision-acts.server";
import type { ModerationDecision } from "~/models/moderation-decision.server";
import { findRole } from "~/models/user-role.server";
import { effects } from "./effects/effects.server";
import { reopenFlags, settleFlags } from "./flags.server";
import { writeToLog } from "./log.server";
import { tellAuthor } from "./tell-author.server";

/** What has not been carried out after this time was interrupted. */
const INTERRUPTED_AFTER_MINUTES = 1;

/** @returns whether a process that carried out a decision, or what became of it, has ended */
export function isInterrupted({ isDone, at, appeal, undone }: ModerationDecision): boolean {
  const times = [at, appeal?.decidedAt, undone?.at].map((time) => time?.getTime() ?? 0);
  return (
    !isDone && Math.max(...times) < subMinutes(new Date(), INTERRUPTED_AFTER_MINUTES).getTime()
  );
}

/** @returns the decision as it is afterwards */
export async function complete(decision: ModerationDecision): Promise<ModerationDecision> {
  const left = await carryOut(decision);
  return (await setDone(decision.id, left)) ?? (await findDecision(decision.id)) ?? decision;
}

async function carryOut(decision: ModerationDecision): Promise<string | null> {
  const { appeal, undone } = decision;
  if (appeal?.decidedAt && (!undone || appeal.outcome === "upheld")) return endAppeal(decision);
  return undone ? endDecision(decision) : begin(decision);
}

async function begin(decision: ModerationDecision): Promise<null> {
  const { id, target, at, role, took } = decision;
  await effects[decision.decision].apply(decision);
  await settleFlags(target, { decisionId: id, isUpheld: decisionKinds[decision.decision].upholds });
  await writeToLog(decision, "decided", { at, role, took });
  await tellAuthor(decision, "decided");
  return null;
}

async function endAppeal(decision: ModerationDecision): Promise<string | null> {
  const { id, target, appeal } = decision;
  const { outcome, decidedAt, moderatorId, at } = appeal!;
  const isUpheld = outcome === "upheld";
  const left = isUpheld ? await effects[decision.decision].undo(decision) : null;
  if (isUpheld) {
    await reopenFlags(id);
    await settleFlags(target, { decisionId: id, isUpheld: false });
  }
  await writeToLog(decision, "appeal-decided", {
    at: decidedAt!,
    role: await roleOf(moderatorId),
    ...(outcome && { outcome }),
    took: decidedAt!.getTime() - at.getTime(),
  });
  await tellAuthor(decision, "appeal-decided", left);
  return left;
}

async function endDecision(decision: ModerationDecision): Promise<string | null> {
  const { id, undone } = decision;
  const left = await effects[decision.decision].undo(decision);
  await reopenFlags(id);
  const batchId = undone!.batchId ?? decision.batchId;
  await writeToLog({ ...decision, batchId }, "undone", {
    at: undone!.at,
    // Only administrators undo several at once; the account may have been deleted since.
    role: undone!.batchId ? "administrator" : await roleOf(undone!.moderatorId),
  });
  await tellAuthor(decision, "undone", left);
  return left;
}

const roleOf = (moderatorId: string | null) => (moderatorId ? findRole(moderatorId) : null);
