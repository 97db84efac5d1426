import type { LineArticle } from "~/components/articles/article-lines";
import type { ListedArticle } from "~/services/articles/articles.server";
import { findTokensOf } from "~/services/recommendations/mentions.server";
import { describeAge } from "./dates";

/** Reduces articles to what their lines show, with the assets that their stored mentions name, read by one query. */
export async function toLines(articles: readonly ListedArticle[]): Promise<LineArticle[]> {
  const assets = await findTokensOf(articles.map(({ id }) => id));
  const now = new Date();
  return articles.map((article) => ({
    id: article.id,
    title: article.title,
    summary: article.summary,
    url: article.url,
    category: article.category,
    createdAt: article.createdAt.toISOString(),
    age: describeAge(article.createdAt, now),
    upvotes: article.upvotes,
    commentCount: article.commentCount,
    reviewer: article.reviewer,
    assets: assets.get(article.id) ?? [],
    ...(article.disclosure && { disclosure: article.disclosure }),
  }));
}
