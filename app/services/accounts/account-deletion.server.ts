/**
 * Account deletion, planned by the owner or run by an admin. From the first step on nobody can sign in to
 * the account; its row is deleted last, so an interrupted deletion is completed by running it again. The
 * next recount corrects any counts that a crash left wrong.
 */
import { accountTag, EVERYTHING } from "~/config/page-tags";
import { parseEmailAddress } from "~/domain/email-address";
import { topics } from "~/domain/topics";
import { removeLinksOf } from "~/models/account-link.server";
import {
  transferVote,
  listVotedBy,
  removeApplicationsOf,
} from "~/models/membership-application.server";
import { addToCounts, countCommentsByOthers } from "~/models/article-counts.server";
import { findArticleOwner, ownedArticles } from "~/models/article.server";
import { ownedComments } from "~/models/comment.server";
import { removeDraftsOf } from "~/models/draft.server";
import { reassignEvents } from "~/models/event.server";
import { transferContributions, removeContributor } from "~/models/hub.server";
import { removeChunksOf } from "~/models/export-chunk.server";
import { removeExportOf } from "~/models/export.server";
import { forgetLimits } from "~/models/rate-limits.server";
import { transferMentions } from "~/models/mention.server";
import type { OwnedCollection, Owner } from "~/models/ownership.server";
import { removePasskeysOf } from "~/models/passkey.server";
import { removeStepsOf } from "~/models/pending-step.server";
import { listRemovedArticlesOf, transferRemovedArticles } from "~/models/removed-article.server";
import { ownedReviews } from "~/models/review.server";
import { addDeletedName } from "~/models/deleted-name.server";
import { removeSecondFactor } from "~/models/second-factor.server";
import { closeSessionsOf } from "~/models/session.server";
import { removeSupportOf } from "~/models/supporter.server";
import { countUpvotesOf, listUpvotedBy, removeUpvote } from "~/models/upvote.server";
import { startAccountDeletion, findAccount, removeUser } from "~/models/user.server";
import { notFoundError } from "../errors";
import { recordEvent, storeCollectedEvents } from "../events/events.server";
import { forgetMailsTo } from "../mail/outbox.server";
import { dropVotesOf } from "../membership/membership.server";
import { invalidate } from "../cache/invalidation.server";
import { removeArticle, removeComment, removeReview } from "../articles/removal.server";
import { repeatUntilEmpty } from "../articles/repeat-until-empty";

/** The author name on content that stays. Nobody can sign up with it, since names cannot contain spaces. */
export const DELETED_ACCOUNT_NAME = "Deleted account";

/** Documents per batch; other requests can run between batches. */
const BATCH_SIZE = 200;

/** User content by kind; articles come last because removing them removes their comments too. */
const contentByKind = { comments: ownedComments, reviews: ownedReviews, articles: ownedArticles };
type Kind = keyof typeof contentByKind;
const kinds = Object.keys(contentByKind) as Kind[];
const removers = {
  articles: removeArticle,
  reviews: removeReview,
  comments: removeComment,
} satisfies Record<Kind, (id: string) => Promise<unknown>>;

/** The number of documents of each kind that a user has. */
export type ContentCounts = Record<Kind | "upvotes", number>;

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

interface Deletion {
  /** The id of the account being deleted. */
  id: string;
  /** The owner that the remaining content is reassigned to. */
  successor: Owner;
  withContent: boolean;
}

