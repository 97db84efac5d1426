/**
 * Upvotes and comments of an account with an unconfirmed address are shown and counted, but have no weight in the
 * ranking and the engines until the address is confirmed. Its articles are listed, but not on the front page.
 */
import { EVERYTHING } from "~/config/page-tags";
import { upvotedKinds } from "~/domain/upvotes";
import { addToCounts } from "~/models/article-counts.server";
import { findArticleOwner } from "~/models/article.server";
import { proveArticlesOf } from "~/models/proven-article.server";
import { listUnprovenComments, proveComment } from "~/models/comment.server";
import { listUnprovenUpvotes, proveUpvote } from "~/models/upvote.server";
import { findUnprovenUsers } from "~/models/user.server";
import { invalidate } from "../cache/invalidation.server";
import { repeatUntilEmpty } from "./repeat-until-empty";
import { letUpvoteWeigh } from "./upvote-counts.server";

/** Gives weight to all upvotes and comments of a user who has confirmed their address, and to their articles. */
export async function countSupportOf(userId: string): Promise<void> {
  const articles = await proveArticlesOf(userId);
  let upvotes = 0;
  for (const kind of upvotedKinds) {
    upvotes += await repeatUntilEmpty(async (limit) => {
      const ids = await listUnprovenUpvotes(kind, userId, limit);
      for (const id of ids) {
        if (await proveUpvote({ kind, id }, userId)) await letUpvoteWeigh({ kind, id }, userId);
      }
      return ids.length;
    });
  }
  const comments = await repeatUntilEmpty(async (limit) => {
    const ids = await listUnprovenComments(userId, limit);
    for (const id of ids) await letCommentWeigh(id);
    return ids.length;
  });
  if (articles + upvotes + comments > 0) await invalidate(EVERYTHING);
}

async function letCommentWeigh(id: string): Promise<void> {
  const comment = await proveComment(id);
  if (comment?.subject.kind !== "article") return;
  const article = await findArticleOwner(comment.subject.id);
  if (!article || article.authorId === comment.authorId) return;
  await addToCounts(comment.subject.id, { unprovenComments: -1 });
}

/** Called after a write of an unconfirmed user: `countSupportOf` misses the write if it ran at the same time. */
export async function countSupportIfProven(userId: string): Promise<void> {
  const isUnproven = (await findUnprovenUsers([userId])).has(userId);
  if (!isUnproven) await countSupportOf(userId);
}
