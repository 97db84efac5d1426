import type { Page, Place } from "~/domain/cursor";
import { mentioningTexts } from "~/domain/sentiment/mentioning-texts";
import type { Viewer } from "~/domain/viewer";
import { addToCounts } from "~/models/article-counts.server";
import { findArticleOwner } from "~/models/article.server";
import {
  createComment,
  listComments,
  listCommentsFrom,
  removeCommentRow,
  type Comment,
} from "~/models/comment.server";
import { removeMentionsOf } from "~/models/mention.server";
import { findRemovedArticle } from "~/models/removed-article.server";
import type { CommentInput } from "~/schemas/articles";
import { forgetIfUnanswered } from "./edit-article.server";
import { notFoundError, unauthenticatedError, type ServiceError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";
import { tryToStoreMentionsOf } from "../recommendations/mentions.server";
import { invalidateSupport, missingArticleError, type Article } from "./articles.server";
import { countSupportIfProven } from "./unproven-support.server";

export type { Comment } from "~/models/comment.server";

/** Comments on an article under the viewer's name. @throws ServiceError `unauthenticated`, `limited`, `notFound` */
export async function commentOnArticle(
  viewer: Viewer | null,
  id: string,
  { content }: CommentInput,
): Promise<Comment> {
  if (!viewer) throw unauthenticatedError("Please log in to comment.");
  await enforceRateLimit("comments", viewer.id);
  const article = await findArticleOwner(id);
  if (!article) throw await missingArticleError(id);
  const comment = await createComment({
    articleId: id,
    authorId: viewer.id,
    username: viewer.name,
    content,
    isUnproven: !viewer.hasProvenEmail,
  });
  await tryToStoreMentionsOf({
    ...comment,
    kind: "comment",
    authorId: viewer.id,
    texts: mentioningTexts("comment", { content }),
  });
  const byOthers = article.authorId === viewer.id ? 0 : 1;
  const counts = await addToCounts(id, {
    commentCount: 1,
    commentsByOthers: byOthers,
    ...(!viewer.hasProvenEmail && { unprovenComments: byOthers }),
  });
  if (!counts) throw await withdraw(comment, id);
  await invalidateSupport({ id, category: article.category });
  if (!viewer.hasProvenEmail) await countSupportIfProven(viewer.id);
  return comment;
}

/** Removes a new comment again, because its article was removed while the comment was being stored. */
async function withdraw(comment: Comment, articleId: string): Promise<ServiceError> {
  await removeMentionsOf([comment.id]);
  await removeCommentRow(comment.id);
  await forgetIfUnanswered(articleId);
  return missingArticleError(articleId);
}

/**
 * Reads a page of an article's comments, oldest first. The article may have been removed by its author.
 * @throws ServiceError `notFound` if the article never existed or was removed without a trace
 */
export async function readComments(
  id: string,
  place: Pick<Place, "after"> & { limit: number },
): Promise<Page<Comment>> {
  const isThere = (await findArticleOwner(id)) ?? (await findRemovedArticle(id));
  if (!isThere) throw notFoundError("Article");
  return listComments(id, place);
}

/**
 * Like `readComments`, without checking that the article exists or was removed by its author.
 * @param place `comment` is the id of a comment to include: if the first page does not contain it, the
 *   page starting at it is read instead
 */
export async function readCommentsPage(
  article: Pick<Article, "id">,
  { comment, ...place }: Pick<Place, "after"> & { limit: number; comment?: string | null },
): Promise<Page<Comment>> {
  const page = await listComments(article.id, place);
  if (!comment || !page.next || page.items.some(({ id }) => id === comment)) return page;
  return (await listCommentsFrom(article.id, comment, place.limit)) ?? page;
}
