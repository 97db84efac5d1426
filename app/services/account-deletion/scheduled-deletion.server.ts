/** Scheduled account deletion: seven days after the owner asked for it, unless they cancel it. */
import { randomBytes } from "node:crypto";
import { addDays } from "date-fns/addDays";
import { addHours } from "date-fns/addHours";
import { environment } from "~/config/env.server";
import { accountTag } from "~/config/page-tags";
import { DELETION_DELAY_DAYS, MAIL_HOURS } from "~/domain/link-lifetimes";
import type { ScheduledDeletion, Viewer } from "~/domain/viewer";
import { findLinkOf } from "~/models/account-link.server";
import {
  cancelDeletionOf,
  listDueDeletions,
  postponeDeletionOf,
  scheduleDeletionOf,
  type DueDeletion,
} from "~/models/scheduled-deletion.server";
import { removeMailsTo } from "~/models/mail.server";
import { startDueDeletion } from "~/models/user.server";
import type { DeleteAccountInput } from "~/schemas/accounts";
import { invalidate } from "../cache/invalidation.server";
import { ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { storeMail } from "../mail/outbox.server";
import { deleteAccount } from "./account-deletion.server";
import {
  accountDeletedMail,
  deletionCancelledMail,
  deletionScheduledMail,
} from "../accounts/mails";
import { confirmIdentity } from "../accounts/confirm-identity.server";
import { requireSamePassword } from "../accounts/revoke-access.server";
import { sendNotice } from "../accounts/notices.server";

/** Accounts deleted per run; the rest follow in the next run. */
const BATCH_SIZE = 20;

/**
 * Schedules the deletion of the viewer's account, and mails them the date and how to cancel it.
 * @throws ServiceError `unauthenticated`, `invalid` with the field error for a wrong password or code, `conflict` when
 *   a deletion is already scheduled or the password was changed meanwhile, `limited`, `unavailable` when too many
 *   passwords wait to be verified
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
  await sendNotice(user, deletionScheduledMail(leavesAt, withContent), origin);
  return scheduled;
}

/**
 * Cancels the scheduled deletion of the viewer's account.
 * @throws ServiceError `unauthenticated`, `conflict` when no deletion is scheduled
 */
export async function cancelDeletion(viewer: Viewer | null, origin: string): Promise<void> {
  if (!viewer) throw unauthenticatedError();
  if (!(await cancelDeletionOf(viewer.id))) {
    throw new ServiceError("conflict", "Your account is not scheduled for deletion.");
  }
  recordEvent({ kind: "leaving-called-off", user: viewer.id });
  await invalidate(accountTag(viewer.id));
  await sendNotice(viewer, deletionCancelledMail, origin);
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
    await deleteAccount(due.email, { withContent: due.withContent, by: "person" });
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
      expiresAt: addHours(new Date(), MAIL_HOURS.notice),
    });
  }
  const hasBegun = await startDueDeletion({ id, email }, new Date());
  if (!hasBegun) await removeMailsTo(userId);
  return hasBegun;
}
