/** Mails that tell the owner of an account about a change to it. */
import { addHours } from "date-fns/addHours";
import { environment } from "~/config/env.server";
import { MAIL_HOURS } from "~/domain/link-lifetimes";
import { mailboxOf } from "~/domain/mailbox";
import type { Viewer } from "~/domain/viewer";
import { findLinkOf } from "~/models/account-link.server";
import { count, limits } from "~/models/rate-limits.server";
import { recordLimitExceeded } from "../events/events.server";
import { queueMail } from "../mail/outbox.server";
import type { MailContent } from "../mail/render-mail";
import { asLastAccountMail, forFormerAddress } from "./mails";

/**
 * Mails the owner of an account about a change to it: to its address if it is confirmed, since it may be a stranger's
 * otherwise, and to the former address as long as it can be restored, since the present one may be a thief's.
 * @param queue `storeMail` for command-line scripts: the site sends the mail
 */
export async function sendAccountMail(
  user: Viewer,
  content: MailContent,
  origin: string,
  queue: typeof queueMail = queueMail,
): Promise<void> {
  const former = await findLinkOf(user.id, "restore-email");
  const copies = [
    ...(user.hasProvenEmail ? [{ to: user.email, content }] : []),
    ...(former && former.email !== user.email
      ? [{ to: former.email, content: forFormerAddress(content, former.expiresAt) }]
      : []),
  ];
  const expiresAt = addHours(new Date(), MAIL_HOURS.aboutAccount);
  for (const copy of copies) {
    const left = await countAccountMail(copy.to);
    if (left < 0) continue;
    const last = left === 0 ? asLastAccountMail(copy.content) : copy.content;
    await queue({
      userId: user.id,
      name: user.name,
      to: copy.to,
      content: last,
      origin,
      expiresAt,
    });
  }
}

/**
 * Counts a mail against the limit of its mailbox. These mails have a limit of their own, so that they cannot use up that
 * of the mails with which owners get their accounts back.
 * @returns how many may follow within the hour; negative if this one must not be sent
 */
async function countAccountMail(to: string): Promise<number> {
  if (!environment().RATE_LIMITS) return Infinity;
  const mailbox = mailboxOf(to);
  const left = limits().accountMailsTo.points - (await count("accountMailsTo", mailbox));
  if (left < 0) recordLimitExceeded("accountMailsTo", mailbox);
  return left;
}
