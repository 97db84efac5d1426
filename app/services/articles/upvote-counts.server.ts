/** The numbers of upvotes that are stored with articles and comments. */
import type { Upvoted } from "~/domain/upvotes";
import { addToCounts } from "~/models/article-counts.server";
import { findArticleOwner } from "~/models/article.server";
import { addToCommentUpvotes } from "~/models/comment-counts.server";
import { noteLowering } from "~/models/lowered-counts.server";
import { removeUpvote } from "~/models/upvote.server";

/** @returns the number of upvotes after adding to it, or `null` if the text is gone */
export async function countUpvote(
  { kind, id }: Upvoted,
  { by, isWeightless }: { by: 1 | -1; isWeightless: boolean },
): Promise<number | null> {
  if (kind === "comment") {
    return addToCommentUpvotes(id, isWeightless ? { unprovenUpvotes: by } : { upvotes: by });
  }
  const counts = await addToCounts(id, {
    upvotes: by,
    ...(isWeightless && { weightlessUpvotes: by }),
  });
  return counts?.upvotes ?? null;
}

/** Gives weight to an upvote of a user who has confirmed their address. */
export async function letUpvoteWeigh({ kind, id }: Upvoted, userId: string): Promise<void> {
  if (kind === "comment") await addToCommentUpvotes(id, { upvotes: 1, unprovenUpvotes: -1 });
  else if (!(await isOwnArticle(id, userId))) await addToCounts(id, { weightlessUpvotes: -1 });
}

/**
 * Removes an upvote and subtracts it from the counts.
 * @returns `null` if there was none; otherwise the number of upvotes left, which is `null` if the text is gone
 */
export async function removeCountedUpvote(upvoted: Upvoted, userId: string) {
  await noteLowering(upvoted);
  const removed = await removeUpvote(upvoted, userId);
  if (!removed) return null;
  const isWeightless =
    removed.isUnproven || (upvoted.kind === "article" && (await isOwnArticle(upvoted.id, userId)));
  return { upvotes: await countUpvote(upvoted, { by: -1, isWeightless }) };
}

/** Own articles could once be upvoted, without weight. */
const isOwnArticle = async (id: string, userId: string) =>
  (await findArticleOwner(id))?.authorId === userId;
