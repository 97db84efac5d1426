/** Editing comments, and the placeholders of removed comments. */
import { Types } from "mongoose";
import { CommentModel, type CommentRow } from "./comment.schema.server";
import { commentWords, toComment, type Comment } from "./comment.server";
import { toObjectId, versionFilter } from "./ids.server";

/** A comment with the fields that editing depends on. */
export interface EditedComment extends Comment {
  articleId: string;
  authorId: string;
  isUnproven: boolean;
}

const toEdited = (row: CommentRow): EditedComment => ({
  ...toComment(row),
  articleId: row.article.toHexString(),
  authorId: row.author.toHexString(),
  isUnproven: row.isUnproven ?? false,
});

/** The author id of removed comments, which belongs to no user. */
const NOBODY = new Types.ObjectId("0".repeat(24));

/** @returns the comment with the fields that editing depends on, or `null` if there is none or it was removed */
export async function findEditedComment(id: string): Promise<EditedComment | null> {
  const filter = { _id: toObjectId(id), removedAt: null };
  const row = filter._id && (await CommentModel.findOne(filter).lean<CommentRow>());
  return row && toEdited(row);
}

/** @returns whether another user has commented on the same article since the comment */
export async function isCommentAnswered({
  articleId,
  authorId,
  createdAt,
}: Pick<EditedComment, "articleId" | "authorId" | "createdAt">): Promise<boolean> {
  const later = await CommentModel.exists({
    article: toObjectId(articleId),
    createdAt: { $gt: createdAt },
    author: { $ne: toObjectId(authorId) },
    removedAt: null,
  });
  return later !== null;
}

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
export async function rewriteComment(
  version: Version,
  { content, editedAt }: { content: string; editedAt: Date | null },
): Promise<EditedComment | null> {
  const row = await CommentModel.findOneAndUpdate(
    unchanged(version),
    {
      $set: {
        content,
        version: version.version + 1,
        ...commentWords({ content }),
        ...(editedAt && { editedAt }),
      },
    },
    { returnDocument: "after" },
  ).lean<CommentRow>();
  return row && toEdited(row);
}

/**
 * Turns a comment into an empty placeholder in the discussion, if it has not changed since it was read.
 * @returns whether the comment existed and had not changed
 */
export async function emptyComment(version: Version, removedAt: Date): Promise<boolean> {
  const result = await CommentModel.updateOne(unchanged(version), {
    $set: { author: NOBODY, username: "", content: "", words: [], removedAt },
    $unset: { isUnproven: 1, editedAt: 1, version: 1 },
  });
  return result.modifiedCount === 1;
}

export async function removeEmptyComment(id: string): Promise<void> {
  await CommentModel.deleteOne({ _id: toObjectId(id), removedAt: { $ne: null } });
}