/**
 * Deletes an account: its sessions, upvotes and applications, and its votes on open applications. Its
 * content, its votes on closed applications and its events (without IP addresses) are kept under the name
 * `DELETED_ACCOUNT_NAME` and an id that belongs to no user.
 *
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
  const deletion = { id: viewer.id, successor, withContent };
  const done: ContentCounts = { articles: 0, reviews: 0, comments: 0, upvotes: 0 };
  // Repeated, because requests that were running when the sessions ended may have added something.
  await repeatUntilEmpty(async () => {
    const found = await removeTraces(deletion);
    for (const kind of Object.keys(found) as (keyof ContentCounts)[]) done[kind] += found[kind];
    return Object.values(found).reduce((sum, count) => sum + count, 0);
  });
  await storeCollectedEvents();
  await repeatUntilEmpty(() => reassignEvents(viewer.id, successorId, BATCH_SIZE));
  await forgetLimits(viewer.id, viewer.email);
  await removeLinksOf(viewer.id);
  await removeSecondFactor(viewer.id);
  await removePasskeysOf(viewer.id);
  await removeSupportOf(viewer.id);
  await removeStepsOf(viewer.id);
  // In this order: a job that is writing this export notices that it is gone, and removes the chunks it adds.
  await removeExportOf(viewer.id);
  await removeChunksOf(viewer.id);
  await forgetMailsTo(viewer.id);
  await addDeletedName(viewer.name);
  await removeUser(viewer.id);
  await invalidate(EVERYTHING);
  recordEvent({ kind: "account-deleted", user: successorId, by, withContent, ...done });
  return { name: viewer.name, done };
}

async function removeTraces(deletion: Deletion): Promise<ContentCounts> {
  await closeSessionsOf(deletion.id);
  await invalidate(accountTag(deletion.id));
  await removeDraftsOf(deletion.id);
  await removeApplicationsOf(deletion.id);
  await disownVotes(deletion);
  const upvotes = await removeUpvotes(deletion.id);
  const found = { articles: 0, reviews: 0, comments: 0, upvotes };
  for (const kind of kinds) {
    found[kind] = deletion.withContent
      ? await removeContent(kind, deletion)
      : await transferContent(contentByKind[kind], deletion);
  }
  await disownRemovedArticles(deletion);
  const hubs = topics.map(({ slug }) => slug);
  if (deletion.withContent) await removeContributor(hubs, deletion.id);
  else await transferContributions(hubs, deletion.id, deletion.successor.id);
  return found;
}

/** Reassigns what is left of articles that the user removed or, with `withContent`, deletes it with its comments. */
async function disownRemovedArticles({ id, successor, withContent }: Deletion): Promise<void> {
  if (!withContent) return transferRemovedArticles(id, successor.id);
  await repeatUntilEmpty(async () => {
    const ids = await listRemovedArticlesOf(id, BATCH_SIZE);
    for (const one of ids) await removeArticle(one);
    return ids.length;
  });
}

/** Withdraws votes on open applications. Votes on closed ones are reassigned, so that they stay counted. */
async function disownVotes({ id, successor }: Deletion): Promise<void> {
  await repeatUntilEmpty(async () => {
    await dropVotesOf(id);
    const applications = await listVotedBy(id, BATCH_SIZE);
    for (const application of applications) await transferVote(application.id, id, successor);
    return applications.length;
  });
}

function removeUpvotes(userId: string): Promise<number> {
  return repeatUntilEmpty(async () => {
    const articles = await listUpvotedBy(userId, BATCH_SIZE);
    for (const article of articles) {
      const removed = await removeUpvote(article, userId);
      if (!removed) continue;
      const isOwn = (await findArticleOwner(article))?.authorId === userId;
      const weightlessUpvotes = removed.isUnproven || isOwn ? -1 : 0;
      await addToCounts(article, { upvotes: -1, weightlessUpvotes });
    }
    return articles.length;
  });
}

function transferContent(
  collection: OwnedCollection,
  { id, successor }: Deletion,
): Promise<number> {
  return repeatUntilEmpty(async () => {
    const ids = await collection.list(id, BATCH_SIZE);
    await transferMentions(ids, successor.id);
    await collection.transfer(ids, successor);
    return ids.length;
  });
}

/** Removes the user's content, including what an interrupted deletion has already reassigned. */
async function removeContent(kind: Kind, { id, successor }: Deletion): Promise<number> {
  let removed = 0;
  for (const owner of [id, successor.id]) {
    removed += await repeatUntilEmpty(async () => {
      const ids = await contentByKind[kind].list(owner, BATCH_SIZE);
      for (const one of ids) await removers[kind](one);
      return ids.length;
    });
  }
  return removed;
}
