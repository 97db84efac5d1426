/** What can be flagged and decided about, for which reasons, and how decisions are worded. */
import type { EditableKind } from "./editing";

/** Texts, and people themselves. */
export const moderatedKinds = ["article", "comment", "review", "person"] as const;
export type ModeratedKind = EditableKind | "person";

/** A text or person that is flagged or decided about. */
export interface ModerationTarget {
  kind: ModeratedKind;
  /** The id of the text or of the account. */
  id: string;
}

/** The number of rules in `content/rules.md`. */
export const RULE_COUNT = 8;

interface ReasonWords {
  label: string;
  /** The number of the rule that it rests on; `null` if the rule has to be given. */
  rule: number | null;
}

/** Why something is flagged or decided about. */
export const moderationReasons = {
  spam: { label: "Spam or advertising", rule: 1 },
  "undisclosed-interest": { label: "Undisclosed interest", rule: 2 },
  manipulation: { label: "Manipulation of votes, flags or prices", rule: 3 },
  abuse: { label: "Abuse of people", rule: 4 },
  "wrong-place": { label: "In the wrong place", rule: 5 },
  "broken-link": { label: "A link that does not work or misleads", rule: 6 },
  illegal: { label: "Illegal content", rule: 7 },
  other: { label: "Something else", rule: null },
} as const satisfies Record<string, ReasonWords>;
export type ModerationReason = keyof typeof moderationReasons;
export const moderationReasonNames = Object.keys(moderationReasons) as [
  ModerationReason,
  ...ModerationReason[],
];

/** A flag is open until a decision upholds or rejects it; one that is taken back is deleted. */
export const flagStates = ["open", "upheld", "rejected"] as const;
export type FlagState = (typeof flagStates)[number];

interface DecisionRules {
  /** The button that takes it. */
  label: string;
  /** What was done, after “was” or “were”, such as “hidden”. */
  done: string;
  /** What it can be taken about. */
  on: readonly ModeratedKind[];
  /** Whether it upholds the flags of its target; `false` rejects them, `null` leaves them open. */
  upholds: boolean | null;
}

const TEXTS = ["article", "comment", "review"] as const;

/**
 * The decisions that moderators take. `restore` ends what is in force: hiding of a text, suspension and limits of a
 * person.
 */
export const decisionKinds = {
  dismiss: { label: "Leave as it is", done: "left as it is", on: moderatedKinds, upholds: false },
  hide: { label: "Hide", done: "hidden", on: TEXTS, upholds: true },
  restore: { label: "Restore", done: "restored", on: moderatedKinds, upholds: null },
  "remove-link": { label: "Remove a link", done: "freed of a link", on: TEXTS, upholds: true },
  lock: { label: "Lock the discussion", done: "locked", on: TEXTS, upholds: true },
  unlock: { label: "Unlock the discussion", done: "unlocked", on: TEXTS, upholds: null },
  move: { label: "Move", done: "moved", on: ["article", "review"], upholds: true },
  warn: { label: "Warn", done: "marked with a warning", on: moderatedKinds, upholds: true },
  suspend: { label: "Suspend", done: "suspended", on: ["person"], upholds: true },
  limit: { label: "Limit", done: "limited", on: ["person"], upholds: true },
} as const satisfies Record<string, DecisionRules>;
export type DecisionKind = keyof typeof decisionKinds;
export const decisionKindNames = Object.keys(decisionKinds) as [DecisionKind, ...DecisionKind[]];

/** @returns whether a decision can be taken about a text or person of this kind */
export const isDecisionOn = (decision: DecisionKind, kind: ModeratedKind): boolean =>
  (decisionKinds[decision] as DecisionRules).on.includes(kind);

/** The states of an appeal: `upheld` undoes the decision. */
export const appealOutcomes = ["upheld", "rejected"] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];

/**
 * What an entry of the log tells: a decision, an appeal against it, the outcome of the appeal, that it was undone, or
 * that it was taken again, because all acts of the moderator who upheld the appeal were undone.
 */
export const logActs = [
  "decided",
  "appealed",
  "appeal-decided",
  "undone",
  "decided-again",
] as const;
export type LogAct = (typeof logActs)[number];

/** The longest suspension, in days, that is not for good. */
export const MAX_SUSPENSION_DAYS = 90;

/** For how many days `limit` limits an account. */
export const LIMIT_DAYS = 30;

/** Until how many days after a decision it can be appealed. */
export const APPEAL_DAYS = 180;
