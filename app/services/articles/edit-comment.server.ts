import type { Viewer } from "~/domain/viewer";
import {
  emptyComment,
  findPresentComment,
  isCommentAnswered,
  rewriteComment,
} from "~/models/comment-edits.server";
import type { Comment } from "~/models/comment.server";
import { isUpvotedByOthers } from "~/models/upvote.server";
import { recountWriter } from "~/models/writer.server";
import type { CommentChanges } from "~/schemas/articles";
import { invalidate } from "../cache/invalidation.server";
import { findNamed } from "../names/names.server";
import { rescoreMentions } from "../recommendations/mentions.server";
import { requireAllowedDomains, type Warned } from "./blocked-domains.server";
import { discussionTags } from "./comment-subject.server";
import { forgetIfUnanswered } from "./edit-article.server";
import { editOwn, findOwn, removeOwn, type Precondition } from "./edit-own.server";
import { rememberComment } from "./fingerprints.server";
import { missingTextError } from "./missing-text.server";
import { commentTexts } from "./text-links.server";
import { clearAwayComment, noteRemoval, uncountComment } from "./removal.server";

async function findComment(id: string): Promise<Comment> {
  const comment = await findPresentComment(id);
  if (!comment) throw await missingTextError("comment", id);
  return comment;
}

export const commentFields = ({ content }: Pick<Comment, "content">) => ({ content });

/** Reads a comment. @throws ServiceError `notFound`, also for one that was removed; `gone` for one that is hidden */
export const readComment = findComment;

/**
 * Reads one of the viewer's comments, to edit it.
 * @throws ServiceError `unauthenticated`, `forbidden` for others' comments, `notFound`
 */
export const readOwnComment = (viewer: Viewer | null, id: string): Promise<Comment> =>
  findOwn(viewer, id, findComment);

/**
 * Edits one of the viewer's comments. It keeps its date, and so the week that its mentions count in.
 * @throws ServiceError `unauthenticated`, `forbidden` for others' comments, `notFound`, `limited`,
 *   `preconditionFailed`
 */
export async function editComment(
  viewer: Viewer | null,
  id: string,
  { content }: CommentChanges,
  precondition: Precondition = {},
): Promise<Comment & Warned> {
  const { before, after } = await editOwn<Comment, Pick<Comment, "content">>(
    viewer,
    id,
    precondition,
    {
      kind: "comment",
      find: findComment,
      isAnswered: async (comment) =>
        (await isCommentAnswered(comment)) ||
        (await isUpvotedByOthers({ kind: "comment", id }, comment.authorId)),
      fieldsOf: commentFields,
      async change() {
        await requireAllowedDomains(commentTexts({ content }));
        return { content };
      },
      write: async (comment, fields, editedAt) => {
        const named = await findNamed({ plain: fields.content });
        return rewriteComment(comment, { ...fields, named, editedAt });
      },
    },
  );
  if (after === before) return after;
  await rescoreMentions("comment", id);
  const warnedOf = await rememberComment(after);
  await invalidate(...discussionTags(after.subject));
  return { ...after, ...(warnedOf && { warnedOf }) };
}

/**
 * Removes one of the viewer's comments, with its text and name. If it has answers, a note stays in its place; otherwise
 * nothing stays.
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

async function remove(comment: Comment): Promise<boolean> {
  await noteRemoval(comment);
  if (!(await emptyComment(comment, { removedAt: new Date() }))) return false;
  await clearAwayComment(comment);
  const { kind, id } = comment.subject;
  const isSubjectThere = await uncountComment(comment);
  await recountWriter(comment.authorId);
  if (!isSubjectThere && kind === "article") await forgetIfUnanswered(id);
  return true;
}
