import { accountTag, COMMENTS } from "~/config/page-tags";
import { commentAnchor } from "~/domain/comment-path";
import type { Page, Place } from "~/domain/cursor";
import { isUnproven } from "~/domain/permissions";
import { mentioningTexts } from "~/domain/sentiment/mentioning-texts";
import { MAX_THREAD_DEPTH, onArticle, rootOf, type CommentSubject } from "~/domain/threads";
import type { Viewer } from "~/domain/viewer";
import { addToCounts } from "~/models/article-counts.server";
import { findArticleOwner } from "~/models/article.server";
import { findPresentComment, hasComment } from "~/models/comment-edits.server";
import {
  countAnswers,
  createComment,
  findComment,
  listComments,
  removeCommentRow,
  type Comment,
} from "~/models/comment.server";
import { addFollowingByWriting } from "~/models/following.server";
import { removeMentionsOf } from "~/models/mention.server";
import { findLock } from "~/models/moderated-text.server";
import type { CommentInput } from "~/schemas/articles";
import { invalidate } from "../cache/invalidation.server";
import { notFoundError, ServiceError } from "../errors";
import { announce } from "../notices/announce.server";
import { findNamed } from "../names/names.server";
import { enforceWriterLimit } from "../rate-limits.server";
import { requireWriter } from "../require-writer";
import { tryToStoreMentionsOf } from "../recommendations/mentions.server";
import { invalidateSupport } from "./articles.server";
import { discussionPath, discussionTags, findSubjectAuthor } from "./comment-subject.server";
import { countNewText } from "./first-texts.server";
import { forgetIfUnanswered } from "./edit-article.server";
import { requireAllowedDomains, type Warned } from "./blocked-domains.server";
import { rememberComment } from "./fingerprints.server";
import { missingTextError } from "./missing-text.server";
import { removePlaceholders } from "./removal.server";
import { commentTexts } from "./text-links.server";
import { countSupportIfProven } from "./unproven-support.server";

export type { Comment } from "~/models/comment.server";

/**
 * Comments on an article or review under the viewer's name, or answers a comment on it. The viewer then follows the
 * thread, unless they have left it.
 * @throws ServiceError `unauthenticated`, `limited`, `notFound`, `gone` for an article that its author removed or what is
 *   hidden, `forbidden` in a locked discussion, and `invalid` if the comment to answer is gone or too deep in its thread
 */
export async function commentOn(
  viewer: Viewer | null,
  subject: CommentSubject,
  { content, parentId }: CommentInput,
): Promise<Comment & Warned> {
  const writer = requireWriter(viewer, "Please log in to comment.");
  await enforceWriterLimit("comments", writer);
  const subjectAuthor = await findSubjectAuthor(subject);
  if (!subjectAuthor) throw await missingTextError(subject.kind, subject.id);
  const ancestorIds = parentId ? await pathBelow(parentId, subject) : [];
  if (await findLock(subject, ancestorIds)) {
    throw new ServiceError("forbidden", "This discussion is locked.");
  }
  await requireAllowedDomains(commentTexts({ content }));
  const comment = await createComment({
    subject,
    ancestorIds,
    authorId: writer.id,
    username: writer.name,
    content,
    named: await findNamed({ plain: content }),
    isUnproven: isUnproven(writer),
  });
  if (comment.parentId) await countAnswers(rootOf(comment));
  const texts = mentioningTexts("comment", { content });
  await tryToStoreMentionsOf({ ...comment, kind: "comment", texts });
  if (parentId && !(await hasComment(parentId))) {
    await withdraw(comment);
    throw missingParentError();
  }
  if (!(await count(comment, subjectAuthor))) {
    await withdraw(comment);
    throw await missingTextError(subject.kind, subject.id);
  }
  await countNewText(writer, { kind: "comment", id: comment.id });
  const warnedOf = await rememberComment(comment);
  await addFollowingByWriting(writer.id, rootOf(comment));
  await invalidate(accountTag(writer.id));
  await announce({
    kind: "written",
    text: { kind: "comment", id: comment.id },
    authorId: writer.id,
  });
  if (comment.isUnproven) await countSupportIfProven(writer.id);
  return { ...comment, ...(warnedOf && { warnedOf }) };
}

export const commentOnArticle = (viewer: Viewer | null, id: string, input: CommentInput) =>
  commentOn(viewer, onArticle(id), input);

const missingParentError = () =>
  new ServiceError("invalid", "The comment that you answer was removed.");

/** @returns the ids from the first comment of a thread to the one that is answered */
async function pathBelow(parentId: string, subject: CommentSubject): Promise<string[]> {
  const parent = await findPresentComment(parentId);
  const isThere = parent?.subject.kind === subject.kind && parent.subject.id === subject.id;
  if (!isThere) throw missingParentError();
  const path = [...parent.ancestorIds, parent.id];
  if (path.length < MAX_THREAD_DEPTH) return path;
  throw new ServiceError(
    "invalid",
    `This thread is ${MAX_THREAD_DEPTH} answers deep. Please answer a comment further up.`,
  );
}

/** Counts a new comment, and invalidates what shows it. @returns whether its article or review still exists */
async function count({ subject, authorId, isUnproven }: Comment, subjectAuthor: string) {
  const { kind, id } = subject;
  if (kind === "review") {
    await invalidate(...discussionTags(subject));
    return (await findSubjectAuthor(subject)) !== null;
  }
  const byOthers = subjectAuthor === authorId ? 0 : 1;
  const counts = await addToCounts(id, {
    commentCount: 1,
    commentsByOthers: byOthers,
    ...(isUnproven && { unprovenComments: byOthers }),
  });
  const article = counts && (await findArticleOwner(id));
  if (article) await invalidateSupport({ id, category: article.category }, COMMENTS);
  return article !== null;
}

/** Removes a new comment again, because what it was written on was removed while it was being stored. */
async function withdraw(comment: Comment): Promise<void> {
  await removeMentionsOf([comment.id]);
  await removeCommentRow(comment.id);
  if (comment.parentId) await removePlaceholders(comment.ancestorIds);
  if (comment.subject.kind === "article") await forgetIfUnanswered(comment.subject.id);
}

/**
 * Reads a page of the comments on an article or review, oldest first. It may be hidden, and an article removed by its
 * author.
 * @throws ServiceError `notFound` if it never existed or was removed without a trace
 */
export async function readComments(
  subject: CommentSubject,
  place: Pick<Place, "after"> & { limit: number },
): Promise<Page<Comment>> {
  const isThere = (await findSubjectAuthor(subject)) !== null;
  const missing = isThere ? null : await missingTextError(subject.kind, subject.id);
  if (missing?.kind === "notFound") throw missing;
  return listComments(subject, place);
}

/** Reads the first comments on an article, oldest first, without checking that it exists. */
export const readFirstComments = (articleId: string, limit: number): Promise<Page<Comment>> =>
  listComments(onArticle(articleId), { limit });

/** @returns the path of the discussion in which a comment stands @throws ServiceError `notFound` */
export async function readDiscussionPath(id: string): Promise<string> {
  const comment = await findComment(id);
  if (!comment) throw notFoundError("Comment");
  return `${await discussionPath(comment.subject)}#comments`;
}

/** @returns the path of the page on which a comment stands, with its anchor @throws ServiceError `notFound` */
export async function readCommentPath(id: string): Promise<string> {
  const comment = await findComment(id);
  if (!comment) throw notFoundError("Comment");
  return commentAnchor(await discussionPath(comment.subject), comment.id);
}
