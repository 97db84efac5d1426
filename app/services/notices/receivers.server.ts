/** Who is told about an event, and what. */
import { dayOf } from "~/domain/calendar-days";
import { decodeCursor } from "~/domain/cursor";
import { editableKinds } from "~/domain/editing";
import type { Followed } from "~/domain/following";
import type { ModerationTarget } from "~/domain/moderation";
import { noticeRules } from "~/domain/notices";
import { findTopic } from "~/domain/topics";
import type { Announcement, NoticedEvent } from "~/models/announcement.server";
import { findFollowersAmong, listFollowers } from "~/models/following.server";
import { findApplication } from "~/models/membership-application.server";
import { listOpenAfter, listSettledBy, type Flag } from "~/models/flag.server";
import { findTokensIn } from "~/models/mention.server";
import type { Telling } from "~/models/notice.server";
import {
  findNoticedTexts,
  type NoticedText,
  type TextReference,
} from "~/models/noticed-text.server";
import { listMembers } from "~/models/user.server";
import { upvoteKey } from "./upvote-key";

/** People who are told the same. */
export interface Batch {
  people: readonly string[];
  telling: Telling;
}

/** Reads the next batches of a group of receivers. @returns where those after them begin; `null` if there are none */
export type Group = (
  after: string | null,
  limit: number,
) => Promise<{ batches: Batch[]; after: string | null }>;

type EventOf<Kind extends NoticedEvent["kind"]> = Extract<NoticedEvent, { kind: Kind }>;

/** The groups of receivers of an event, those whom it concerns most first; none if what it is about is gone. */
export async function receiversOf({ event, createdAt }: Announcement): Promise<Group[]> {
  switch (event.kind) {
    case "written":
    case "named":
      return readersOf(event, createdAt);
    case "upvoted":
      return [justOne(event.authorId, upvoteTelling(event, createdAt))];
    case "voted":
      return [justOne(event.applicantId, applicationTelling(event, createdAt))];
    case "decided":
      return (await isDecided(event.applicationId))
        ? [justOne(event.applicantId, applicationTelling(event, createdAt))]
        : [];
    case "moderated":
      return [justOne(event.personId, decisionTelling(event, createdAt))];
    case "applied":
      return [members(applicantTelling(event, createdAt))];
    case "flagsSettled":
      return [settledFlaggers(event.decisionId, createdAt)];
    case "flaggedGone":
      return [flaggersOfGone(event.target, createdAt)];
    case "removed":
      return [];
  }
}

/** One group of few people, in one batch. */
const few =
  (batches: Batch[]): Group =>
  () =>
    Promise.resolve({ batches, after: null });

const justOne = (person: string, telling: Telling): Group => few([{ people: [person], telling }]);

async function readersOf(event: EventOf<"written" | "named">, createdAt: Date): Promise<Group[]> {
  const { id } = event.text;
  const text = (await findNoticedTexts([event.text])).get(id);
  if (text?.authorId !== event.authorId) return [];
  const source = (subject: Telling["subject"]) => ({
    id,
    actor: event.authorId,
    text: event.text,
    about: [...new Set([id, event.authorId, ...(isText(subject) ? [subject.id] : [])])],
    at: createdAt,
  });
  const tellingOf = (kind: Telling["kind"], subject: Telling["subject"]): Telling => ({
    kind,
    subject,
    day: noticeRules(kind).isDaily ? dayOf(createdAt) : "",
    source: source(subject),
  });
  const naming = tellingOf("mention", { kind: "person", id: event.authorId });
  if (event.kind === "named") return [few([{ people: event.people, telling: naming }])];

  const answered = await answeredBy(text);
  const direct = new Set(answered.map(({ authorId }) => authorId));
  const named = text.named.filter((person) => !direct.has(person));
  const told = new Set([...direct, ...named]);
  const targets = await targetsOf(text);
  return [
    few([
      ...answered.map(({ kind, id: answeredId, authorId }) => ({
        people: [authorId],
        telling: tellingOf("answer", { kind, id: answeredId }),
      })),
      { people: named, telling: naming },
    ]),
    ...targets.map(({ subject, ...target }, place) =>
      followers(target, targets.slice(0, place), told, tellingOf(target.kind, subject)),
    ),
  ];
}

/** @returns whether a notice is about a text */
export const isText = (subject: Telling["subject"]): subject is TextReference =>
  (editableKinds as readonly string[]).includes(subject.kind);

/** @returns the texts that a comment answers: a comment, and what both are on, with different authors */
async function answeredBy({ parentId, on }: NoticedText): Promise<NoticedText[]> {
  if (!on) return [];
  const parent = parentId === null ? [] : [{ kind: "comment" as const, id: parentId }];
  const texts = await findNoticedTexts([...parent, on]);
  const answered = [texts.get(parentId ?? ""), texts.get(on.id)].filter(
    (text) => text !== undefined,
  );
  return answered.filter(
    ({ authorId }, place) => answered.findIndex((text) => text.authorId === authorId) === place,
  );
}

