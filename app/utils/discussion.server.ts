/** The discussion of an article or review, as its page shows it. */
import type { ListedComment } from "~/components/comments/comment-list";
import { decodeCursor } from "~/domain/cursor";
import { linkify } from "~/domain/linkify";
import { threadOrders, type CommentSubject } from "~/domain/threads";
import { serializeComment } from "~/presenters/comments";
import type { Comment } from "~/services/articles/comments.server";
import { readDiscussion, type DiscussionPlace } from "~/services/articles/threads.server";

/** A path within a thread, without the id of its first comment. */
const PATH = /^(?:[0-9a-f]{24}){1,100}$/;

interface DiscussionQuery extends DiscussionPlace {
  /** The id of the comment under which the form to answer is open. */
  reply: string | null;
}

/** Reads the place in a discussion from a page's address; invalid values are ignored. */
export function discussionPlace({ url }: Request): DiscussionQuery {
  const { searchParams } = new URL(url);
  const get = (name: string) => searchParams.get(name);
  const thread = get("thread");
  const after = get("after") ?? "";
  const reply = get("reply");
  return {
    order: threadOrders.find((order) => order === get("order")) ?? "oldest",
    after: decodeCursor(after),
    comment: reply ?? get("comment"),
    thread,
    afterPath: thread && PATH.test(after) ? thread + after : null,
    reply,
  };
}

/** Reads a page of a discussion, with the query strings of its neighbours, without checking that its subject exists. */
export async function readDiscussionPage(subject: CommentSubject, place: DiscussionQuery) {
  const { comments, above, thread, isFirstPage, next, rest } = await readDiscussion(subject, place);
  const order: Record<string, string> = place.order === "oldest" ? {} : { order: place.order };
  return {
    comments: listedComments(comments, above),
    order: place.order,
    reply: place.reply,
    isThread: thread !== null,
    first: isFirstPage ? null : query(thread ? { thread } : order),
    next: next && query({ ...order, after: next }),
    rest: rest && query({ thread: rest.thread, after: rest.afterPath.slice(rest.thread.length) }),
  };
}
export type ShownDiscussion = Awaited<ReturnType<typeof readDiscussionPage>>;

const query = (parameters: Record<string, string>) => {
  const search = new URLSearchParams(parameters).toString();
  return search && `?${search}`;
};

/**
 * Serializes comments for a page, with their texts split into plain text and links, and what each answers unless that
 * stands directly above it.
 * @param above comments on earlier pages
 */
export function listedComments(
  comments: readonly Comment[],
  above: readonly Comment[] = [],
): ListedComment[] {
  const names = new Map([...above, ...comments].map(({ id, username }) => [id, username]));
  return comments.map((comment, i) => {
    const { content, ...rest } = serializeComment(comment);
    const { parentId, ancestorIds, isRemovedByOperator, hiddenFor } = comment;
    const isBelow = comments[i - 1]?.id === parentId;
    const name = parentId && !isBelow ? names.get(parentId) : undefined;
    return {
      ...rest,
      segments: linkify(content, comment.named),
      depth: ancestorIds.length,
      ...(parentId && name !== undefined && { inReplyTo: { id: parentId, name } }),
      ...(isRemovedByOperator && { isRemovedByOperator }),
      ...(hiddenFor && { hiddenFor }),
    };
  });
}
