/** What the page of the queue and the form for several cases at once agree on; apart from zod, for browsers. */
import type { DecisionKind } from "./moderation";

/** Why something is in the queue, as the page filters it. */
export const queuedBecause = {
  flagged: "Flagged",
  first: "First texts",
  warned: "Domains warned of",
} as const;
export type QueuedBecause = keyof typeof queuedBecause;

/** How many cases a page shows: a form has a field for each, and few others. */
export const CASES_PER_PAGE = 20;

/** The names of the checkboxes of a page: plain words, because a form has no other names. */
export const caseFields = Array.from(
  { length: CASES_PER_PAGE },
  (_, i) => `case${String.fromCharCode(65 + i)}`,
);

/** What can be decided about several texts and people at once; the rest needs details of each. */
export const BULK_DECISIONS = [
  "dismiss",
  "hide",
  "restore",
  "lock",
  "warn",
  "limit",
  "suspend",
] as const satisfies readonly DecisionKind[];

/** @returns what a checkbox sends: which case, as it was when it was read */
export const caseValue = ({
  target,
  revision,
}: {
  target: { kind: string; id: string };
  revision: number;
}): string => `${target.kind} ${target.id} ${revision}`;
