/**
 * Makes the copies that people have asked for, one at a time, behind the answers. Of several processes the one
 * that has the lock of a copy makes it; when it dies, the lock expires, and another begins anew.
 */
import { addDays } from "date-fns/addDays";
import { addHours } from "date-fns/addHours";
import { addMinutes } from "date-fns/addMinutes";
import { EXPORT_DAYS } from "~/domain/exports";
import { MAIL_HOURS } from "~/domain/link-lifetimes";
import type { Viewer } from "~/domain/viewer";
import { addChunk, removeChunks, removeChunksOf } from "~/models/export-chunk.server";
import {
  failExport,
  finishAttempt,
  isUnderWay,
  listDueExports,
  postponeExport,
  removeExportOf,
  startAttempt,
  type Export,
} from "~/models/export.server";
import { acquireLock, releaseLock } from "~/models/job-lock.server";
import { findUser } from "~/models/user.server";
import { exportFailedMail, exportReadyMail } from "../accounts/account-mails";
import { recordEvent } from "../events/events.server";
import { holdLock, LOCK_MS } from "../jobs/hold-lock.server";
import { queueMail } from "../mail/outbox.server";
import type { MailContent } from "../mail/render-mail";
import { reportWarning } from "../warnings.server";
import { archiveOf, inChunks } from "./archive.server";
import { entriesOf } from "./entries.server";
import { readAccountPart } from "./parts.server";

/** How often to look for copies that are due again, or were left behind by a process that died. */
const LOOK_MS = 30_000;
const BATCH_SIZE = 10;
/** Of a file: what is in memory of it at a time, and one document of the database. */
export const CHUNK_BYTES = 256 * 1024;
/** How long to wait after each failure, in minutes. After one more it is given up. */
const PAUSES = [1, 5, 30, 120];

let making: Promise<void> | null = null;
let isDueAgain = false;
let ending = new AbortController();

/** Makes all copies that are due and that no other process makes. */
export function makeDueExports(): Promise<void> {
  isDueAgain = true;
  return (making ??= makeUntilNoneIsDue().finally(() => (making = null)));
}

async function makeUntilNoneIsDue(): Promise<void> {
  while (isDueAgain && !ending.signal.aborted) {
    isDueAgain = false;
    for (const due of await listDueExports(new Date(), BATCH_SIZE)) {
      if (ending.signal.aborted) return;
      // There may be more than one look has found.
      if (await makeAlone(due)) isDueAgain = true;
    }
  }
}

/** @returns whether it was this process that did it */
async function makeAlone({ id }: Export): Promise<boolean> {
  const lock = await acquireLock(`export ${id}`, LOCK_MS);
  if (!lock.isMine) return false;
  try {
    return await holdLock(lock.id, async ({ signal }) => {
      const attempt = await startAttempt(id);
      if (!attempt) return false;
      await make(attempt, AbortSignal.any([signal, ending.signal]));
      return true;
    });
  } finally {
    // Where the database is away, the lock expires because it is not renewed.
    await releaseLock(lock.id, { state: "withdrawn" }).catch(() => {});
  }
}

async function make(attempt: Export, signal: AbortSignal): Promise<void> {
  const { userId, fileId } = attempt;
  // Those of earlier attempts, and of the copy before.
  await removeChunksOf(userId);
  const user = await findUser(userId);
  // An account that is being deleted.
  if (!user) return removeExportOf(userId);
  try {
    if (attempt.attempts > PAUSES.length + 1) throw new Error("each process that made it died");
    const expiresAt = addDays(new Date(), EXPORT_DAYS);
    const size = await writeFile(attempt, expiresAt, signal);
    await finish(attempt, user, { size, expiresAt });
  } catch (error) {
    await removeChunks(fileId);
    if (ending.signal.aborted) return postponeExport(attempt, new Date(), { counts: false });
    if (!signal.aborted) await fail(attempt, user, error);
  }
}

/** @returns its size in bytes @throws when it is no longer wanted, or the signal says so */
async function writeFile(attempt: Export, expiresAt: Date, signal: AbortSignal): Promise<number> {
  const { fileId, userId, origin } = attempt;
  const account = await readAccountPart(userId);
  if (!account) throw new Error("the account is gone");
  const madeAt = new Date();
  let [number, size] = [0, 0];
  const bytes = archiveOf(entriesOf({ account, origin, madeAt }));
  for await (const data of inChunks(bytes, CHUNK_BYTES)) {
    signal.throwIfAborted();
    await addChunk({ fileId, userId, number, data, expiresAt });
    // The account may be gone since; then nothing removes what was added but this process.
    if (!(await isUnderWay(attempt))) throw new Error("the copy is no longer wanted");
    number += 1;
    size += data.length;
  }
  signal.throwIfAborted();
  return size;
}

async function finish(
  attempt: Export,
  user: Viewer,
  { size, expiresAt }: { size: number; expiresAt: Date },
): Promise<void> {
  if (!(await finishAttempt(attempt, { readyAt: new Date(), size, expiresAt }))) {
    return removeChunks(attempt.fileId);
  }
  recordEvent({ kind: "data-exported", user: user.id, by: "person", bytes: size });
  const url = pageOf(attempt);
  await tell(attempt, user, exportReadyMail({ name: user.name, url, expiresAt }));
}

async function fail(attempt: Export, user: Viewer, error: unknown): Promise<void> {
  reportWarning("a copy of somebody's data could not be made")(error);
  const pause = PAUSES[attempt.attempts - 1];
  if (pause !== undefined) {
    return postponeExport(attempt, addMinutes(new Date(), pause), { counts: true });
  }
  if (!(await failExport(attempt))) return;
  recordEvent({ kind: "data-export-failed", user: user.id, attempts: attempt.attempts });
  await tell(attempt, user, exportFailedMail({ name: user.name, url: pageOf(attempt) }));
}

const pageOf = ({ origin }: Export) => `${origin}/settings/data`;

const tell = ({ origin }: Export, { id: userId, email: to }: Viewer, content: MailContent) =>
  queueMail({
    ...{ userId, to, content, origin },
    expiresAt: addHours(new Date(), MAIL_HOURS.notice),
  });

/**
 * Looks for copies to be made from time to time.
 *
 * @returns what ends it; what is being made is left to another process
 */
export function scheduleExports(): () => Promise<void> {
  ending = new AbortController();
  const look = () =>
    void makeDueExports().catch(reportWarning("copies of people's data could not be made"));
  const timer = setInterval(look, LOOK_MS).unref();
  return async () => {
    clearInterval(timer);
    ending.abort();
    await making?.catch(() => {});
  };
}
