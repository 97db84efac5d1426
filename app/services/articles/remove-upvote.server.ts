import { addToCounts } from "~/models/article-counts.server";
import { findArticleOwner } from "~/models/article.server";
import { removeUpvote } from "~/models/upvote.server";

/** Removes an upvote and subtracts it from the article's counts. @returns the counts, or `null` if nothing was removed */
export async function removeCountedUpvote(articleId: string, userId: string) {
  const removed = await removeUpvote(articleId, userId);
  if (!removed) return null;
  const isOwn = (await findArticleOwner(articleId))?.authorId === userId;
  const weightlessUpvotes = removed.isUnproven || isOwn ? -1 : 0;
  return addToCounts(articleId, { upvotes: -1, weightlessUpvotes });
}
