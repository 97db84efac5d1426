/** Editing comments, and the placeholders of removed comments. */
import { Types } from "mongoose";
import { collectionOf } from "./collection.server";
import { CommentModel, type CommentRow } from "./comment.schema.server";
import {
  commentWords,
  toComment,
  toCounted,
  type Comment,
  type CountedComment,
} from "./comment.server";
import { toObjectId, versionFilter } from "./ids.server";

/** A comment with the fields that editing depends on. */
export type EditedComment = Comment & CountedComment;

const edited = collectionOf<CommentRow, EditedComment>(CommentModel, (row) => ({
  ...toComment(row),
  ...toCounted(row),
}));

/** The author id of removed comments, which belongs to no user. */
const NOBODY = new Types.ObjectId("0".repeat(24));

/** @returns the comment with the fields that editing depends on, or `null` if there is none or it was removed */
export const findEditedComment = (id: string): Promise<EditedComment | null> =>
  edited.find({ _id: toObjectId(id), removedAt: null });

/** @returns whether another user has commented on the same article since the comment */
export const isCommentAnswered = (
  comment: Pick<EditedComment, "articleId" | "authorId" | "createdAt">,
): Promise<boolean> =>
  edited.has({
    article: toObjectId(comment.articleId),
    createdAt: { $gt: comment.createdAt },
    author: { $ne: toObjectId(comment.authorId) },
    removedAt: null,
  });

type Version = Pick<EditedComment, "id" | "version">;

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
  { content, editedAt }: { content: string; editedAt: Date | null },
): Promise<EditedComment | null> =>
  edited.update(unchanged(version), {
    $set: {
      content,
      version: version.version + 1,
      ...commentWords({ content }),
      ...(editedAt && { editedAt }),
    },
  });

/**
 * Turns a comment into an empty placeholder in the discussion, if it has not changed since it was read.
 * @returns whether the comment existed and had not changed
 */
export const emptyComment = (version: Version, removedAt: Date): Promise<boolean> =>
  edited.change(unchanged(version), {
    $set: { author: NOBODY, username: "", content: "", words: [], removedAt },
    $unset: { isUnproven: 1, editedAt: 1, version: 1 },
  });

export async function removeEmptyComment(id: string): Promise<void> {
  await CommentModel.deleteOne({ _id: toObjectId(id), removedAt: { $ne: null } });
}
