import { placeholderImagePath } from "~/domain/categories";
import type { Revision } from "~/models/revision.server";
import { articleResponse, type ArticleResponse } from "~/schemas/responses";
import type { ListedArticle } from "~/services/articles/articles.server";
import type { ListedRevision } from "~/services/articles/revisions.server";
import { categoryReference } from "~/services/references";
import { serializeMarks } from "./marks";
import { presenter } from "./presenter";

const present = presenter(articleResponse.omit({ content: true }));

/**
 * Serializes an article without its content.
 *
 * @param origin prefix for the placeholder image's path, for API clients; pages do not need it
 */
export const serializeListedArticle = (article: ListedArticle, origin = ""): SerializedArticle =>
  present({
    ...article,
    imageUrl: article.imageUrl ?? origin + placeholderImagePath(article.category),
    category: categoryReference(article.category),
    ...serializeMarks(article),
  });

/** Serializes an article with its content; `origin` as for `serializeListedArticle`. */
export const serializeArticle = (article: ListedArticle, origin = ""): ArticleResponse => ({
  ...serializeListedArticle(article, origin),
  content: article.content ?? "",
});

/** An article as serialized for lists. */
export type SerializedArticle = Omit<ArticleResponse, "content">;

/** Serializes an earlier version without its text. */
export const serializeListedRevision = ({ version, writtenAt }: ListedRevision) => ({
  version,
  writtenAt: writtenAt.toISOString(),
});

/** Serializes an earlier version. */
export const serializeRevision = ({ fields, ...revision }: Revision) => ({
  ...serializeListedRevision(revision),
  ...fields,
});
