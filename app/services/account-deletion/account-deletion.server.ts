/**
 * Account deletion, seven days after the owner asked for it, or by an admin. From the first step on nobody can sign in
 * to the account; its row is deleted last, so an interrupted deletion is completed by running it again. The next
 * recount corrects any counts that a crash left wrong.
 */
import { randomBytes } from "node:crypto";
import { addDays } from "date-fns/addDays";
import { addHours } from "date-fns/addHours";
import { environment } from "~/config/env.server";
import { accountTag, EVERYTHING } from "~/config/page-tags";
import { parseEmailAddress } from "~/domain/email-address";
import { DELETION_DELAY_DAYS, MAIL_HOURS } from "~/domain/link-lifetimes";
import { DELETED_ACCOUNT_NAME } from "~/domain/person-path";
import type { ScheduledDeletion, Viewer } from "~/domain/viewer";
import { findLinkOf } from "~/models/account-link.server";
import { countCommentsByOthers } from "~/models/article-counts.server";
import { countArticlesOf } from "~/models/article.server";
import { countCommentsOf } from "~/models/comment.server";
import { addDeletedName } from "~/models/deleted-name.server";
import { removeMailsTo } from "~/models/mail.server";
import { countReviewsOf } from "~/models/review.server";
import {
  cancelDeletionOf,
  type DueDeletion,
  listDueDeletions,
  postponeDeletionOf,
  scheduleDeletionOf,
} from "~/models/scheduled-deletion.server";
import { closeSessionsOf } from "~/models/session.server";
import { countUpvotesOf } from "~/models/upvote.server";
import { removeUser, startAccountDeletion, startDueDeletion } from "~/models/user-deletion.server";
import { findAccount } from "~/models/user.server";
import type { DeleteAccountInput } from "~/schemas/accounts";
import { confirmIdentity } from "../accounts/confirm-identity.server";
import {
  accountDeletedMail,
  deletionCancelledMail,
  deletionScheduledMail,
} from "../accounts/mails";
import { sendAccountMail } from "../accounts/account-mails.server";
import { requireSamePassword } from "../accounts/revoke-access.server";
import { invalidate } from "../cache/invalidation.server";
import { notFoundError, ServiceError, unauthenticatedError } from "../errors";
import { actedBy, recordEvent } from "../events/events.server";
import type { ContentCounts } from "../feature";
import { features } from "../features.server";
import { storeMail } from "../mail/outbox.server";

const emailOf = (typed: string) => parseEmailAddress(typed) ?? typed;

/** @param email in any spelling, even of an account whose deletion was interrupted @throws ServiceError `notFound` */
export async function readAccount(email: string) {
  const user = await findAccount(emailOf(email));
  if (!user) throw notFoundError(`User ${email}`);
  const [articles, reviews, comments, upvotes, commentsByOthers] = await Promise.all([
    countArticlesOf(user.id),
    countReviewsOf(user.id),
    countCommentsOf(user.id),
    countUpvotesOf(user.id),
    countCommentsByOthers(user.id),
  ]);
  const has = { articles, reviews, comments, upvotes };
  return { name: user.name, email: user.email, has, commentsByOthers };
}

type DeletedBy = ReturnType<typeof actedBy> | { by: "person" };

/**
 * Deletes an account with what each feature has stored of it. Its content, its votes on closed applications and its
 * events (without IP addresses) are kept under the name `DELETED_ACCOUNT_NAME` and an id that belongs to no user.
 * @param options.by the person themselves, or as `actedBy` says; an operator by command if omitted
 * @param options.withContent also removes the content, with everything attached to it
 * @returns how much content was removed or reassigned
 * @throws ServiceError `notFound`
 */
export async function deleteAccount(
  email: string,
  { withContent = false, by = actedBy(undefined) }: { withContent?: boolean; by?: DeletedBy } = {},
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
  recordEvent({ kind: "account-deleted", user: successorId, ...by, withContent, ...done });
  return { name: viewer.name, done };
}

const BATCH_SIZE = 20;

/**
 * Schedules the deletion of the viewer's account, and mails them the date and how to cancel it.
 * @throws ServiceError as `confirmIdentity`; `conflict` when one is already scheduled, or the password was changed
 */
export async function scheduleDeletion(
  viewer: Viewer | null,
  { content, ...confirmation }: DeleteAccountInput,
  { address, origin }: { address: string; origin: string },
): Promise<ScheduledDeletion> {
  const credentials = await confirmIdentity(viewer, confirmation, { address, origin });
  const user = credentials.viewer;
  const scheduled = {
    leavesAt: addDays(new Date(), DELETION_DELAY_DAYS),
    withContent: content === "delete",
  };
  if (!(await scheduleDeletionOf(user.id, { ...scheduled, origin }))) {
    throw new ServiceError("conflict", "Your account is already scheduled for deletion.");
  }
  await requireSamePassword(credentials, () => cancelDeletionOf(user.id));
  recordEvent({ kind: "leaving-planned", user: user.id, withContent: scheduled.withContent });
  await invalidate(accountTag(user.id));
  const { leavesAt, withContent } = scheduled;
  await sendAccountMail(user, deletionScheduledMail(leavesAt, withContent), origin);
  return scheduled;
}

/**
 * Cancels the scheduled deletion of the viewer's account.
 * @throws ServiceError `conflict` when no deletion is scheduled
 */
export async function cancelDeletion(viewer: Viewer | null, origin: string): Promise<void> {
  if (!viewer) throw unauthenticatedError();
  if (!(await cancelDeletionOf(viewer.id))) {
    throw new ServiceError("conflict", "Your account is not scheduled for deletion.");
  }
  recordEvent({ kind: "leaving-called-off", user: viewer.id });
  await invalidate(accountTag(viewer.id));
  await sendAccountMail(viewer, deletionCancelledMail, origin);
}

/**
 * Deletes the accounts whose scheduled deletion is due, and sends each a last mail. Resumes interrupted deletions. An
 * account whose former address can still be restored is kept until then: a thief may have asked for its deletion.
 */
export async function deleteDueAccounts(signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const due of await listDueDeletions(new Date(), BATCH_SIZE)) {
    if (signal?.aborted) break;
    if (!due.hasBegun && !(await beginDeletion(due))) continue;
    await deleteAccount(due.email, { withContent: due.withContent, by: { by: "person" } });
    deleted += 1;
  }
  return deleted;
}

/**
 * Begins to delete an account, unless its deletion was cancelled since it was listed, or its former address can be
 * restored. The last mail is stored first, so that a crash in between does not lose it.
 * @returns whether the deletion has begun
 */
async function beginDeletion({
  id,
  email,
  name,
  withContent,
  origin,
  hasProvenEmail,
}: DueDeletion): Promise<boolean> {
  const former = await findLinkOf(id, "restore-email");
  if (former) {
    await postponeDeletionOf(id, former.expiresAt);
    await invalidate(accountTag(id));
    return false;
  }
  // A random id of no account, because the mails of the account itself are deleted with it.
  const userId = randomBytes(12).toString("hex");
  // Without a mail server it would become a file that names the deleted account.
  if (hasProvenEmail && environment().SMTP_URL) {
    await storeMail({
      userId,
      name,
      to: email,
      origin,
      content: accountDeletedMail(withContent),
      expiresAt: addHours(new Date(), MAIL_HOURS.aboutAccount),
    });
  }
  const hasBegun = await startDueDeletion({ id, email }, new Date());
  if (!hasBegun) await removeMailsTo(userId);
  return hasBegun;
}
