/** Taking decisions again after all acts of the moderator who upheld the appeals against them were undone. */
import type { DecisionInput } from "~/schemas/moderation";
import { findNewestInForce, setTakenAgain } from "~/models/decision-acts.server";
import type { ModerationDecision } from "~/models/moderation-decision.server";
import { requireTarget, takeDecision } from "./decide.server";
import { nothingToDo } from "./effects/effect";
import { reopenFlags } from "./flags.server";
import { writeToLog } from "./log.server";

/** The parts of the input that decisions of some kinds have stored. */
type StoredInput = { to?: { category: string }; link?: string } | undefined;

const DECIDED_AGAIN =
  "This had been decided before. The appeal against it was upheld by a moderator all of whose acts are undone now, so it is decided again, and can be appealed again.";

/**
 * Takes a decision again that an upheld appeal has undone: with a statement of its own, against which its author can
 * appeal to another moderator. Can be repeated after a crash.
 * @throws ServiceError `conflict` if it would change nothing or has ended, `DecidedMeanwhile`; `notFound`; `invalid`
 */
export async function takeAgain(
  decision: ModerationDecision,
  { moderatorId, note, batchId }: NonNullable<ModerationDecision["toUndo"]>,
): Promise<void> {
  const { id, target, authorId, reason, rule, until } = decision;
  if (!authorId) throw nothingToDo("The account of its author was deleted.");
  if (until && until <= new Date()) throw nothingToDo("It would have ended by now.");
  let again = await findNewestInForce(target, decision.decision);
  if (!again || again.at <= decision.at) {
    await reopenFlags(id);
    const { to, link } = (decision.before as StoredInput) ?? {};
    const input: DecisionInput = {
      decision: decision.decision,
      reason,
      note: [decision.note, DECIDED_AGAIN, note].join("\n\n"),
    };
    again = await takeDecision(
      await requireTarget(target),
      { ...input, rule, link, category: to?.category },
      { moderatorId, role: "administrator", isAnonymous: false, batchId, until },
    );
  }
  await writeToLog({ ...decision, batchId }, "decided-again", {
    at: again.at,
    role: "administrator",
  });
  await setTakenAgain(id, again.id);
}
