/** Reading threads of comments: their first comments in an order, and their answers depth-first. */
import type { QueryFilter } from "mongoose";
import { cursorBefore, encodeCursor, type Cursor } from "~/domain/cursor";
import type { CommentSubject, ThreadOrder } from "~/domain/threads";
import { collectionOf } from "./collection.server";
import { CommentModel, type CommentRow } from "./comment.schema.server";
import { toComment, type Comment } from "./comment.server";
import { toObjectId, withIds } from "./ids.server";
import { afterCursor } from "./pagination.server";

const comments = collectionOf(CommentModel, toComment);

type Field = "createdAt" | "upvotes";
type Direction = 1 | -1;

/** By which field each order sorts, and in which directions it and the ids that decide between equal ones. */
const ORDERS: Record<ThreadOrder, [Field, Direction, Direction]> = {
  oldest: ["createdAt", 1, 1],
  newest: ["createdAt", -1, -1],
  best: ["upvotes", -1, 1],
};

/** In a cursor, the number of upvotes of a comment from before there were any; it sorts after those with 0. */
const NEVER_UPVOTED = -1;

const valueOf = (row: CommentRow, field: Field) =>
  field === "createdAt" ? row.createdAt.getTime() : (row.upvotes ?? NEVER_UPVOTED);

function after(order: ThreadOrder, cursor: Cursor): QueryFilter<CommentRow> {
  const [field, direction] = ORDERS[order];
  if (field === "createdAt") return afterCursor(field, cursor, direction > 0);
  const _id = { $gt: toObjectId(cursor.id) };
  if (cursor.value < 0) return { upvotes: null, _id };
  const upvotes = cursor.value;
  return { $or: [{ upvotes: { $lt: upvotes } }, { upvotes, _id }, { upvotes: null }] };
}

/**
 * Reads the first comments of threads.
 * @param place `after` is a cursor that an earlier page has given; `from` is the id of the first thread instead
 * @returns up to `limit`, each with the cursor after it, and whether there are more
 */
export async function listThreads(
  subject: CommentSubject,
  order: ThreadOrder,
  place: { after: Cursor | null; from?: string; limit: number },
): Promise<{ threads: { first: Comment; cursor: string }[]; hasMore: boolean }> {
  const [field, direction, idDirection] = ORDERS[order];
  const filter = { [subject.kind]: toObjectId(subject.id), root: null };
  const from = place.from ? await CommentModel.findById(toObjectId(place.from)).lean() : null;
  const start = from
    ? cursorBefore(
        { id: from._id.toHexString(), value: valueOf(from, field) },
        idDirection > 0 ? "ascending" : "descending",
      )
    : place.after;
  const rows = await CommentModel.find({ ...filter, ...(start && after(order, start)) })
    .sort({ [field]: direction, _id: idDirection })
    .limit(place.limit + 1)
    .lean<CommentRow[]>();
  return {
    threads: rows.slice(0, place.limit).map((row) => ({
      first: toComment(row),
      cursor: encodeCursor({ id: row._id.toHexString(), value: valueOf(row, field) }),
    })),
    hasMore: rows.length > place.limit,
  };
}

const THREAD_ORDER = { root: 1, path: 1 } as const;

/** @returns the answers in some threads, thread by thread, each depth-first */
export const listAnswers = (rootIds: readonly string[], limit: number): Promise<Comment[]> =>
  comments.list({ root: { $in: rootIds.map(toObjectId) } }, { sort: THREAD_ORDER, limit });

/** @returns the answers in one thread, depth-first, from a path or after it */
export const listAnswersFrom = (
  rootId: string,
  place: { from?: string; after?: string },
  limit: number,
): Promise<Comment[]> =>
  comments.list(
    {
      root: toObjectId(rootId),
      ...(place.from && { path: { $gte: place.from } }),
      ...(place.after && { path: { $gt: place.after } }),
    },
    { sort: THREAD_ORDER, limit },
  );

/** @returns the ids of up to `limit` comments by others since a time, oldest first */
export const listNewComments = (
  { kind, id }: CommentSubject,
  { since, exceptBy, limit }: { since: Date; exceptBy: string; limit: number },
): Promise<string[]> =>
  comments.ids(
    {
      [kind]: toObjectId(id),
      createdAt: { $gt: since },
      author: { $ne: toObjectId(exceptBy) },
      removedAt: null,
    },
    { sort: { createdAt: 1, _id: 1 }, limit },
  );

export const findComments = (ids: readonly string[]): Promise<Comment[]> =>
  comments.list(withIds(ids));
