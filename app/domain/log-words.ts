/** How entries of the public log of moderation read: without names and titles. */
import type { Role } from "./permissions";
import {
  decisionKinds,
  type AppealOutcome,
  type DecisionKind,
  type LogAct,
  type ModeratedKind,
} from "./moderation";

/** What entries are listed by, on the page and in feeds. */
interface LogFilter {
  kind?: ModeratedKind | undefined;
  decision?: DecisionKind | undefined;
  rule?: number | undefined;
  [more: string]: string | number | undefined;
}

/** @returns the address of the log with these filters */
export function logPath(filter: LogFilter = {}): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return search.size ? `/moderation/log?${search}` : "/moderation/log";
}

export const LOG_DESCRIPTION =
  "Every decision of the moderators, by which rule, and what became of it.";

export const kindLabels: Record<ModeratedKind, string> = {
  article: "Articles",
  comment: "Comments",
  review: "Reviews",
  person: "Accounts",
};

/** @returns the title of the log, such as “Moderation log: articles, was hidden” */
export function logTitle({ kind, decision, rule }: LogFilter = {}): string {
  const filters = [
    ...(kind ? [kindLabels[kind].toLowerCase()] : []),
    ...(decision ? [`was ${decisionKinds[decision].done}`] : []),
    ...(rule ? [`rule ${rule}`] : []),
  ];
  return filters.length ? `Moderation log: ${filters.join(", ")}` : "Moderation log";
}

export const byRole: Record<Role, string> = {
  moderator: "a moderator",
  administrator: "an administrator",
};

interface LoggedAct {
  act: LogAct;
  kind: ModeratedKind;
  decision: DecisionKind;
  outcome?: AppealOutcome | null;
}

const subjects: Record<ModeratedKind, string> = {
  article: "an article",
  comment: "a comment",
  review: "a review",
  person: "an account",
};

/** @returns what was decided, such as “An article was hidden” */
export function decisionSentence({ kind, decision }: Pick<LoggedAct, "kind" | "decision">): string {
  const subject = subjects[kind];
  return `${subject[0]!.toUpperCase()}${subject.slice(1)} was ${decisionKinds[decision].done}`;
}

/** @returns what followed on a decision, such as “It was appealed” */
export function followingSentence({ act, outcome }: Pick<LoggedAct, "act" | "outcome">): string {
  if (act === "appealed") return "It was appealed";
  if (act === "undone") return "It was undone";
  if (act === "decided-again")
    return "It was decided again: all acts of the moderator who upheld the appeal were undone";
  return outcome === "upheld" ? "The appeal was upheld" : "The appeal was rejected";
}

/** @returns an entry by itself, such as “An appeal was upheld: a review was locked” */
export function entrySentence(entry: LoggedAct): string {
  const sentence = decisionSentence(entry);
  if (entry.act === "decided") return sentence;
  const what = `${sentence[0]!.toLowerCase()}${sentence.slice(1)}`;
  if (entry.act === "appealed") return `Appealed: ${what}`;
  if (entry.act === "undone") return `Undone: ${what}`;
  if (entry.act === "decided-again") return `Decided again: ${what}`;
  return `${entry.outcome === "upheld" ? "Appeal upheld" : "Appeal rejected"}: ${what}`;
}

/** Whole minutes in words, such as “3 hours” or “2 days”. */
export function minutesInWords(minutes: number): string {
  const [value, unit] =
    minutes < 90
      ? [minutes, "minute"]
      : minutes < 48 * 60
        ? [Math.round(minutes / 60), "hour"]
        : [Math.round(minutes / (24 * 60)), "day"];
  if (value === 0) return "less than a minute";
  return `${value} ${unit}${value === 1 ? "" : "s"}`;
}
