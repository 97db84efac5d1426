/** Statements of reasons (Article 17 of the EU’s Digital Services Act): decisions as the people see them whom they concern. */
import { addDays } from "date-fns/addDays";
import {
  APPEAL_DAYS,
  decisionKinds,
  moderationReasons,
  type AppealOutcome,
  type DecisionKind,
  type ModeratedKind,
  type ModerationReason,
} from "./moderation";

interface WhatWasDecided {
  kind: ModeratedKind;
  decision: DecisionKind;
  /** Of the text, as it was; `null` if it is not known any more. */
  title: string | null;
  until: Date | null;
}

/** What a statement says, and what it is about. */
export interface StatedDecision extends WhatWasDecided {
  reason: ModerationReason;
  rule: number;
  ruleTitle: string;
  at: Date;
  /** Whether the site had put it before the moderators, and nobody had flagged it. */
  isDetected: boolean;
  /** The name of the moderator; `null` if it is not shown. */
  moderator: string | null;
}

/** @returns a day in words, such as “3 March 2027” */
const dayInWords = (date: Date): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(date);

const OF = { article: "article", comment: "comment on", review: "review of" } as const;

/** @returns for example “your comment on “Rates”” */
function whose({ kind, title }: Pick<WhatWasDecided, "kind" | "title">): string {
  if (kind === "person") return "your account";
  return title === null ? `your ${kind}` : `your ${OF[kind]} “${title}”`;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** @returns what was decided, in a sentence without a full stop */
export function whatWasDecided(stated: WhatWasDecided): string {
  const its = whose(stated);
  const end = stated.until ? `until ${dayInWords(stated.until)}` : "for good";
  switch (stated.decision) {
    case "remove-link":
      return `A link was removed from ${its}`;
    case "lock":
    case "unlock":
      return `The discussion of ${its} was ${decisionKinds[stated.decision].done}`;
    case "suspend":
      return `${capitalised(its)} was suspended ${end}`;
    case "limit":
      return `${capitalised(its)} was given the limits of a new one ${end}`;
  }
  if (stated.kind === "person" && stated.decision === "warn") return "You were warned";
  if (stated.kind === "person" && stated.decision === "restore") {
    return "The suspension or limits of your account were ended";
  }
  return `${capitalised(its)} was ${decisionKinds[stated.decision].done}`;
}

interface Became extends Omit<WhatWasDecided, "title"> {
  about: { title: string } | null;
  appeal: { outcome: AppealOutcome | null } | null;
  undone: object | null;
}

/** @returns what a decision is now, in a sentence without a full stop */
export function whatBecameOf(decision: Became): string {
  const title = decision.about?.title ?? null;
  const its = whose({ kind: decision.kind, title });
  if (decision.appeal?.outcome === "upheld") {
    return `Your appeal was upheld: the decision about ${its} was undone`;
  }
  if (decision.undone) return `The decision about ${its} was undone`;
  if (decision.appeal?.outcome === "rejected") {
    return `Your appeal was rejected: the decision about ${its} stays`;
  }
  return whatWasDecided({ ...decision, title });
}

const consequences: Partial<Record<DecisionKind, string>> = {
  hide: "Only you and moderators can read it.",
  lock: "Nobody can write there.",
  suspend: "You can read, export your data, appeal and leave, but not write.",
};

/** Whether a decision takes something from its author, so that it can be appealed. */
export const isAppealable = (decision: DecisionKind): boolean =>
  decisionKinds[decision].upholds === true;

/** @returns until when a decision can be appealed */
export const appealUntil = (at: Date): Date => addDays(at, APPEAL_DAYS);

/** @returns the sentences of a statement of reasons, apart from the facts in the moderator’s words */
export function statementOf(stated: StatedDecision) {
  const { decision, reason, until, at, moderator, kind } = stated;
  const rule = `${stated.rule} (“${stated.ruleTitle}”)`;
  const words = moderationReasons[reason].label.toLowerCase();
  const consequence =
    decision === "warn" && kind !== "person"
      ? "Everybody sees the warning above it."
      : consequences[decision];
  const by = moderator === null ? "A moderator" : `The moderator ${moderator}`;
  return {
    what: [`${whatWasDecided(stated)}.`, consequence].filter(Boolean).join(" "),
    ground:
      reason === "illegal"
        ? `It rests on law: in the moderator’s view the content is illegal. It also breaks rule ${rule} of this site.`
        : `It rests on rule ${rule} of this site: ${words}.`,
    decidedBy: stated.isDetected
      ? `This site put it before the moderators automatically: it was one of the first texts of an account, or links to a domain that they warn of. ${by} looked at it and decided. No automated means took the decision.`
      : `${by} looked at it and decided. No automated means were used.`,
    until: !isAppealable(decision)
      ? null
      : until
        ? `It is in force until ${dayInWords(until)}.`
        : "It stays in force unless it is undone.",
    appeal: isAppealable(decision)
      ? `You can appeal once, until ${dayInWords(appealUntil(at))}, free of charge. Another moderator decides about the appeal.`
      : null,
    outside: isAppealable(decision) ? OUTSIDE : null,
  };
}

/** Where else the author of a text can turn. */
export const OUTSIDE =
  "Whether or not you appeal, you can turn to an out-of-court dispute settlement body that is certified under the Digital Services Act, or to a court.";
