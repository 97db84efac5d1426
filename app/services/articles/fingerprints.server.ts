/**
 * Remembers for a while what new texts say and link to, so that moderators see the same of several accounts together,
 * and tells them of links to domains that they warn of.
 */
import type { EditableKind } from "~/domain/editing";
import { copyKeys, linkKeys } from "~/domain/fingerprints";
import { storeFingerprint } from "~/models/text-fingerprint.server";
import { reportWarning } from "../warnings.server";
import { tellOfWarnedLinks } from "./blocked-domains.server";
import {
  articleLinks,
  commentLinks,
  reviewLinks,
  type FieldLink,
  type LinkedArticle,
} from "./text-links.server";

interface Posted {
  id: string;
  createdAt: Date;
}

/** Remembers an article that was posted or edited. Failures are reported, because the article itself is stored. */
export const rememberArticle = (
  article: Posted & LinkedArticle & { title: string; authorId: string },
): Promise<void> =>
  remember("article", article, articleLinks(article), [
    article.title,
    article.summary,
    article.content ?? "",
  ]);

/** Like `rememberArticle`, for a comment. */
export const rememberComment = (
  comment: Posted & { content: string; authorId: string },
): Promise<void> => remember("comment", comment, commentLinks(comment), [comment.content]);

/** Like `rememberArticle`, for a review. */
export const rememberReview = (
  review: Posted & { url: string | null; review: string; userId: string },
): Promise<void> =>
  remember("review", { ...review, authorId: review.userId }, reviewLinks(review), [review.review]);

async function remember(
  kind: EditableKind,
  { id, authorId, createdAt }: Posted & { authorId: string },
  links: readonly FieldLink[],
  texts: readonly string[],
): Promise<void> {
  const fingerprint = {
    ...{ id, kind, authorId, at: createdAt },
    keys: copyKeys(texts),
    links: linkKeys(links.map(({ url }) => url)),
  };
  await Promise.all([
    storeFingerprint(fingerprint),
    tellOfWarnedLinks(links, { kind, id }, authorId),
  ]).catch(reportWarning("a text could not be compared with others"));
}
