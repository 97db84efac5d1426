/** Editing comments, and the placeholders of removed comments. */
import { Types } from "mongoose";
import { collectionOf } from "./collection.server";
import { CommentModel, type CommentRow } from "./comment.schema.server";
import { commentWords, toComment, type Comment } from "./comment.server";
import { pathOf, rootOf } from "~/domain/threads";
import { insertMissing, toObjectId, versionFilter } from "./ids.server";
import { namedRows } from "./named.server";

const edited = collectionOf<CommentRow, Comment>(CommentModel, toComment);

/** The author id of removed comments, which belongs to no user. */
const NOBODY = new Types.ObjectId("0".repeat(24));

/** @returns the comment, or `null` if there is none or it was removed */
export const findPresentComment = (id: string): Promise<Comment | null> =>
  edited.find({ _id: toObjectId(id), removedAt: null });

/** @returns whether another user has written in the same discussion since the comment */
export const isCommentAnswered = (
  comment: Pick<Comment, "subject" | "authorId" | "createdAt">,
): Promise<boolean> =>
  edited.has({
    [comment.subject.kind]: toObjectId(comment.subject.id),
    createdAt: { $gt: comment.createdAt },
    author: { $ne: toObjectId(comment.authorId) },
    removedAt: null,
  });

type ThreadPlace = Pick<Comment, "id" | "ancestorIds">;

/** @returns a filter for all comments below a comment in its thread */
function answersTo(comment: ThreadPlace) {
  const path = pathOf(comment);
  // Ids are hexadecimal, so the letter after f is above all of them.
  return { root: toObjectId(rootOf(comment)), path: { $gt: path, $lt: `${path}g` } };
}

type Version = Pick<Comment, "id" | "version">;

const unchanged = ({ id, version }: Version) => ({
  _id: toObjectId(id),
  version: versionFilter(version),
  removedAt: null,
});

/**
 * Rewrites a comment if it has not changed since it was read.
 * @param changes `editedAt` is `null` for an edit without a trace
 * @returns the comment, or `null` if it has changed or is gone
 */
export const rewriteComment = (
  version: Version,
  { content, named, editedAt }: Pick<Comment, "content" | "named"> & { editedAt: Date | null },
): Promise<Comment | null> =>
  edited.update(unchanged(version), {
    $set: {
      content,
      named: namedRows(named) ?? [],
      version: version.version + 1,
      ...commentWords({ content }),
      ...(editedAt && { editedAt }),
    },
  });

/**
 * Turns a comment into an empty placeholder in the discussion.
 * @param comment with a version, it must not have changed since it was read
 * @returns whether the comment existed and had not changed
 */
export const emptyComment = (
  { id, version }: Pick<Comment, "id"> & Partial<Version>,
  { removedAt, isByOperator = false }: { removedAt: Date; isByOperator?: boolean },
): Promise<boolean> =>
  edited.change(
    {
      _id: toObjectId(id),
      removedAt: null,
      ...(version !== undefined && { version: versionFilter(version) }),
    },
    emptied({ removedAt, ...(isByOperator && { isRemovedByOperator: true }) }),
  );

const emptied = (mark: object) => ({
  $set: { author: NOBODY, username: "", content: "", words: [], ...mark },
  // A lock stays, because it is about the answers below.
  $unset: {
    ...{ isUnproven: 1, editedAt: 1, version: 1, upvotes: 1, unprovenUpvotes: 1, named: 1 },
    warning: 1,
  },
});

/**
 * Leaves a placeholder in the place of a comment that moderators hide, if it has not changed since it was read.
 * @returns the comment as it was stored; `null` if it has changed or is gone
 */
export const leaveMark = (
  version: Version,
  hiddenFor: { reason: string; rule: number },
): Promise<CommentRow | null> =>
  // Not by the model, which leaves out search words.
  CommentModel.collection.findOneAndUpdate(
    unchanged(version) as object,
    emptied({ removedAt: new Date(), hiddenFor }),
    { returnDocument: "before" },
  ) as Promise<CommentRow | null>;

/** Puts a hidden comment back into its place. @returns whether its placeholder was there */
export async function putBackComment(row: CommentRow): Promise<boolean> {
  const mark = { _id: row._id, hiddenFor: { $exists: true } };
  return (await CommentModel.collection.replaceOne(mark, row)).matchedCount === 1;
}

/** Lets the placeholder of a hidden comment stay only as long as it has answers, because its author removed it. */
export const dropMark = (id: string): Promise<boolean> =>
  edited.change({ _id: toObjectId(id) }, { $unset: { hiddenFor: 1 } });

/** Removes an empty placeholder unless it has answers or marks a hidden comment. @returns whether it did */
export async function removeEmptyComment(place: ThreadPlace): Promise<boolean> {
  const removed = { _id: toObjectId(place.id), removedAt: { $ne: null }, hiddenFor: null };
  while (!(await edited.has(answersTo(place)))) {
    const row = await CommentModel.findOneAndDelete(removed).lean();
    if (!row) return false;
    if (!(await edited.has(answersTo(place)))) return true;
    // It was answered at the same time.
    await insertMissing(CommentModel, [row]);
  }
  return false;
}

export const hasComment = (id: string): Promise<boolean> => edited.has({ _id: toObjectId(id) });
