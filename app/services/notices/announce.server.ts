/** Services announce what has happened; people are told about it in the background (`deliver.server.ts`). */
import { addAnnouncement, type NoticedEvent } from "~/models/announcement.server";
import { noticesTag } from "~/config/page-tags";
import { removeMailsAbout } from "~/models/mail.server";
import { takeBackMentions } from "~/models/notice.server";
import { invalidate } from "../cache/invalidation.server";
import { announcementQueue } from "./deliver.server";
import { upvoteKey } from "./upvote-key";

export type { NoticedEvent } from "~/models/announcement.server";

/** Stores an event that people are to be told about. Call it after the write, before responding. */
export async function announce(event: NoticedEvent): Promise<void> {
  await addAnnouncement(event);
  announcementQueue.wake();
}

/**
 * Takes back what people were told about something that is gone. Call it after the removal.
 * @param ids of articles, reviews, comments and applications
 */
export async function takeBack(ids: readonly string[]): Promise<void> {
  if (ids.length) await announce({ kind: "removed", ids: [...ids] });
}

/** Takes back what an author was told about an upvote that was withdrawn. */
export const takeBackUpvote = (textId: string, by: string): Promise<void> =>
  announce({ kind: "removed", ids: [upvoteKey(textId, by)], by });

/** Takes back what people were told whom an edited text no longer names. */
export async function takeBackNames(textId: string, people: readonly string[]): Promise<void> {
  if (!people.length) return;
  await takeBackMentions(textId, people);
  await removeMailsAbout([textId], people);
  await invalidate(...people.map(noticesTag));
}
