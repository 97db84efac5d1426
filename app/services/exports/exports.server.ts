/**
 * Exports of a user's own data, kept for a week. They are made in the background, one at a time, by the process that
 * holds the lock of an export; if that process dies, the lock expires and another process starts again.
 */
import { addDays } from "date-fns/addDays";
import { addMinutes } from "date-fns/addMinutes";
import { subHours } from "date-fns/subHours";
import { EXPORT_AGAIN_HOURS, EXPORT_DAYS } from "~/domain/exports";
import type { Viewer } from "~/domain/viewer";
import {
  addChunk,
  addExport,
  type Export,
  failExport,
  findChunk,
  findExport,
  finishAttempt,
  isCurrentAttempt,
  listDueExports,
  postponeExport,
  removeChunks,
  removeChunksOf,
  removeExportOf,
  startAttempt,
} from "~/models/export.server";
import { refund } from "~/models/rate-limits.server";
import { findUser } from "~/models/user.server";
import { exportFailedMail, exportReadyMail } from "../accounts/mails";
import { sendAccountMail } from "../accounts/account-mails.server";
import { notFoundError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { underLock } from "../jobs/hold-lock.server";
import { enforceRateLimit } from "../rate-limits.server";
import { reportWarning } from "../warnings.server";
import { archiveOf, inChunks } from "./archive.server";
import { entriesOf, readAccountPart } from "./entries.server";

const madeBefore = () => subHours(new Date(), EXPORT_AGAIN_HOURS);

export type ExportStatus = ReturnType<typeof toStatus>;

function toStatus(found: Export | null) {
  const isReady = found?.state === "ready";
  const isRecent = isReady && found.readyAt! >= madeBefore();
  return {
    state: found?.state ?? ("none" as const),
    requestedAt: found?.requestedAt ?? null,
    readyAt: found?.readyAt ?? null,
    /** In bytes. */
    size: found?.size ?? null,
    /** Until when the file can be downloaded. */
    expiresAt: isReady ? found.expiresAt : null,
    /** Whether a new export can be requested now. */
    canRequest: found?.state !== "waiting" && !isRecent,
  };
}

/** @returns the state of the viewer's export */
export async function readExport(viewer: Viewer | null): Promise<ExportStatus> {
  if (!viewer) throw unauthenticatedError();
  return toStatus(await findExport(viewer.id));
}

/** Requests an export of the viewer's data, unless one is being made or was made within a day. */
export async function requestExport(viewer: Viewer | null, origin: string): Promise<ExportStatus> {
  const before = await readExport(viewer);
  if (!viewer || !before.canRequest) return before;
  await enforceRateLimit("exports", viewer.id);
  const expiresAt = addDays(new Date(), EXPORT_DAYS);
  if (await addExport({ userId: viewer.id, origin, expiresAt }, madeBefore())) {
    recordEvent({ kind: "data-export-requested", user: viewer.id });
    void makeDueExports().catch(reportWarning("copies of people's data could not be made"));
  } else {
    // A concurrent request, as from a second tab, was faster.
    await refund("exports", viewer.id);
  }
  return readExport(viewer);
}

export type ExportFile = Awaited<ReturnType<typeof openExport>>;

/** Opens the export of the viewer's data. @throws ServiceError `notFound` if no export is ready */
export async function openExport(viewer: Viewer | null) {
  if (!viewer) throw unauthenticatedError();
  const found = await findExport(viewer.id);
  if (found?.state !== "ready" || !found.readyAt) throw notFoundError("Copy of your data");
  const size = found.size ?? 0;
  return {
    name: `${viewer.name.toLowerCase()}-${found.readyAt.toISOString().slice(0, 10)}.zip`,
    size,
    read() {
      recordEvent({ kind: "data-downloaded", user: viewer.id });
      return readFile(found.fileId, size);
    },
  };
}

async function* readFile(fileId: string, size: number): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for (let number = 0; sent < size; number += 1) {
    const chunk = await findChunk(fileId, number);
    if (!chunk) throw new Error("the copy was removed while it was being sent");
    yield chunk;
    sent += chunk.length;
  }
}

/** How often to poll for exports that are to be retried or were left behind by a process that died. */
const POLL_MS = 30_000;
const BATCH_SIZE = 10;
/**
 * The least size of the chunks of a file, except for the last: each is one document in the database, and only one is in
 * memory at a time.
 */
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
  await sendAccountMail(user, exportReadyMail(expiresAt), attempt.origin);
}

async function fail(attempt: Export, user: Viewer, error: unknown): Promise<void> {
  reportWarning("a copy of somebody's data could not be made")(error);
  const pause = RETRY_MINUTES[attempt.attempts - 1];
  if (pause !== undefined) {
    return postponeExport(attempt, addMinutes(new Date(), pause), { counts: true });
  }
  if (!(await failExport(attempt))) return;
  recordEvent({ kind: "data-export-failed", user: user.id, attempts: attempt.attempts });
  await sendAccountMail(user, exportFailedMail, attempt.origin);
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
