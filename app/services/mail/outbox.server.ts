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
import { countRefusal, forgetRefusals } from "~/models/mail-settings.server";
import { countToday } from "../day-counts.server";
import { recordEvent } from "../events/events.server";
import { createWorkQueue } from "../jobs/work-queue.server";
import { MAX_REFUSALS } from "./mail-settings.server";
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
  /** Names the occasion: no second mail is written for it. */
  key?: string | undefined;
  /** The path that ends such mails; only those about the account itself have none. */
  unsubscribePath?: string | undefined;
  /** The ids of what it tells of: once something of that is gone, it is not sent. */
  about?: string[] | undefined;
}

/** Stores a mail in the outbox, without sending it. For commands, which end before it is sent; the site sends it. */
export const storeMail = ({
  userId,
  to,
  content,
  expiresAt,
  key,
  unsubscribePath,
  about,
  ...frame
}: MailToQueue): Promise<void> =>
  addMail({
    ...{ userId, to, expiresAt, key, about },
    ...renderMail(content, frame),
    unsubscribeUrl: unsubscribePath && frame.origin + unsubscribePath,
  });

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
  if (isUseless) return removeMail(mail);
  const failure = await deliver({ ...mail, to }).then(() => null, failureOf);
  // Nobody has asked for these just now, so nobody notices by themselves that none arrive.
  if (mail.unsubscribeUrl) await noteOutcome(mail.userId, to, failure);
  if (!failure) {
    countToday("mails");
    return removeMail(mail);
  }
  recordEvent({
    kind: "mail-failed",
    user: mail.userId,
    reason: failure.reason,
    attempts: mail.attempts,
  });
  if (failure.isPermanent) return removeMail(mail);
  const pause = RETRY_PAUSES_MS[Math.min(mail.attempts, RETRY_PAUSES_MS.length) - 1]!;
  await postponeMail(mail.id, addMilliseconds(new Date(), pause));
}

interface Failure {
  reason: string;
  isPermanent: boolean;
  /** Whether the server refuses the recipient, and not the sender or this mail. */
  isOfRecipient: boolean;
}

/** Returns why a mail was not sent, without the server's message, which may contain the address. */
function failureOf(error: unknown): Failure {
  const { code, responseCode, command, response } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
    response?: string;
  };
  // A refused sign-in to the SMTP server is a matter of configuration, so the mail is retried.
  const isPermanent = code !== "EAUTH" && (responseCode ?? 0) >= 500;
  return {
    reason: [code ?? "failed", responseCode].filter(Boolean).join(" "),
    isPermanent,
    // Some servers say only after the text, by a status of RFC 3463, that there is no such mailbox.
    isOfRecipient:
      isPermanent && (command === "RCPT TO" || /^\d{3}[ -]5\.[12]\.\d/.test(response ?? "")),
  };
}

/** Counts the mails in a row that the server of an address has refused for good; one that it accepts begins anew. */
async function noteOutcome(userId: string, to: string, failure: Failure | null): Promise<void> {
  if (!failure) {
    await forgetRefusals(userId);
  } else if (failure.isOfRecipient && (await countRefusal(userId, to)) === MAX_REFUSALS) {
    recordEvent({ kind: "mails-stopped", user: userId });
  }
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
