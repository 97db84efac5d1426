import { articleTag } from "~/config/page-tags";
import type { Viewer } from "~/domain/viewer";
import {
  emptyComment,
  findEditedComment,
  isCommentAnswered,
  removeEmptyComment,
  rewriteComment,
  type EditedComment,
} from "~/models/comment-edits.server";
import { removeMentionsOf } from "~/models/mention.server";
import { removeRevisionsOf } from "~/models/revision.server";
import type { CommentInput } from "~/schemas/articles";
import { invalidate } from "../cache/invalidation.server";
import { notFoundError } from "../errors";
import { rescoreMentions } from "../recommendations/mentions.server";
import { forgetIfUnanswered } from "./edit-article.server";
import { editOwn, findOwn, removeOwn, type Precondition } from "./edit-own.server";
import { uncountComment } from "./removal.server";

async function findComment(id: string): Promise<EditedComment> {
  const comment = await findEditedComment(id);
  if (!comment) throw notFoundError("Comment");
  return comment;
}

export const commentFields = ({ content }: Pick<EditedComment, "content">) => ({ content });

/** Reads a comment, with the id of its article. @throws ServiceError `notFound`, also for one that was removed */
export const readComment = findComment;

/**
 * Reads one of the viewer's comments, to edit it.
 * @throws ServiceError `unauthenticated`, `forbidden` for others' comments, `notFound`
 */
export const readOwnComment = (viewer: Viewer | null, id: string): Promise<EditedComment> =>
  findOwn(viewer, id, findComment);

/**
 * Edits one of the viewer's comments. It keeps its date, and so the week that its mentions count in.
 * @throws ServiceError `unauthenticated`, `forbidden` for others' comments, `notFound`, `limited`,
 *   `preconditionFailed`
 */
export async function editComment(
  viewer: Viewer | null,
  id: string,
  input: CommentInput,
  precondition: Precondition = {},
): Promise<EditedComment> {
  const { before, after } = await editOwn<EditedComment, Pick<EditedComment, "content">>(
    viewer,
    id,
    precondition,
    {
      kind: "comment",
      find: findComment,
      isAnswered: isCommentAnswered,
      fieldsOf: commentFields,
      change: () => commentFields(input),
      write: (comment, { content }, editedAt) => rewriteComment(comment, { content, editedAt }),
    },
  );
  if (after === before) return after;
  await rescoreMentions("comment", id);
  await invalidate(articleTag(after.articleId));
  return after;
}

/**
 * Removes one of the viewer's comments, with its text and name. If another user has commented since, a note stays in
 * its place; otherwise nothing stays.
 * @throws ServiceError `unauthenticated`, `forbidden` for others' comments, `notFound`, `limited`,
 *   `preconditionFailed`
 */
export async function removeOwnComment(
  viewer: Viewer | null,
  id: string,
  precondition: Precondition = {},
): Promise<void> {
  await removeOwn(viewer, id, precondition, { kind: "comment", find: findComment, remove });
}

async function remove(comment: EditedComment): Promise<boolean> {
  const { id } = comment;
  if (!(await emptyComment(comment, new Date()))) return false;
  // Checked only now, so that a comment added meanwhile finds either a note or nothing.
  if (!(await isCommentAnswered(comment))) await removeEmptyComment(id);
  await removeMentionsOf([id]);
  await removeRevisionsOf([id]);
  if (!(await uncountComment(comment))) await forgetIfUnanswered(comment.articleId);
  return true;
}
