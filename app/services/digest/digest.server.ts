/**
 * Digests: each is made when it is due, by the process that claims it, and tells what has happened since the last one.
 * A process that ends while it makes one leaves it to another, which finds the mail in the outbox if it was written.
 */
import { addMilliseconds } from "date-fns/addMilliseconds";
import { millisecondsInMinute } from "date-fns/constants";
import { subMilliseconds } from "date-fns/subMilliseconds";
import {
  claimDueDigest,
  findMailSettings,
  finishDigest,
  type MailSettings,
} from "~/models/mail-settings.server";
import { findUser } from "~/models/user.server";
import { createWorkQueue } from "../jobs/work-queue.server";
import { nextDigestAt } from "../mail/mail-settings.server";
import { mayBeMailed, queueOptionalMail } from "../mail/optional-mails.server";
import { composeDigest } from "./compose-digest.server";
import type { Period } from "./digest-part";

/** How long a process may take for one digest before another makes it. */
const CLAIM_MS = 10 * millisecondsInMinute;

/** A digest tells what happened until some time before, so that everybody has been told of it. */
const LAG_MS = 5 * millisecondsInMinute;

async function makeNext(): Promise<boolean> {
  const now = new Date();
  const settings = await claimDueDigest(now, addMilliseconds(now, CLAIM_MS));
  if (!settings) return false;
  await make(settings);
  await finish(settings);
  return true;
}

async function make(settings: MailSettings): Promise<void> {
  const { userId, digestDueAt } = settings;
  const reader = await findUser(userId);
  if (!reader || !digestDueAt || !mayBeMailed(reader, settings)) return;
  const digest = await composeDigest(reader, settings, periodOf(settings, digestDueAt));
  if (!digest) return;
  const occasion = `digest ${digestDueAt.toISOString()}`;
  await queueOptionalMail({ reader, settings, what: "digest", occasion, ...digest });
}

/** The time that a digest tells of: from the end of the last one. */
function periodOf({ digestedUntil }: MailSettings, dueAt: Date): Period {
  const until = subMilliseconds(dueAt, LAG_MS);
  const since = digestedUntil ?? until;
  return { since, until: since > until ? since : until };
}

/** Sets when the next digest is due, by what its reader has chosen by now. */
async function finish(made: MailSettings): Promise<void> {
  const { userId, digestDueAt, nextDigestAt: claimedUntil } = made;
  for (;;) {
    const settings = await findMailSettings(userId);
    // Called off meanwhile, or made by another process after the claim had expired.
    if (settings?.nextDigestAt?.getTime() !== claimedUntil?.getTime()) return;
    const next = settings && nextDigestAt(userId, settings, new Date());
    if (!settings || !next || !digestDueAt) return;
    const { until } = periodOf(settings, digestDueAt);
    if (await finishDigest(settings, until, next)) return;
  }
}

const digestQueue = createWorkQueue({
  doNext: makeNext,
  pollMs: 30_000,
  endingMs: 5_000,
  warning: "a digest could not be made",
});

/** Makes all digests that are due, one after the other. */
export const makeDueDigests = digestQueue.doAll;

/** Starts making due digests. @returns a function that stops, and waits some seconds for the one that is being made */
export const scheduleDigests = digestQueue.schedule;
