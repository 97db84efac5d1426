/** Flags as those who raised them see them. */
import type { DecisionKind } from "~/domain/moderation";
import type { Flag } from "~/models/flag.server";
import { findDecisionKinds } from "~/models/listed-decisions.server";
import { findFlaggables, type Flaggable } from "./flaggable.server";

/** A flag with what became of it. */
export interface OwnFlag extends Flag {
  /** What was flagged, as it is now; `null` if it is hidden or was removed. */
  text: Flaggable | null;
  /** What was decided; `null` as long as nothing was. */
  decision: DecisionKind | null;
}

/** @returns some flags with what was flagged and decided */
export async function withOutcomes(flags: readonly Flag[]): Promise<OwnFlag[]> {
  const [texts, decisions] = await Promise.all([
    findFlaggables(flags.map(({ target }) => target)),
    findDecisionKinds(flags.flatMap(({ decisionId }) => decisionId ?? [])),
  ]);
  return flags.map((flag) => ({
    ...flag,
    text: texts.get(flag.target.id) ?? null,
    decision: decisions.get(flag.decisionId ?? "") ?? null,
  }));
}
