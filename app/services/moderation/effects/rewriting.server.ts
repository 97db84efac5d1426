/** Rewriting texts for a decision, with all that follows from their words. */
import { pickArticleFields } from "~/domain/article-fields";
import type { EditableKind } from "~/domain/editing";
import { findEditedArticle, rewriteArticle } from "~/models/article-edits.server";
import { findPresentComment, rewriteComment } from "~/models/comment-edits.server";
import { findEditedReview, findReviewOf, rewriteReview } from "~/models/review-edits.server";
import type { RevisionFields } from "~/models/revision.server";
import { findNamedInArticle } from "../../articles/articles.server";
import { commentFields } from "../../articles/edit-comment.server";
import { moveRating, reviewFields, type ReviewFields } from "../../articles/edit-review.server";
import { urlKey, workKey } from "../../articles/normalized-urls.server";
import { findNamed } from "../../names/names.server";

/** The fields of a text that its author writes. */
export interface WrittenText {
  version: number;
  fields: RevisionFields;
}

type ArticleFields = NonNullable<Parameters<typeof rewriteArticle>[1]>;

interface Rewriting {
  read(id: string): Promise<WrittenText | null>;
  /** Writes fields as a new version without a trace, if the text has not changed. @returns whether it did */
  write(id: string, text: WrittenText): Promise<boolean>;
}

export const rewriting: Record<EditableKind, Rewriting> = {
  article: {
    async read(id) {
      const article = await findEditedArticle(id);
      return article && { version: article.version, fields: pickArticleFields(article) };
    },
    async write(id, { version, fields }) {
      const article = await findEditedArticle(id);
      if (article?.version !== version) return false;
      const changed = fields as unknown as ArticleFields;
      const result = await rewriteArticle(article, {
        ...changed,
        named: await findNamedInArticle(changed),
        editedAt: null,
        urlKey: urlKey(changed.url) ?? article.urlKey,
      });
      return result !== null && "article" in result;
    },
  },
  review: {
    async read(id) {
      const review = await findEditedReview(id);
      return review && { version: review.version, fields: reviewFields(review) };
    },
    async write(id, { version, fields }) {
      const review = await findEditedReview(id);
      if (review?.version !== version) return false;
      const changed = fields as ReviewFields;
      const { hub, userId, username, updatedAt } = review;
      const key = reviewKey(changed);
      const result = await rewriteReview(review, {
        ...{ ...changed, url: changed.url ?? undefined, hub, userId, username, workKey: key },
        ...{ named: await findNamed({ plain: changed.review }), editedAt: null, updatedAt },
      });
      if (!result || !("review" in result)) return false;
      await moveRating(review, result.review);
      return true;
    },
  },
  comment: {
    async read(id) {
      const comment = await findPresentComment(id);
      return comment && { version: comment.version, fields: commentFields(comment) };
    },
    async write(id, { version, fields }) {
      const content = String(fields.content);
      const named = await findNamed({ plain: content });
      return (await rewriteComment({ id, version }, { content, named, editedAt: null })) !== null;
    },
  },
};

const reviewKey = ({ title, author, url }: Pick<ReviewFields, "title" | "author" | "url">) =>
  workKey({ title, author, ...(url !== null && { url }) }) ?? "";

/** @returns whether somebody has another review of the work that a review would be about */
export async function hasOtherReview(
  id: string,
  authorId: string,
  fields: RevisionFields,
): Promise<boolean> {
  const other = await findReviewOf(authorId, reviewKey(fields as ReviewFields));
  return other !== null && other !== id;
}
