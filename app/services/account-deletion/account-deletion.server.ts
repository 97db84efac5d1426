/**
 * Account deletion, planned by the owner or run by an admin. From the first step on nobody can sign in to
 * the account; its row is deleted last, so an interrupted deletion is completed by running it again. The
 * next recount corrects any counts that a crash left wrong.
 */
import { accountTag, EVERYTHING } from "~/config/page-tags";
import { parseEmailAddress } from "~/domain/email-address";
import { countCommentsByOthers } from "~/models/article-counts.server";
import { ownedArticles } from "~/models/article.server";
import { ownedComments } from "~/models/comment.server";
import { addDeletedName } from "~/models/deleted-name.server";
import { ownedReviews } from "~/models/review.server";
import { closeSessionsOf } from "~/models/session.server";
import { countUpvotesOf } from "~/models/upvote.server";
import { findAccount, removeUser, startAccountDeletion } from "~/models/user.server";
import { invalidate } from "../cache/invalidation.server";
import { notFoundError } from "../errors";
import { recordEvent } from "../events/events.server";
import type { ContentCounts } from "../feature";
import { features } from "../features.server";

/** The author name on content that stays. Nobody can sign up with it, since names cannot contain spaces. */
export const DELETED_ACCOUNT_NAME = "Deleted account";

/** An account as shown to the admin who confirms its deletion. */
export interface Account {
  name: string;
  email: string;
  has: ContentCounts;
  /** Comments by other users on this account's articles. They are removed together with the articles. */
  commentsByOthers: number;
}

const emailOf = (typed: string) => parseEmailAddress(typed) ?? typed;

/**
 * @param email in any spelling
 * @returns the account with this email, even if its deletion was interrupted
 * @throws ServiceError `notFound`
 */
export async function readAccount(email: string): Promise<Account> {
  const user = await findAccount(emailOf(email));
  if (!user) throw notFoundError(`User ${email}`);
  const [articles, reviews, comments, upvotes, commentsByOthers] = await Promise.all([
    ownedArticles.count(user.id),
    ownedReviews.count(user.id),
    ownedComments.count(user.id),
    countUpvotesOf(user.id),
    countCommentsByOthers(user.id),
  ]);
  const has = { articles, reviews, comments, upvotes };
  return { name: user.name, email: user.email, has, commentsByOthers };
}

interface DeletionOptions {
  withContent?: boolean;
  by?: "operator" | "person";
}

/**
 * Deletes an account with what each feature has stored of it. Its content, its votes on closed applications and its
 * events (without IP addresses) are kept under the name `DELETED_ACCOUNT_NAME` and an id that belongs to no user.
 * @param options.withContent also removes the content, with everything attached to it
 * @returns how much content was removed or reassigned
 * @throws ServiceError `notFound`
 */
export async function deleteAccount(
  email: string,
  { withContent = false, by = "operator" }: DeletionOptions = {},
): Promise<{ name: string; done: ContentCounts }> {
  const started = await startAccountDeletion(emailOf(email));
  if (!started) throw notFoundError(`User ${email}`);
  const { viewer, successorId } = started;
  const successor = { id: successorId, name: DELETED_ACCOUNT_NAME };
  const deletion = { id: viewer.id, email: viewer.email, successor, withContent };
  const done: ContentCounts = { articles: 0, reviews: 0, comments: 0, upvotes: 0 };
  // Repeated, because requests that were running when the sessions ended may have added something.
  for (let found = 1; found;) {
    found = 0;
    await closeSessionsOf(viewer.id);
    await invalidate(accountTag(viewer.id));
    for (const { deleteFor } of features) {
      for (const [kind, count] of Object.entries((await deleteFor?.(deletion)) ?? {})) {
        done[kind as keyof ContentCounts] += count;
        found += count;
      }
    }
  }
  await addDeletedName(viewer.name);
  await removeUser(viewer.id);
  await invalidate(EVERYTHING);
  recordEvent({ kind: "account-deleted", user: successorId, by, withContent, ...done });
  return { name: viewer.name, done };
}
