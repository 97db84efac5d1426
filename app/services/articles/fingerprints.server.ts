/**
 * Remembers for a while what new texts say and link to, so that moderators see the same of several accounts together,
 * and tells them of domains that they warn of.
 */
import type { EditableKind } from "~/domain/editing";
import { copyKeys, linkKeys } from "~/domain/fingerprints";
import { storeFingerprint } from "~/models/text-fingerprint.server";
import { reportWarning } from "../warnings.server";
import { tellOfWarnedDomain } from "./blocked-domains.server";
import {
  articleTexts,
  commentTexts,
  linksIn,
  reviewTexts,
  type ArticleTexts,
  type ReviewTexts,
  type WrittenText,
} from "./text-links.server";

interface Posted {
  id: string;
  createdAt: Date;
}

/**
 * Remembers an article that was posted or edited. Failures are reported, because the article itself is stored.
 * @returns the domain of which moderators warn and that it links to or names; `null` if there is none
 */
export const rememberArticle = (article: Posted & ArticleTexts & { authorId: string }) =>
  remember("article", article, articleTexts(article), [
    article.title,
    article.summary,
    article.content ?? "",
  ]);

/** Like `rememberArticle`, for a comment. */
export const rememberComment = (comment: Posted & { content: string; authorId: string }) =>
  remember("comment", comment, commentTexts(comment), [comment.content]);

/** Like `rememberArticle`, for a review. */
export const rememberReview = (review: Posted & ReviewTexts & { userId: string }) =>
  remember("review", { ...review, authorId: review.userId }, reviewTexts(review), [review.review]);

async function remember(
  kind: EditableKind,
  { id, authorId, createdAt }: Posted & { authorId: string },
  text: WrittenText,
  words: readonly string[],
): Promise<string | null> {
  const fingerprint = {
    ...{ id, kind, authorId, at: createdAt },
    keys: copyKeys(words),
    links: linkKeys(linksIn(text).map(({ url }) => url)),
  };
  try {
    await storeFingerprint(fingerprint);
    return await tellOfWarnedDomain(text, { kind, id }, authorId);
  } catch (error) {
    reportWarning("a text could not be compared with others")(error);
    return null;
  }
}
