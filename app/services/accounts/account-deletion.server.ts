/**
 * Deleting an account, as the operator does when its owner asks for it. From the first step on nobody
 * can sign in to it; the row goes last, so that a deletion that was interrupted is completed by doing it
 * again. Counts that a crash leaves wrong are put right by the next recount.
 */
import { topics } from "~/domain/topics";
import {
  closeExpired,
  transferVote,
  listVotedBy,
  removeApplicationsOf,
  withdrawVote,
} from "~/models/application.server";
import { addToCounts, countCommentsByOthers } from "~/models/article-counts.server";
import { ownedArticles } from "~/models/article.server";
import { ownedComments } from "~/models/comment.server";
import { transferContributions, removeContributor } from "~/models/hub.server";
import { forgetLimits } from "~/models/rate-limits.server";
import { transferMentions } from "~/models/mention.server";
import type { OwnedCollection, Owner } from "~/models/ownership.server";
import { ownedReviews } from "~/models/review.server";
import { closeSessionsOf } from "~/models/session.server";
import { countUpvotesOf, listUpvotedBy, removeUpvote } from "~/models/upvote.server";
import { startAccountDeletion, findAccount, removeUser } from "~/models/user.server";
import { notFoundError } from "../errors";
import { carryOut } from "../membership/membership.server";
import {
  removeArticle,
  removeComment,
  removeReview,
  untilNothing,
} from "../moderation/removal.server";

/** Whose name is on what stays. Nobody can sign up with it: names have no spaces. */
export const DELETED_ACCOUNT = "Deleted account";

/** How many documents are looked at before others get their turn. */
const SLICE = 200;

/** What people write, by what it is called; articles come last, for they take comments along. */
const writings = { comments: ownedComments, reviews: ownedReviews, articles: ownedArticles };
type Kind = keyof typeof writings;
const kinds = Object.keys(writings) as Kind[];
const removers = {
  articles: removeArticle,
  reviews: removeReview,
  comments: removeComment,
} satisfies Record<Kind, (id: string) => Promise<unknown>>;

/** How much there is of a person, of each kind. */
export type Tally = Record<Kind | "upvotes", number>;

/** An account, for whoever is asked whether to delete it. */
export interface Account {
  name: string;
  email: string;
  has: Tally;
  /** How many comments others have on its articles, which go with them. */
  commentsByOthers: number;
}

const emailOf = (typed: string) => typed.trim().toLowerCase();

/**
 * @returns what there is of the user of an email, also after a deletion that was interrupted
 * @throws Refusal `notFound`
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

interface Leaver {
  /** Whom everything is of so far. */
  id: string;
  /** Whom what stays is of afterwards. */
  heir: Owner;
  withWritings: boolean;
}

/**
 * Deletes the account of an email: its sessions, upvotes and applications, and its votes on what is
 * still open. What its owner wrote, and voted on what is closed, stays under a name that says so and an
 * id that leads to nobody.
 *
 * @param options.withWritings removes what its owner wrote as well, and what hangs on that
 * @returns how much was removed, or was left without its name
 * @throws Refusal `notFound`
 */
export async function deleteAccount(
  email: string,
  { withWritings = false } = {},
): Promise<{ name: string; done: Tally }> {
  const leaving = await startAccountDeletion(emailOf(email));
  if (!leaving) throw notFoundError(`User ${email}`);
  const { viewer, leavingAs } = leaving;
  const heir = { id: leavingAs, name: DELETED_ACCOUNT };
  const leaver = { id: viewer.id, heir, withWritings };
  const done: Tally = { articles: 0, reviews: 0, comments: 0, upvotes: 0 };
  // Again until nothing is left: something may have been on its way when the sessions ended.
  await untilNothing(async () => {
    const found = await letGo(leaver);
    for (const kind of Object.keys(found) as (keyof Tally)[]) done[kind] += found[kind];
    return Object.values(found).reduce((sum, count) => sum + count, 0);
  });
  await forgetLimits(viewer.id, viewer.email);
  await removeUser(viewer.id);
  return { name: viewer.name, done };
}

async function letGo(leaver: Leaver): Promise<Tally> {
  await closeSessionsOf(leaver.id);
  await removeApplicationsOf(leaver.id);
  await letGoOfVotes(leaver);
  const upvotes = await takeBackUpvotes(leaver.id);
  const found = { articles: 0, reviews: 0, comments: 0, upvotes };
  for (const kind of kinds) {
    found[kind] = leaver.withWritings
      ? await removeWritings(kind, leaver)
      : await handOverWritings(writings[kind], leaver);
  }
  const hubs = topics.map(({ slug }) => slug);
  if (leaver.withWritings) await removeContributor(hubs, leaver.id);
  else await transferContributions(hubs, leaver.id, leaver.heir.id);
  return found;
}

/** A vote that can still decide leaves with its voter; one that has decided stays counted. */
async function letGoOfVotes({ id, heir }: Leaver): Promise<void> {
  await closeExpired(new Date());
  await untilNothing(async () => {
    const applications = await listVotedBy(id, SLICE);
    for (const application of applications) {
      // The other side may have been all that kept it open.
      const open = await withdrawVote(application.id, id, new Date());
      if (open) await carryOut(open);
      else await transferVote(application.id, id, heir);
    }
    return applications.length;
  });
}

function takeBackUpvotes(userId: string): Promise<number> {
  return untilNothing(async () => {
    const articles = await listUpvotedBy(userId, SLICE);
    for (const article of articles) {
      if (await removeUpvote(article, userId)) await addToCounts(article, { upvotes: -1 });
    }
    return articles.length;
  });
}

function handOverWritings(writing: OwnedCollection, { id, heir }: Leaver): Promise<number> {
  return untilNothing(async () => {
    const ids = await writing.list(id, SLICE);
    await transferMentions(ids, heir.id);
    await writing.handOver(ids, heir);
    return ids.length;
  });
}

/** Also what an earlier deletion, interrupted, has left without its name. */
async function removeWritings(kind: Kind, { id, heir }: Leaver): Promise<number> {
  let removed = 0;
  for (const owner of [id, heir.id]) {
    removed += await untilNothing(async () => {
      const ids = await writings[kind].list(owner, SLICE);
      for (const one of ids) await removers[kind](one);
      return ids.length;
    });
  }
  return removed;
}
