/**
 * Upvotes and comments of an unproven account are shown and counted, but have no weight in the ranking and the engines
 * until its address is confirmed and it is no longer new. Its articles are listed, but not on the front page.
 */
import { subDays } from "date-fns/subDays";
import { EVERYTHING } from "~/config/page-tags";
import { isUnproven, NEW_ACCOUNT_DAYS } from "~/domain/permissions";
import { upvotedKinds } from "~/domain/upvotes";
import { addToCounts } from "~/models/article-counts.server";
import { findArticleOwner } from "~/models/article.server";
import { proveArticlesOf } from "~/models/proven-article.server";
import { listUnprovenComments, proveComment } from "~/models/comment.server";
import { listUnprovenUpvotes, proveUpvote } from "~/models/upvote.server";
import { readSetting, writeSetting } from "~/models/setting.server";
import { findUser, readProvenUsers } from "~/models/user.server";
import { invalidate } from "../cache/invalidation.server";
import { repeatUntilEmpty } from "./repeat-until-empty";
import { letUpvoteWeigh } from "./upvote-counts.server";

/** Gives weight to all upvotes and comments of a user who is not unproven any more, and to their articles. */
async function countSupportOf(userId: string): Promise<void> {
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

/**
 * Gives weight to what a user has written, unless the account is still unproven. Called when the address is confirmed,
 * and after each write of an unproven account, because a call that ran at the same time may have missed that write.
 */
export async function countSupportIfProven(userId: string): Promise<void> {
  const user = await findUser(userId);
  if (user && !isUnproven(user)) await countSupportOf(userId);
}

/** The setting with the time before which all accounts were made whose support this job has already counted. */
const NO_LONGER_NEW = "accounts no longer new";

/** Gives weight to what was written by accounts that have stopped being new since the last run. */
export async function countSupportOfNoLongerNew(signal: AbortSignal): Promise<void> {
  const before = subDays(new Date(), NEW_ACCOUNT_DAYS);
  const from = (await readSetting(NO_LONGER_NEW)) as Date | null;
  for await (const { id } of readProvenUsers({ from: from ?? subDays(before, 1), before })) {
    if (signal.aborted) return;
    await countSupportOf(id);
  }
  await writeSetting(NO_LONGER_NEW, before);
}
