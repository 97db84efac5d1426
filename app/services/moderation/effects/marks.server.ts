/** Marks on texts: locked discussions, and warnings. */
import { isInForce } from "~/models/decision-acts.server";
import { removeMark, setMark, type MarkName } from "~/models/moderated-text.server";
import type { ModerationMark } from "~/models/moderation-mark.server";
import type { ModerationDecision } from "~/models/moderation-decision.server";
import { findTarget } from "../targets.server";
import { CHANGED_SINCE, GONE, nothingToDo, requireShown, textOf, type Effect } from "./effect";
import { invalidateTarget } from "./invalidate-target.server";

const markBy = ({ id: decisionId, reason, rule, at }: ModerationDecision): ModerationMark => ({
  ...{ decisionId, reason, rule, at },
});

const marking = (name: MarkName, already: string): Effect => ({
  prepare(found) {
    requireShown(found);
    if (found[name]) throw nothingToDo(already);
    return {};
  },
  async apply(decision) {
    await setMark(textOf(decision), name, markBy(decision));
    await invalidateTarget(decision.target);
  },
  async undo(decision) {
    const isRemoved = await removeMark(textOf(decision), name, decision.id);
    await invalidateTarget(decision.target);
    // Without the mark, the text was unlocked or is gone.
    return isRemoved || (await findTarget(decision.target)) ? null : GONE;
  },
});

export const lock = marking("locked", "This discussion is locked already.");

export const unlock: Effect = {
  prepare(found) {
    requireShown(found);
    if (!found.locked) throw nothingToDo("This discussion is not locked.");
    return { before: { locked: found.locked } };
  },
  async apply(decision) {
    const { locked } = decision.before as { locked: ModerationMark };
    await removeMark(textOf(decision), "locked", locked.decisionId);
    await invalidateTarget(decision.target);
  },
  async undo(decision) {
    const { locked } = decision.before as { locked: ModerationMark };
    if (!(await isInForce(locked.decisionId))) return CHANGED_SINCE;
    const isLocked = await setMark(textOf(decision), "locked", locked);
    await invalidateTarget(decision.target);
    if (isLocked) return null;
    return (await findTarget(decision.target)) ? CHANGED_SINCE : GONE;
  },
};

const warnOnText = marking("warning", "This has a warning already.");
/** A person is warned by the statement alone. */
const warnPerson: Effect = {
  prepare: () => ({}),
  apply: () => Promise.resolve(),
  undo: () => Promise.resolve(null),
};

const warnOf = ({ kind }: ModerationDecision["target"]) =>
  kind === "person" ? warnPerson : warnOnText;

export const warn: Effect = {
  prepare: (found, input) => warnOf(found.target).prepare(found, input),
  apply: (decision) => warnOf(decision.target).apply(decision),
  undo: (decision) => warnOf(decision.target).undo(decision),
};
