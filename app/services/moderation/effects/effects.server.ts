import type { DecisionKind } from "~/domain/moderation";
import type { Effect } from "./effect";
import { hide, restore } from "./hiding.server";
import { lock, unlock, warn } from "./marks.server";
import { moveTo } from "./move.server";
import { limit, suspend } from "./people.server";
import { removeLink } from "./remove-link.server";

const dismiss: Effect = {
  prepare: () => ({}),
  apply: () => Promise.resolve(),
  undo: () => Promise.resolve(null),
};

const FORGOTTEN = "What it was before has been removed with the account of its author.";

/** An effect that can be neither completed nor undone without what was stored before it. */
const fromBefore = (effect: Effect): Effect => ({
  ...effect,
  apply: async (decision) => {
    if (decision.before) await effect.apply(decision);
  },
  undo: async (decision) => (decision.before ? effect.undo(decision) : FORGOTTEN),
});

/** What each kind of decision changes, and how that is put back. */
export const effects: Readonly<Record<DecisionKind, Effect>> = {
  ...{ dismiss, hide, lock, warn },
  restore: fromBefore(restore),
  unlock: fromBefore(unlock),
  suspend: fromBefore(suspend),
  limit: fromBefore(limit),
  "remove-link": fromBefore(removeLink),
  move: fromBefore(moveTo),
};
