/** Events that people are still to be told about. A row is removed when everybody has been told. */
import { secondsInDay } from "date-fns/constants";
import { Schema, type InferSchemaType, type Types } from "mongoose";
import type { LogAct, ModerationTarget } from "~/domain/moderation";
import type { Upvoted } from "~/domain/upvotes";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";
import type { TextReference } from "./noticed-text.server";

/** What people are told about a decision of a moderator. */
export type DecisionAct = Exclude<LogAct, "appealed" | "decided-again">;

/** Something that people are told about. */
export type NoticedEvent =
  /** A new article, review or comment. */
  | { kind: "written"; text: TextReference; authorId: string }
  /** An edit that added names of people to a text. */
  | { kind: "named"; text: TextReference; authorId: string; people: string[] }
  | { kind: "upvoted"; text: Upvoted; authorId: string; by: string }
  | { kind: "applied"; applicationId: string; applicantId: string }
  | { kind: "decided"; applicationId: string; applicantId: string }
  /** Votes stay secret, so only their number is told. */
  | { kind: "voted"; applicationId: string; applicantId: string; votes: number }
  /** A moderator has decided about what some people had flagged. */
  | { kind: "flagsSettled"; decisionId: string }
  /** What some people had flagged was removed before a moderator decided. */
  | { kind: "flaggedGone"; target: ModerationTarget }
  /** What a moderator decided about somebody or their text, or what became of that. */
  | { kind: "moderated"; decisionId: string; personId: string; act: DecisionAct }
  /** What notices were about is gone; `by` says whose upvote. */
  | { kind: "removed"; ids: string[]; by?: string };

const schema = new Schema(
  {
    event: { type: Schema.Types.Mixed, required: true },
    /** The account whose act it was. */
    actor: { type: String, default: "", index: true },
    /** Who has been told: the number of the group of receivers, and the last row read of it. */
    group: { type: Number, required: true, default: 0 },
    after: { type: String, default: null },
    /** When the next batch is due; while a process tells one, when another process may try. */
    dueAt: { type: Date, required: true, index: true },
    /** What could not be told for a whole day is dropped. */
    createdAt: { type: Date, required: true, expires: secondsInDay },
  },
  { collection: "announcements", versionKey: false },
);

type AnnouncementRow = Omit<InferSchemaType<typeof schema>, "event"> & {
  _id: Types.ObjectId;
  event: NoticedEvent;
};
const AnnouncementModel = createModel<AnnouncementRow>("Announcement", schema);

const toAnnouncement = ({ _id, event, group, after, dueAt, createdAt }: AnnouncementRow) => ({
  id: _id.toHexString(),
  event,
  group,
  after: after ?? null,
  dueAt,
  createdAt,
});

/** An event that this process has claimed, until `dueAt`, to tell the next batch of people about it. */
export type Announcement = ReturnType<typeof toAnnouncement>;

const announcements = collectionOf(AnnouncementModel, toAnnouncement);

function actorOf(event: NoticedEvent): string {
  if ("by" in event) return event.by ?? "";
  if ("authorId" in event) return event.authorId;
  return "applicantId" in event ? event.applicantId : "";
}

/** Adds an event that is due at once. */
export async function addAnnouncement(event: NoticedEvent): Promise<void> {
  const now = new Date();
  await AnnouncementModel.create({ event, actor: actorOf(event), createdAt: now, dueAt: now });
}

/**
 * Claims the announcement that has been due for longest, so that no other process tells the same batch.
 * @param until when the claim expires
 * @returns the announcement, or `null` if none is due
 */
export const claimAnnouncement = (now: Date, until: Date): Promise<Announcement | null> =>
  announcements.update({ dueAt: { $lte: now } }, { $set: { dueAt: until } }, { dueAt: 1 });

/** Stores how far a claimed announcement has come, and makes it due again, after all that are due already. */
export const continueAnnouncement = (
  { id, dueAt }: Announcement,
  place: Pick<Announcement, "group" | "after">,
): Promise<boolean> =>
  announcements.change({ _id: toObjectId(id), dueAt }, { $set: { ...place, dueAt: new Date() } });

/** Removes an announcement that everybody has been told. */
export const removeAnnouncement = (id: string): Promise<boolean> =>
  announcements.removeOne({ _id: toObjectId(id) });

/** Removes the announcements of what somebody did. */
export const removeAnnouncementsOf = (userId: string): Promise<void> =>
  announcements.remove({ actor: userId });
