/** What the page of the queue and the form for several cases at once agree on; apart from zod, for browsers. */
import type { DecisionKind } from "./moderation";

/** Why something is in the queue, as the page filters it. */
export const queuedBecause = {
  flagged: "Flagged",
  first: "First texts",
  warned: "Domains warned of",
} as const;
export type QueuedBecause = keyof typeof queuedBecause;

/** How many cases a page shows. The form has a checkbox for each, and forms with very many fields are refused. */
export const CASES_PER_PAGE = 20;

/** The names of the checkboxes of a page: `caseA`, `caseB` and so on, because names of fields have only letters. */
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

/** @returns the value of a case’s checkbox, with the revision that was shown */
export const caseValue = ({
  target,
  revision,
}: {
  target: { kind: string; id: string };
  revision: number;
}): string => `${target.kind} ${target.id} ${revision}`;
