/** Mails that tell the owner of an account about changes to its second factor and passkeys. */
import { addHours } from "date-fns/addHours";
import { MAIL_HOURS } from "~/domain/link-lifetimes";
import type { Viewer } from "~/domain/viewer";
import { storeMail, queueMail, type MailToQueue } from "../mail/outbox.server";
import { noticeMail, type Notice } from "./account-notices";

const mailOf = (user: Viewer, notice: Notice, origin: string): MailToQueue => ({
  ...{ userId: user.id, to: user.email, origin },
  content: noticeMail(notice, { name: user.name, url: `${origin}/forgot` }),
  expiresAt: addHours(new Date(), MAIL_HOURS.notice),
});

/**
 * Mails the owner of an account what happened.
 *
 * @param origin the origin of this site, for links
 */
export const mailNotice = (user: Viewer, notice: Notice, origin: string): Promise<void> =>
  queueMail(mailOf(user, notice, origin));

/** Like `mailNotice`, for command-line scripts: stores the mail, and the site sends it. */
export const storeNotice = (user: Viewer, notice: Notice, origin: string): Promise<void> =>
  storeMail(mailOf(user, notice, origin));
