/** Scheduled account deletion: seven days after the owner asked for it, unless they cancel it. */
import { randomBytes } from "node:crypto";
import { addDays } from "date-fns/addDays";
import { addHours } from "date-fns/addHours";
import { DELETION_DELAY_DAYS, MAIL_HOURS } from "~/domain/link-lifetimes";
import type { Viewer } from "~/domain/viewer";
import {
  cancelDeletionOf,
  findScheduledDeletion,
  listDueDeletions,
  scheduleDeletionOf,
  type DueDeletion,
  type ScheduledDeletion,
} from "~/models/scheduled-deletion.server";
import { removeMailsTo } from "~/models/mail.server";
import { startDueDeletion } from "~/models/user.server";
import type { DeleteAccountInput } from "~/schemas/accounts";
import { invalidate } from "../cache/invalidation.server";
import { accountTag } from "../cache/tags";
import { ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { storeMail, queueMail } from "../mail/outbox.server";
import type { MailContent } from "../mail/render-mail";
import { deleteAccount } from "./account-deletion.server";
import { accountDeletedMail, deletionCancelledMail, deletionScheduledMail } from "./account-mails";
import { confirmPassword } from "./confirm-password.server";

/** Accounts deleted per run; the rest follow in the next run. */
const BATCH_SIZE = 20;

/** @returns the scheduled deletion of the viewer's account, or `null` */
export const readScheduledDeletion = (viewer: Viewer): Promise<ScheduledDeletion | null> =>
  findScheduledDeletion(viewer.id);

/**
 * Schedules the deletion of the viewer's account, and mails them the date and how to cancel it.
 *
 * @throws ServiceError `unauthenticated`, `invalid` with the field error for a wrong password, `conflict` when
 *   a deletion is already scheduled, `limited`, `unavailable` when too many passwords wait to be verified
 */
export async function scheduleDeletion(
  viewer: Viewer | null,
  { content, currentPassword }: DeleteAccountInput,
  { address, origin }: { address: string; origin: string },
): Promise<ScheduledDeletion> {
  const field = "currentPassword";
  const { viewer: user } = await confirmPassword(viewer, currentPassword, { address, field });
  const scheduled = {
    leavesAt: addDays(new Date(), DELETION_DELAY_DAYS),
    withContent: content === "delete",
  };
  if (!(await scheduleDeletionOf(user.id, { ...scheduled, origin }))) {
    throw new ServiceError("conflict", "Your account is already scheduled for deletion.");
  }
  recordEvent({ kind: "leaving-planned", user: user.id, withContent: scheduled.withContent });
  await invalidate(accountTag(user.id));
  const url = `${origin}/settings/data`;
  await notify(user, origin, deletionScheduledMail({ name: user.name, url, ...scheduled }));
  return scheduled;
}

/**
 * Cancels the scheduled deletion of the viewer's account.
 *
 * @throws ServiceError `unauthenticated`, `conflict` when no deletion is scheduled
 */
export async function cancelDeletion(viewer: Viewer | null, origin: string): Promise<void> {
  if (!viewer) throw unauthenticatedError();
  if (!(await cancelDeletionOf(viewer.id))) {
    throw new ServiceError("conflict", "Your account is not scheduled for deletion.");
  }
  recordEvent({ kind: "leaving-called-off", user: viewer.id });
  await invalidate(accountTag(viewer.id));
  await notify(viewer, origin, deletionCancelledMail({ name: viewer.name }));
}

const notify = ({ id: userId, email: to }: Viewer, origin: string, content: MailContent) =>
  queueMail({
    ...{ userId, to, content, origin },
    expiresAt: addHours(new Date(), MAIL_HOURS.notice),
  });

/**
 * Deletes the accounts whose scheduled deletion is due, and sends each a last mail. Resumes interrupted deletions.
 *
 * @returns how many were deleted
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
 * Begins to delete an account, unless the deletion was cancelled since the account was listed. The last mail is stored
 * first, so that a crash in between does not lose it.
 *
 * @returns whether the deletion has begun
 */
async function beginDeletion({
  id,
  email,
  name,
  withContent,
  origin,
}: DueDeletion): Promise<boolean> {
  // A random id of no account, because the mails of the account itself are deleted with it.
  const userId = randomBytes(12).toString("hex");
  await storeMail({
    ...{ userId, to: email, origin },
    content: accountDeletedMail({ name, withContent }),
    expiresAt: addHours(new Date(), MAIL_HOURS.notice),
  });
  const hasBegun = await startDueDeletion({ id, email }, new Date());
  if (!hasBegun) await removeMailsTo(userId);
  return hasBegun;
}
