/** Hiding and restoring texts, and ending the suspension and limits of people. */
import type { ModerationDecision } from "~/models/moderation-decision.server";
import { isInForce } from "~/models/decision-acts.server";
import { findHiddenText } from "~/models/hidden-text.server";
import { hideText, restoreText } from "../../articles/hide.server";
import { findTarget, type FoundTarget } from "../targets.server";
import { CHANGED_SINCE, GONE, nothingToDo, textOf, type Effect } from "./effect";
import { restorePerson } from "./people.server";

export const hide: Effect = {
  prepare({ isHidden }) {
    if (isHidden) throw nothingToDo("This is hidden already.");
    return {};
  },
  async apply(decision) {
    const { id, reason, rule } = decision;
    await hideText(textOf(decision), { id, reason, rule });
  },
  async undo(decision) {
    const hidden = await findHiddenText(decision.target.id);
    // Restored already, by this or another decision; or removed by its author.
    if (hidden?.decisionId !== decision.id)
      return (await findTarget(decision.target)) ? null : GONE;
    if (await restoreText(textOf(decision))) return null;
    return (await findHiddenText(decision.target.id)) ? CHANGED_SINCE : null;
  },
};

type Hiding = NonNullable<FoundTarget["hidden"]>;

const restoreHidden: Effect = {
  prepare({ hidden }) {
    if (!hidden) throw nothingToDo("This is not hidden.");
    return { before: { hidden } };
  },
  async apply(decision) {
    await restoreText(textOf(decision));
  },
  async undo(decision) {
    const { hidden } = decision.before as { hidden: Hiding };
    if (!(await isInForce(hidden.id))) return CHANGED_SINCE;
    if (await hideText(textOf(decision), hidden)) return null;
    return (await findTarget(decision.target)) ? CHANGED_SINCE : GONE;
  },
};

const restoreOf = ({ kind }: ModerationDecision["target"]) =>
  kind === "person" ? restorePerson : restoreHidden;

export const restore: Effect = {
  prepare: (found, input) => restoreOf(found.target).prepare(found, input),
  apply: (decision) => restoreOf(decision.target).apply(decision),
  undo: (decision) => restoreOf(decision.target).undo(decision),
};
