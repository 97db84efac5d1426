/** Puts notices into words. */
import { reviewPath } from "~/config/hubs";
import { categoryName } from "~/domain/categories";
import { commentPath } from "~/domain/comment-path";
import { decisionKinds } from "~/domain/moderation";
import { noticeRules } from "~/domain/notices";
import { DELETED_ACCOUNT_NAME } from "~/domain/person-path";
import { findTopic } from "~/domain/topics";
import { whatBecameOf } from "~/domain/statements";
import { listApplicationsByIds, type Application } from "~/models/membership-application.server";
import { findDecisions, type ModerationDecision } from "~/models/moderation-decision.server";
import { findNoticedTexts, type NoticedText } from "~/models/noticed-text.server";
import type { Notice } from "~/models/notice.server";
import { findNames } from "~/models/user.server";
import { isText } from "./receivers.server";

/** A notice as its reader sees it. */
export interface DescribedNotice extends Pick<Notice, "id" | "kind" | "subject" | "at" | "readAt"> {
  /** The names of the people whose acts it tells, those of the newest first; without a leading list if there are more. */
  actors: string[];
  /** What it says, in one sentence without a full stop. */
  text: string;
  /** The path of the page to read, that of the newest thing it tells. */
  path: string;
  /** The ids of the accounts, texts and applications of which it tells. */
  about: string[];
}

interface Found {
  texts: Map<string, NoticedText>;
  applications: Map<string, Application>;
  decisions: Map<string, ModerationDecision>;
  names: Map<string, string>;
}

/**
 * Describes some notices, with what they are about as it is now.
 * @returns the descriptions, and the ids of what is gone although notices still tell it
 */
export async function describeNotices(
  notices: readonly Notice[],
): Promise<{ described: DescribedNotice[]; gone: string[] }> {
  const sources = notices.flatMap((notice) => notice.sources);
  const references = [
    ...sources.flatMap(({ text }) => text ?? []),
    ...notices.flatMap(({ subject }) => (isText(subject) ? [subject] : [])),
  ];
  const applicationIds = notices.flatMap(({ subject }) =>
    subject.kind === "application" ? [subject.id] : [],
  );
  const decisionIds = notices.flatMap(({ subject }) =>
    subject.kind === "decision" ? [subject.id] : [],
  );
  const [texts, listed, decided, names] = await Promise.all([
    findNoticedTexts(references),
    listApplicationsByIds(applicationIds),
    findDecisions(decisionIds),
    findNames([...new Set(sources.flatMap(({ actor }) => actor ?? []))]),
  ]);
  const applications = new Map(listed.map((application) => [application.id, application]));
  const decisions = new Map(decided.map((decision) => [decision.id, decision]));
  const found = { texts, applications, decisions, names };
  return {
    described: notices.flatMap((notice) => describe(notice, found) ?? []),
    gone: [
      ...references.map(({ id }) => id).filter((id) => !texts.has(id)),
      ...applicationIds.filter((id) => !applications.has(id)),
    ],
  };
}

/** @returns `null` if what the notice is about is gone */
function describe(
  notice: Notice,
  { texts, applications, decisions, names }: Found,
): DescribedNotice | null {
  const { id, kind, subject, at, readAt } = notice;
  const told = notice.sources.filter(({ text }) => !text || texts.has(text.id)).toReversed();
  const application = applications.get(subject.id);
  const about = texts.get(subject.id);
  if (!told.length) return null;
  const decision = decisions.get(subject.id);
  if (subject.kind === "decision" && !decision) return null;
  if (isText(subject) ? !about : subject.kind === "application" && !application) return null;
  const actors = [...new Set(told.flatMap(({ actor }) => actor ?? []))].map(
    (actor) => names.get(actor) ?? DELETED_ACCOUNT_NAME,
  );
  const written = [...new Set(told.flatMap(({ text }) => (text ? [texts.get(text.id)!] : [])))];
  const what = () => {
    if (kind === "application") return describeApplication(application!);
    if (subject.kind === "flagged") return REMOVED;
    if (decision && kind === "flag") return describeFlagged(decision);
    if (decision) return whatBecameOf({ ...decision, kind: decision.target.kind });
    if (about) return kind === "thread" ? quoted(about) : `your ${nameOf(about)}`;
    if (written.length === 1) return withArticle(written[0]!);
    return notice.isCut ? `more than ${written.length} texts` : `${written.length} texts`;
  };
  const words = {
    who: listOf(actors, notice.isCut),
    what: what(),
    where: describePlace(subject),
  };
  const on = [about, ...written].flatMap((text) => text?.on?.id ?? []);
  return {
    id,
    kind,
    subject,
    at,
    readAt,
    actors,
    text: noticeRules(kind).describe(words),
    path: written[0] ? pathOf(written[0]) : pathWithoutText(notice),
    about: [...new Set([...told.flatMap((source) => source.about), ...on])],
  };
}

const quoted = ({ title }: NoticedText) => (title === null ? "a removed article" : `“${title}”`);

function nameOf(text: NoticedText): string {
  if (text.kind === "article") return `article ${quoted(text)}`;
  return `${text.kind === "review" ? "review of" : "comment on"} ${quoted(text)}`;
}

const withArticle = (text: NoticedText): string =>
  text.kind === "article" ? quoted(text) : `a ${nameOf(text)}`;

/** @returns for example “Ada, Walt and 3 others” */
function listOf([first, second, ...others]: string[], isCut: boolean): string {
  if (first === undefined) return "";
  if (second === undefined) return isCut ? `${first} and others` : first;
  if (isCut) return `${first}, ${second} and many others`;
  if (!others.length) return `${first} and ${second}`;
  return `${first}, ${second} and ${others.length} ${others.length === 1 ? "other" : "others"}`;
}

function describePlace({ kind, id }: Notice["subject"]): string {
  if (kind === "hub") return findTopic(id)?.title ?? id;
  return kind === "category" ? categoryName(id) : id;
}

function describeApplication({ status, closesAt, votes }: Application): string {
  if (status === "approved") return "Your application was approved: you are a member";
  if (status === "declined") return "Your application was declined";
  if (status === "undecided" || closesAt <= new Date()) {
    return "The vote on your application has ended without a decision";
  }
  return `Your application has ${votes.length} ${votes.length === 1 ? "vote" : "votes"}`;
}

const describeFlagged = ({ target, decision }: ModerationDecision): string =>
  `A moderator looked at the ${target.kind} that you flagged: ${decisionKinds[decision].done}`;

const REMOVED = "What you flagged was removed before a moderator decided";

function pathWithoutText({ kind, subject }: Notice): string {
  if (kind === "flag") return "/flags";
  return subject.kind === "decision" ? `/moderation/decisions/${subject.id}` : "/partner";
}

/** @returns the path of the page on which a text can be read */
export function pathOf({ kind, id, section, on }: NoticedText): string {
  if (on) return commentPath({ id, subject: on });
  return kind === "review" ? reviewPath({ id, hub: section ?? "" }) : `/article/${id}`;
}
