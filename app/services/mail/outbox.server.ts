/**
 * The outbox: mails are stored before the response and sent after it, by whichever process claims them first. Mails
 * that cannot be sent are retried after growing pauses.
 */
import { addMilliseconds } from "date-fns/addMilliseconds";
import { millisecondsInMinute } from "date-fns/constants";
import {
  addMail,
  claimDueMail,
  postponeMail,
  removeMail,
  removeMailsTo,
  type ClaimedMail,
} from "~/models/mail.server";
import { recordEvent } from "../events/events.server";
import { createWorkQueue } from "../jobs/work-queue.server";
import { renderMail, type MailContent, type MailFrame } from "./render-mail";
import { deliver, removeFilesTo, SENDING_MS } from "./transport.server";

/** The pause after each failure; the last one applies to all later failures. */
const RETRY_PAUSES_MS = [1, 5, 15, 60, 180].map((minutes) => minutes * millisecondsInMinute);
/** How often to poll for mails that are to be retried, or were left behind by a process that ended. */
const POLL_MS = 30_000;
/** How long a process that shuts down waits for the mail that is being sent. */
const ENDING_MS = 5_000;

export interface MailToQueue extends MailFrame {
  userId: string;
  /** `null` for an address without an account: the mail is stored as usual, but not sent. */
  to: string | null;
  content: MailContent;
  expiresAt: Date;
}

/** Stores a mail in the outbox, without sending it. For commands, which end before it is sent; the site sends it. */
export const storeMail = ({
  userId,
  to,
  content,
  expiresAt,
  ...frame
}: MailToQueue): Promise<void> => addMail({ userId, to, expiresAt, ...renderMail(content, frame) });

/** Stores a mail in the outbox, and starts sending it in the background. */
export async function queueMail(mail: MailToQueue): Promise<void> {
  await storeMail(mail);
  mailQueue.wake();
}

/** Removes the mails to an account: those that are not sent yet, and those that were written to files. */
export async function forgetMailsTo(userId: string): Promise<void> {
  await removeMailsTo(userId);
  await removeFilesTo(userId);
}

async function sendNext(): Promise<boolean> {
  const now = new Date();
  const mail = await claimDueMail(now, addMilliseconds(now, SENDING_MS));
  if (mail) await send(mail);
  return mail !== null;
}

async function send({ to, ...mail }: ClaimedMail): Promise<void> {
  const isUseless = to === null || mail.expiresAt.getTime() <= Date.now();
  if (isUseless) return removeMail(mail.id);
  const failure = await deliver({ ...mail, to }).then(() => null, failureOf);
  if (!failure) return removeMail(mail.id);
  recordEvent({
    kind: "mail-failed",
    user: mail.userId,
    reason: failure.reason,
    attempts: mail.attempts,
  });
  if (failure.isPermanent) return removeMail(mail.id);
  const pause = RETRY_PAUSES_MS[Math.min(mail.attempts, RETRY_PAUSES_MS.length) - 1]!;
  return postponeMail(mail.id, addMilliseconds(new Date(), pause));
}

/** Returns why a mail was not sent, without the server's message, which may contain the address. */
function failureOf(error: unknown): { reason: string; isPermanent: boolean } {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return {
    reason: [code ?? "failed", responseCode].filter(Boolean).join(" "),
    // A refused sign-in to the SMTP server is a matter of configuration, so the mail is retried.
    isPermanent: code !== "EAUTH" && (responseCode ?? 0) >= 500,
  };
}

const mailQueue = createWorkQueue({
  doNext: sendNext,
  pollMs: POLL_MS,
  endingMs: ENDING_MS,
  warning: "mails could not be sent",
});

/** Sends all mails that are due, one after the other. */
export const sendDueMails = mailQueue.doAll;

/** Starts sending due mails. @returns a function that stops, and waits some seconds for the mail that is being sent */
export const scheduleMail = mailQueue.schedule;
