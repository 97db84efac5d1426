/**
 * Tells people about announced events, in batches, after the response. A batch that was interrupted is told again, which
 * changes nothing for those who have been told.
 */
import { setTimeout as delay } from "node:timers/promises";
import { addMilliseconds } from "date-fns/addMilliseconds";
import { noticesTag } from "~/config/page-tags";
import type { NoticeKind } from "~/domain/notices";
import {
  claimAnnouncement,
  continueAnnouncement,
  removeAnnouncement,
  type Announcement,
  type NoticedEvent,
} from "~/models/announcement.server";
import { findBlockersOf } from "~/models/block.server";
import { removeMailsAbout } from "~/models/mail.server";
import { findApplication } from "~/models/membership-application.server";
import { findNoticedTexts, type TextReference } from "~/models/noticed-text.server";
import { removeNoticesOf, takeBackSome, tell } from "~/models/notice.server";
import { findUpvotedAmong } from "~/models/upvote.server";
import { findPresentUsers } from "~/models/user.server";
import { invalidate } from "../cache/invalidation.server";
import { createWorkQueue } from "../jobs/work-queue.server";
import { queueNoticeMails } from "./notice-mails.server";
import { isText, receiversOf, type Batch } from "./receivers.server";
import { upvoteKey } from "./upvote-key";

/** How long a process may take for one batch before another process tells it again. */
const BATCH_MS = 20_000;
/** Maximum number of people told at a time. Announcements take turns, so that many people do not delay few. */
const BATCH_SIZE = 50;

async function deliverNext(): Promise<boolean> {
  const now = new Date();
  const announcement = await claimAnnouncement(now, addMilliseconds(now, BATCH_MS));
  if (!announcement) return false;
  const next = await deliverBatch(announcement);
  if (!next) {
    await removeAnnouncement(announcement.id);
    return true;
  }
  await continueAnnouncement(announcement, next);
  // Half of the time is left to requests: telling many people is not urgent.
  await delay(Date.now() - now.getTime());
  return true;
}

type Place = Pick<Announcement, "group" | "after">;

/** @returns where the next batch begins; `null` if everybody has been told */
async function deliverBatch(announcement: Announcement): Promise<Place | null> {
  const { event } = announcement;
  if (event.kind === "removed") {
    return (await takeBackBatch(event.ids)) ? { group: 0, after: null } : null;
  }
  const groups = await receiversOf(announcement);
  let { group, after }: Place = announcement;
  let left = BATCH_SIZE;
  const subjects: TextReference[] = [];
  const told: Batch[] = [];
  while (group < groups.length && left > 0) {
    const batch = await groups[group]!(after, left);
    for (const { people, telling } of batch.batches) {
      told.push({ people: await tellThose(people, telling, event), telling });
      left -= people.length;
      if (isText(telling.subject)) subjects.push(telling.subject);
    }
    after = batch.after;
    if (after === null) group += 1;
  }
  await takeBackIfGone(event, subjects);
  for (const { people, telling } of told) await queueNoticeMails(people, telling);
  return group < groups.length ? { group, after } : null;
}

/** Tells those who may be told, and makes sure that they still may afterwards. @returns who was told */
async function tellThose(
  people: Batch["people"],
  telling: Batch["telling"],
  event: NoticedEvent,
): Promise<string[]> {
  const { actor } = telling.source;
  const filter = event.kind === "applied" ? ({ isMember: true } as const) : {};
  const others = people.filter((id) => id !== actor);
  if (!others.length) return [];
  const blockers = actor ? await findBlockersOf(actor, others) : new Set();
  const willing = others.filter((id) => !blockers.has(id));
  const present = [...(await findPresentUsers(willing, filter))];
  if (!present.length) return [];
  await tell(present, telling);
  const left = await findPresentUsers(present, filter);
  const gone = present.filter((id) => !left.has(id));
  if (gone.length) await removeNoticesOf(gone, telling.kind);
  await invalidate(...present.map(noticesTag));
  return [...left];
}

/** Takes back what was told about something that was removed meanwhile. */
async function takeBackIfGone(
  event: NoticedEvent,
  subjects: readonly TextReference[],
): Promise<void> {
  if ("text" in event) {
    const texts = await findNoticedTexts([event.text, ...subjects]);
    const isForeign = texts.get(event.text.id)?.authorId !== event.authorId;
    const gone = subjects.filter(({ id }) => !texts.has(id)).map(({ id }) => id);
    await takeBackNow(isForeign ? [event.text.id, ...gone] : gone);
  }
  if (
    event.kind === "upvoted" &&
    !(await findUpvotedAmong(event.text.kind, [event.text.id], event.by)).size
  ) {
    return takeBackNow([upvoteKey(event.text.id, event.by)]);
  }
  if ("applicationId" in event && !(await findApplication(event.applicationId))) {
    return takeBackNow([event.applicationId]);
  }
}

/** Takes back all that was told about something. @param kind only from notices of this kind */
export async function takeBackNow(about: readonly string[], kind?: NoticeKind): Promise<void> {
  while (about.length && (await takeBackBatch(about, kind)));
}

async function takeBackBatch(about: readonly string[], kind?: NoticeKind): Promise<boolean> {
  if (!kind) await removeMailsAbout(about);
  const people = await takeBackSome(about, kind);
  if (people.length) await invalidate(...people.map(noticesTag));
  return people.length > 0;
}

/** The events that people are still to be told about. */
export const announcementQueue = createWorkQueue({
  doNext: deliverNext,
  pollMs: 10_000,
  endingMs: 5_000,
  warning: "people could not be told about what has happened",
});
