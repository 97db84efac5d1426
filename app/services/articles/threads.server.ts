/** Pages of a discussion: threads in an order, each with its answers, and pages of one long thread. */
import { COMMENTS_PER_PAGE } from "~/domain/field-limits";
import type { Cursor } from "~/domain/cursor";
import {
  MAX_THREAD_ON_PAGE,
  pathOf,
  rootOf,
  type CommentSubject,
  type ThreadOrder,
} from "~/domain/threads";
import { findComment, type Comment } from "~/models/comment.server";
import { findComments, listAnswers, listAnswersFrom, listThreads } from "~/models/threads.server";

export interface DiscussionPlace {
  order: ThreadOrder;
  /** A cursor that an earlier page of the discussion has given. */
  after: Cursor | null;
  /** The id of a comment to include: if the first page does not contain it, a page that begins with its thread is read. */
  comment: string | null;
  /** The id of the first comment of a long thread that is read by itself. */
  thread: string | null;
  /** The path, in that thread, after which to continue. */
  afterPath: string | null;
}

export interface DiscussionPage {
  /** Thread by thread, each depth-first. */
  comments: Comment[];
  /** The comments that the first one answers, directly or indirectly, and that are on earlier pages. */
  above: Comment[];
  /** The id of the thread that is read by itself, or `null`. */
  thread: string | null;
  isFirstPage: boolean;
  /** The cursor of the next threads, or `null`. */
  next: string | null;
  /** Where the last thread on the page continues, or `null`. */
  rest: { thread: string; afterPath: string } | null;
}

/** Reads a page of a discussion, without checking that the article or review exists. */
export async function readDiscussion(
  subject: CommentSubject,
  { order, after, comment, thread, afterPath }: DiscussionPlace,
): Promise<DiscussionPage> {
  const first = thread ? await findOn(subject, thread) : null;
  if (first && !first.parentId) return readLongThread(first, { after: afterPath ?? undefined });
  const page = await readThreads(subject, order, { after });
  const isWhole = !page.next && !page.rest;
  if (!comment || isWhole || page.comments.some(({ id }) => id === comment)) return page;
  const wanted = await findOn(subject, comment);
  if (!wanted) return page;
  const root = wanted.parentId ? await findComment(rootOf(wanted)) : wanted;
  if (wanted.parentId && root && root.answers > MAX_THREAD_ON_PAGE) {
    return readLongThread(root, { from: pathOf(wanted) });
  }
  return readThreads(subject, order, { after: null, from: rootOf(wanted) });
}

async function findOn({ kind, id }: CommentSubject, commentId: string): Promise<Comment | null> {
  const comment = await findComment(commentId);
  const isThere = comment?.subject.kind === kind && comment.subject.id === id;
  return isThere ? comment : null;
}

/** How many more answers are read than the threads are known to have, because others may be added meanwhile. */
const SPARE = 100;

/**
 * Reads threads until they have a page of comments. Each is whole, except one that is too long; it is the last, and
 * only its beginning is read.
 */
async function readThreads(
  subject: CommentSubject,
  order: ThreadOrder,
  place: { after: Cursor | null; from?: string },
): Promise<DiscussionPage> {
  const list = await listThreads(subject, order, { ...place, limit: COMMENTS_PER_PAGE });
  const shown: typeof list.threads = [];
  let size = 0;
  for (const thread of list.threads) {
    shown.push(thread);
    size += 1 + Math.min(thread.first.answers, MAX_THREAD_ON_PAGE);
    if (size >= COMMENTS_PER_PAGE) break;
  }
  const last = shown.at(-1);
  const long = last && last.first.answers > MAX_THREAD_ON_PAGE ? last.first : null;
  const whole = shown.flatMap(({ first }) => (first === long ? [] : [first.id]));
  const [answers, beginning] = await Promise.all([
    whole.length ? listAnswers(whole, size + SPARE) : [],
    long ? listAnswersFrom(long.id, {}, MAX_THREAD_ON_PAGE + 1) : [],
  ]);
  const threads = new Map(shown.map(({ first }) => [first.id, [first]]));
  for (const answer of [...answers, ...beginning.slice(0, MAX_THREAD_ON_PAGE)]) {
    threads.get(rootOf(answer))?.push(answer);
  }
  return {
    comments: [...threads.values()].flat(),
    above: [],
    thread: null,
    isFirstPage: !place.after && !place.from,
    next: list.hasMore || shown.length < list.threads.length ? (last?.cursor ?? null) : null,
    rest: long && restOf(long, beginning),
  };
}

/** @param answers one more than shown if there are more */
const restOf = (root: Comment, answers: readonly Comment[]): DiscussionPage["rest"] =>
  answers.length > MAX_THREAD_ON_PAGE
    ? { thread: root.id, afterPath: pathOf(answers[MAX_THREAD_ON_PAGE - 1]!) }
    : null;

async function readLongThread(
  root: Comment,
  place: { from?: string; after?: string },
): Promise<DiscussionPage> {
  const isFirstPage = !place.from && !place.after;
  const answers = await listAnswersFrom(root.id, place, MAX_THREAD_ON_PAGE + 1);
  const shown = answers.slice(0, MAX_THREAD_ON_PAGE);
  return {
    comments: isFirstPage ? [root, ...shown] : shown,
    above: !isFirstPage && shown[0] ? await findComments(shown[0].ancestorIds) : [],
    thread: root.id,
    isFirstPage,
    next: null,
    rest: restOf(root, answers),
  };
}

/** @returns a comment with those that it answers, directly and indirectly, from the first of its thread */
export async function withAncestors(comment: Comment): Promise<Comment & { ancestors: Comment[] }> {
  const found = new Map((await findComments(comment.ancestorIds)).map((one) => [one.id, one]));
  return { ...comment, ancestors: comment.ancestorIds.flatMap((id) => found.get(id) ?? []) };
}
