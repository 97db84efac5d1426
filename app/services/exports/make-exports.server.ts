/**
 * Makes the requested exports in the background, one at a time. The process that holds the lock of an export makes
 * it; if that process dies, the lock expires and another process starts again.
 */
import { addDays } from "date-fns/addDays";
import { addMinutes } from "date-fns/addMinutes";
import { EXPORT_DAYS } from "~/domain/exports";
import type { Viewer } from "~/domain/viewer";
import { addChunk, removeChunks, removeChunksOf } from "~/models/export-chunk.server";
import {
  failExport,
  finishAttempt,
  isCurrentAttempt,
  listDueExports,
  postponeExport,
  removeExportOf,
  startAttempt,
  type Export,
} from "~/models/export.server";
import { findUser } from "~/models/user.server";
import { exportFailedMail, exportReadyMail } from "../accounts/mails";
import { sendNotice } from "../accounts/notices.server";
import { recordEvent } from "../events/events.server";
import { underLock } from "../jobs/hold-lock.server";
import { reportWarning } from "../warnings.server";
import { archiveOf, inChunks } from "./archive.server";
import { entriesOf, readAccountPart } from "./entries.server";

/** How often to poll for exports that are to be retried or were left behind by a process that died. */
const POLL_MS = 30_000;
const BATCH_SIZE = 10;
/** The size of the chunks of a file: each is one document in the database, and only one is in memory at a time. */
export const CHUNK_BYTES = 256 * 1024;
/** The pause after each failure, in minutes. After one more failure the export is given up. */
const RETRY_MINUTES = [1, 5, 30, 120];

let making: Promise<void> | null = null;
let isDueAgain = false;
let ending = new AbortController();

/** Makes all exports that are due, except those that another process is making. */
export function makeDueExports(): Promise<void> {
  isDueAgain = true;
  return (making ??= makeUntilNoneIsDue().finally(() => (making = null)));
}

async function makeUntilNoneIsDue(): Promise<void> {
  while (isDueAgain && !ending.signal.aborted) {
    isDueAgain = false;
    for (const due of await listDueExports(new Date(), BATCH_SIZE)) {
      if (ending.signal.aborted) return;
      // There may be more than were listed.
      if (await makeWithLock(due)) isDueAgain = true;
    }
  }
}

/** @returns whether this process made the export, and no other one */
async function makeWithLock({ id }: Export): Promise<boolean> {
  const made = await underLock(`export ${id}`, ending.signal, async (signal) => {
    const attempt = await startAttempt(id);
    if (attempt) await make(attempt, signal);
    return attempt !== null;
  });
  return made ?? false;
}

async function make(attempt: Export, signal: AbortSignal): Promise<void> {
  const { userId, fileId } = attempt;
  // Removes what earlier attempts and the previous export have left.
  await removeChunksOf(userId);
  const user = await findUser(userId);
  // Without a user, the account is being deleted.
  if (!user) return removeExportOf(userId);
  try {
    if (attempt.attempts > RETRY_MINUTES.length + 1)
      throw new Error("each process that made it died");
    const expiresAt = addDays(new Date(), EXPORT_DAYS);
    const size = await writeFile(attempt, expiresAt, signal);
    await finish(attempt, user, { size, expiresAt });
  } catch (error) {
    await removeChunks(fileId);
    if (ending.signal.aborted) return postponeExport(attempt, new Date(), { counts: false });
    if (!signal.aborted) await fail(attempt, user, error);
  }
}

/** @returns the size of the file in bytes @throws if the export is no longer wanted or the signal aborts */
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
    // If the account was deleted meanwhile, only this process can remove the chunks it has added.
    if (!(await isCurrentAttempt(attempt))) throw new Error("the copy is no longer wanted");
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
  await sendNotice(user, exportReadyMail(expiresAt), attempt.origin);
}

async function fail(attempt: Export, user: Viewer, error: unknown): Promise<void> {
  reportWarning("a copy of somebody's data could not be made")(error);
  const pause = RETRY_MINUTES[attempt.attempts - 1];
  if (pause !== undefined) {
    return postponeExport(attempt, addMinutes(new Date(), pause), { counts: true });
  }
  if (!(await failExport(attempt))) return;
  recordEvent({ kind: "data-export-failed", user: user.id, attempts: attempt.attempts });
  await sendNotice(user, exportFailedMail, attempt.origin);
}

/**
 * Starts looking for due exports periodically.
 * @returns a function that stops; an unfinished export is left to another process
 */
export function scheduleExports(): () => Promise<void> {
  ending = new AbortController();
  const poll = () =>
    void makeDueExports().catch(reportWarning("copies of people's data could not be made"));
  const timer = setInterval(poll, POLL_MS).unref();
  return async () => {
    clearInterval(timer);
    ending.abort();
    await making?.catch(() => {});
  };
}
