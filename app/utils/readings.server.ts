/** Where readers were when they last opened a page, and what is new since then. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ListedComment, OwnDiscussion } from "~/components/comments/comment-list";
import type { Visit } from "~/components/readings/visit";
import type { Cursor } from "~/domain/cursor";
import type { CommentSubject } from "~/domain/threads";
import type { DiscussionPlace } from "~/services/articles/threads.server";
import {
  countNews,
  readSince,
  storeReadingLater,
  type ReadPlace,
} from "~/services/readings/readings.server";
import { describePast } from "./dates";
import { hiddenCommentsFor } from "./gone-text.server";
import { viewerOfPage } from "./http/auth.server";
import { orFallback } from "./http/error-responses.server";
import { isPageView } from "./http/request-client.server";
import { followedThreads } from "./follow-states.server";
import { savedByViewer } from "./saved.server";
import { upvotedByViewer } from "./upvoted.server";

type LoaderContext = Pick<LoaderFunctionArgs, "request" | "context">;
type CountedPlace = Exclude<ReadPlace, { following: true }>;

/**
 * Notes that the viewer opens a page, and looks up until when its content was there at the visit before. The page does
 * not depend on it: a failure is logged.
 * @param isContinued whether it is a later page of a list or discussion
 */
async function openPlace(
  args: LoaderContext,
  place: ReadPlace,
  isContinued: boolean,
): Promise<Date | null> {
  const viewer = await viewerOfPage(args);
  if (!viewer) return null;
  const since = readSince(viewer.id, place, isContinued);
  if (!isContinued && isPageView(args.request)) storeReadingLater(viewer.id, place);
  return orFallback(args.context, since, "when the viewer was here before", null);
}

/** @returns the viewer's visit before this one, if others have added something since */
async function readVisit(args: LoaderContext, place: CountedPlace, isContinued: boolean) {
  const viewer = await viewerOfPage(args);
  const since = await openPlace(args, place, isContinued);
  if (!viewer || !since) return null;
  const counting = countNews(viewer.id, place, since);
  const news = await orFallback(args.context, counting, "what is new to the viewer", null);
  return news && { ...news, at: since.toISOString(), ...describePast(since, new Date()) };
}

/** Reads the viewer's visit before to the front page; what is new are articles. */
export const readFrontPageVisit = (args: LoaderContext): Promise<Visit | null> =>
  readVisit(args, { frontPage: true }, false);

interface ShownList {
  items: readonly { id: string; createdAt: string }[];
  after?: Cursor | null | undefined;
  before?: Cursor | null | undefined;
}

/** Reads the visit before for a page of a list, newest first, with where in it the line is drawn. */
export async function readListVisit(
  args: LoaderContext,
  place: CountedPlace,
  list: ShownList,
): Promise<Visit | null> {
  const visit = await readVisit(args, place, !!list.after || !!list.before);
  return visit && { ...visit, lineBefore: lineBefore(list, visit.at) };
}

/** @returns the id of the first item that was there at a time, if newer ones stand above it */
export function lineBefore({ items, after }: ShownList, at: string): string | null {
  const index = items.findIndex(({ createdAt }) => createdAt <= at);
  // The cursor is the time of the last item on the page before.
  const isBelowNewer = index > 0 || (!!after && after.value > Date.parse(at));
  return (isBelowNewer && items[index]?.id) || null;
}

/** Reads the visit before for a page of what the viewer follows. What is new is counted on its first page only. */
export async function readRiverVisit(
  args: LoaderContext,
  { next, ...list }: ShownList & { next: string | null },
): Promise<Visit | null> {
  const since = await openPlace(args, { following: true }, !!list.after);
  if (!since) return null;
  const at = since.toISOString();
  const count = list.after ? 0 : list.items.filter(({ createdAt }) => createdAt > at).length;
  const line = lineBefore(list, at);
  if (!count && !line) return null;
  const isMore = count === list.items.length && next !== null;
  return { count, isMore, ...describePast(since, new Date()), lineBefore: line };
}

/** Reads what a page of a discussion shows only to the viewer; `null` for a visitor. */
export async function readOwnDiscussion(
  args: LoaderContext,
  subject: CommentSubject,
  { comments }: { comments: readonly ListedComment[] },
  { after, thread }: Pick<DiscussionPlace, "after" | "thread">,
): Promise<OwnDiscussion | null> {
  const viewer = await viewerOfPage(args);
  if (!viewer) return null;
  const present = comments.filter(({ removedAt }) => !removedAt);
  const [saved, upvoted, followed, visit, hidden] = await Promise.all([
    savedByViewer(viewer, "comment", present),
    upvotedByViewer(viewer, "comment", present),
    followedThreads(viewer, subject, comments),
    readVisit(args, { discussion: subject }, !!after || !!thread),
    hiddenCommentsFor(viewer, comments),
  ]);
  const isNew = ({ createdAt, username }: ListedComment) =>
    visit !== null && createdAt > visit.at && username !== viewer.name;
  const own = { saved: [...saved], upvoted: [...upvoted], followed, visit, hidden };
  return { ...own, news: present.filter(isNew).map(({ id }) => id) };
}
