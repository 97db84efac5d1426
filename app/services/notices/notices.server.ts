/** What people have been told: reading it, and marking it as read. */
import { noticesTag } from "~/config/page-tags";
import type { Page } from "~/domain/cursor";
import { MAX_NOTICES, MAX_UNREAD_SHOWN, type NoticeKind } from "~/domain/notices";
import type { Viewer } from "~/domain/viewer";
import {
  countUnreadNotices,
  findOverfull,
  keepNewestNotices,
  listNotices,
  markNoticesRead,
  markShownNoticesRead,
  removeNoticesOf,
} from "~/models/notice.server";
import { listUserIds } from "~/models/user.server";
import { cachedRead } from "../cache/cached-reads.server";
import { invalidate } from "../cache/invalidation.server";
import { unauthenticatedError } from "../errors";
import { takeBack } from "./announce.server";
import { describeNotices, type DescribedNotice } from "./describe.server";

export type { DescribedNotice } from "./describe.server";

type NoticeList = Parameters<typeof listNotices>[1];

/** Reads a page of the viewer's notices, newest first. @param list `isUnread` for only those that are not read */
export async function readNotices(
  viewer: Viewer | null,
  list: NoticeList,
): Promise<Page<DescribedNotice>> {
  if (!viewer) throw unauthenticatedError();
  return readNoticesOf(viewer.id, list);
}

/** Reads a page of a person's notices, newest first. */
export async function readNoticesOf(
  userId: string,
  list: NoticeList,
): Promise<Page<DescribedNotice>> {
  const page = await listNotices(userId, list);
  const { described, gone } = await describeNotices(page.items);
  // A process that ended between a removal and its announcement has left these.
  await takeBack(gone);
  return { ...page, items: described };
}

/** @returns how many notices somebody has not read; one more than `MAX_UNREAD_SHOWN` stands for any higher number */
export const countUnread = ({ id }: Viewer): Promise<number> =>
  cachedRead([noticesTag(id)], ["unread notices", id], () =>
    countUnreadNotices(id, MAX_UNREAD_SHOWN + 1),
  );

/**
 * Marks the viewer's notices as read.
 * @param until those that something was added to later stay unread
 * @returns how many are left unread
 */
export async function markRead(viewer: Viewer | null, until: Date): Promise<number> {
  if (!viewer) throw unauthenticatedError();
  await markNoticesRead(viewer.id, until);
  await invalidate(noticesTag(viewer.id));
  return countUnreadNotices(viewer.id, MAX_NOTICES);
}

/** Marks the notices that the viewer has been shown as read, unless something was added to them since. */
export async function markShown(
  viewer: Viewer,
  shown: readonly Pick<DescribedNotice, "id" | "at" | "readAt">[],
): Promise<void> {
  const unread = shown.filter(({ readAt }) => readAt === null);
  if (!unread.length) return;
  await markShownNoticesRead(unread);
  await invalidate(noticesTag(viewer.id));
}

/** Removes the notices of some people. @param kind only those of one kind */
export async function forgetNotices(people: readonly string[], kind?: NoticeKind): Promise<void> {
  await removeNoticesOf(people, kind);
  await invalidate(...people.map(noticesTag));
}

/** Accounts per batch; other requests can run between batches. */
const BATCH_SIZE = 500;

/** Removes the oldest notices of those who have more than the maximum. */
export async function trimNotices(signal: AbortSignal): Promise<void> {
  let afterId: string | null = null;
  do {
    const people: string[] = await listUserIds(afterId, BATCH_SIZE);
    for (const id of await findOverfull(people, MAX_NOTICES)) {
      await keepNewestNotices(id, MAX_NOTICES);
      await invalidate(noticesTag(id));
    }
    afterId = people.length === BATCH_SIZE ? people.at(-1)! : null;
  } while (afterId && !signal.aborted);
}
