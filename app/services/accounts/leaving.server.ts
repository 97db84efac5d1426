/** Leaving: an account is deleted seven days after its owner asked for it, unless they call it off. */
import { randomBytes } from "node:crypto";
import { addDays } from "date-fns/addDays";
import { addHours } from "date-fns/addHours";
import { LEAVING_DAYS, MAIL_HOURS } from "~/domain/link-lifetimes";
import type { Viewer } from "~/domain/viewer";
import {
  cancelLeavingOf,
  findLeaving,
  listDueLeavings,
  planLeavingOf,
  type DueLeaving,
  type PlannedLeaving,
} from "~/models/leaving.server";
import { removeMailsTo } from "~/models/mail.server";
import { startDueDeletion } from "~/models/user.server";
import type { LeaveInput } from "~/schemas/accounts";
import { invalidate } from "../cache/invalidation.server";
import { accountTag } from "../cache/tags";
import { ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { leaveMail, queueMail } from "../mail/outbox.server";
import type { MailContent } from "../mail/render-mail";
import { deleteAccount } from "./account-deletion.server";
import { accountDeletedMail, leavingCalledOffMail, leavingPlannedMail } from "./account-mails";
import { confirmPassword } from "./confirm-password.server";

/** How many accounts are deleted at one look; the others are at the next. */
const BATCH_SIZE = 20;

/** @returns when the viewer leaves, or `null` if that is not planned */
export const readLeaving = (viewer: Viewer): Promise<PlannedLeaving | null> =>
  findLeaving(viewer.id);

/**
 * Plans the deletion of the viewer's account, and mails them when it is and how to call it off.
 *
 * @throws ServiceError `unauthenticated`, `invalid` with the field error for a wrong password, `conflict` when
 *   it is planned already, `limited`, `unavailable` when too many passwords wait to be verified
 */
export async function planLeaving(
  viewer: Viewer | null,
  { content, currentPassword }: LeaveInput,
  { address, origin }: { address: string; origin: string },
): Promise<PlannedLeaving> {
  const field = "currentPassword";
  const { viewer: user } = await confirmPassword(viewer, currentPassword, { address, field });
  const planned = {
    leavesAt: addDays(new Date(), LEAVING_DAYS),
    withContent: content === "delete",
  };
  if (!(await planLeavingOf(user.id, { ...planned, origin }))) {
    throw new ServiceError("conflict", "Your account is to be deleted already.");
  }
  recordEvent({ kind: "leaving-planned", user: user.id, withContent: planned.withContent });
  await invalidate(accountTag(user.id));
  const url = `${origin}/settings/data`;
  await tell(user, origin, leavingPlannedMail({ name: user.name, url, ...planned }));
  return planned;
}

/**
 * Calls the deletion of the viewer's account off.
 *
 * @throws ServiceError `unauthenticated`, `conflict` when it is not planned
 */
export async function callOffLeaving(viewer: Viewer | null, origin: string): Promise<void> {
  if (!viewer) throw unauthenticatedError();
  if (!(await cancelLeavingOf(viewer.id))) {
    throw new ServiceError("conflict", "Your account is not to be deleted.");
  }
  recordEvent({ kind: "leaving-called-off", user: viewer.id });
  await invalidate(accountTag(viewer.id));
  await tell(viewer, origin, leavingCalledOffMail({ name: viewer.name }));
}

const tell = ({ id: userId, email: to }: Viewer, origin: string, content: MailContent) =>
  queueMail({
    ...{ userId, to, content, origin },
    expiresAt: addHours(new Date(), MAIL_HOURS.notice),
  });

/**
 * Deletes the accounts whose time has come, each with a last mail. One that was interrupted is resumed.
 *
 * @returns how many were deleted
 */
export async function deleteDueAccounts(signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const due of await listDueLeavings(new Date(), BATCH_SIZE)) {
    if (signal?.aborted) break;
    if (!due.hasBegun && !(await beginDeletion(due))) continue;
    await deleteAccount(due.email, { withContent: due.withContent, by: "person" });
    deleted += 1;
  }
  return deleted;
}

/**
 * Begins to delete an account, unless that has been called off since it was listed. The last mail is written before,
 * so that a crash in between does not lose it.
 *
 * @returns whether it has begun
 */
async function beginDeletion({
  id,
  email,
  name,
  withContent,
  origin,
}: DueLeaving): Promise<boolean> {
  // Nobody's account: the mails of the account are deleted with it.
  const userId = randomBytes(12).toString("hex");
  await leaveMail({
    ...{ userId, to: email, origin },
    content: accountDeletedMail({ name, withContent }),
    expiresAt: addHours(new Date(), MAIL_HOURS.notice),
  });
  const hasBegun = await startDueDeletion({ id, email }, new Date());
  if (!hasBegun) await removeMailsTo(userId);
  return hasBegun;
}