type Target = Followed & { subject: Telling["subject"] };

/** @returns what is followed by those who are told about a text, most specific first */
async function targetsOf({
  id,
  kind,
  authorId,
  section,
  on,
  rootId,
}: NoticedText): Promise<Target[]> {
  if (on) {
    // One notice for the whole discussion, however many of its threads somebody follows.
    return [rootId ?? id, on.id].map((target) => ({ kind: "thread", target, subject: on }));
  }
  const follow = (followed: Exclude<Followed["kind"], "thread">, target: string): Target => ({
    kind: followed,
    target,
    subject: { kind: followed, id: target },
  });
  return [
    follow("person", authorId),
    ...(section && findTopic(section) ? [follow("hub", section)] : []),
    ...(section && kind === "article" ? [follow("category", section)] : []),
    ...(await findTokensIn(id)).sort().map((token) => follow("asset", token)),
  ];
}

/** Those who follow something, except people who are told by an earlier group. */
const followers =
  (
    target: Followed,
    earlier: readonly Followed[],
    told: ReadonlySet<string>,
    telling: Telling,
  ): Group =>
  async (afterId, limit) => {
    const found = await listFollowers([target], { afterId, limit });
    const ids = found.map(({ userId }) => userId);
    const toldByEarlier = await findFollowersAmong(ids, earlier);
    const people = ids.filter((id) => !told.has(id) && !toldByEarlier.has(id));
    return {
      batches: [{ people, telling }],
      after: found.length === limit ? found.at(-1)!.id : null,
    };
  };

const upvoteTelling = ({ text, by }: EventOf<"upvoted">, at: Date): Telling => {
  const id = upvoteKey(text.id, by);
  return {
    kind: "upvote",
    subject: text,
    day: dayOf(at),
    source: { id, actor: by, text, about: [text.id, by, id], at },
  };
};

const applicationTelling = (
  event: EventOf<"voted" | "decided" | "applied">,
  at: Date,
): Telling => ({
  kind: "application",
  subject: { kind: "application", id: event.applicationId },
  day: "",
  source: {
    id: event.kind === "voted" ? `${event.votes} votes` : event.kind,
    about: [event.applicationId],
    at,
  },
});

const decisionTelling = ({ decisionId, act }: EventOf<"moderated">, at: Date): Telling => ({
  kind: "decision",
  subject: { kind: "decision", id: decisionId },
  day: "",
  source: { id: act, about: [`statement ${decisionId}`], at },
});

async function isDecided(applicationId: string): Promise<boolean> {
  const application = await findApplication(applicationId);
  return application?.status !== "pending" || application.closesAt <= new Date();
}

function applicantTelling(event: EventOf<"applied">, at: Date): Telling {
  const telling = applicationTelling(event, at);
  const { applicantId: actor, applicationId } = event;
  return {
    ...telling,
    kind: "applicant",
    source: { ...telling.source, actor, about: [applicationId, actor] },
  };
}

const members =
  (telling: Telling): Group =>
  async (after, limit) => {
    const page = await listMembers({ limit, after: after === null ? null : decodeCursor(after) });
    return { batches: [{ people: page.items.map(({ id }) => id), telling }], after: page.next };
  };

/** What flaggers are told about a decision is taken back by this name, apart from what its author is told. */
export const settledKey = (decisionId: string): string => `flags settled by ${decisionId}`;

/** Likewise, what they are told about a text that was removed. */
export const goneKey = (textId: string): string => `flags on ${textId}`;

type FlagPage = (after: string | null, limit: number) => Promise<Flag[]>;

/** @param key the name by which what they are told can be taken back */
const flaggers =
  (list: FlagPage, key: string, subject: Telling["subject"], at: Date): Group =>
  async (after, limit) => {
    const flags = await list(after, limit);
    const source = { id: key, about: [key], at };
    return {
      batches: [
        {
          people: flags.flatMap(({ personId }) => personId ?? []),
          telling: { kind: "flag", subject, day: "", source },
        },
      ],
      after: flags.length === limit ? flags.at(-1)!.id : null,
    };
  };

/** Those whose flags a decision has settled. */
const settledFlaggers = (id: string, at: Date): Group =>
  flaggers(
    (after, limit) => listSettledBy(id, after, limit),
    settledKey(id),
    { kind: "decision", id },
    at,
  );

/** Those who have flagged what is gone. */
const flaggersOfGone = (target: ModerationTarget, at: Date): Group =>
  flaggers(
    (after, limit) => listOpenAfter(target, after, limit),
    goneKey(target.id),
    { kind: "flagged", id: target.id },
    at,
  );
