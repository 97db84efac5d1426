/**
 * A process that is killed between writing a row and its count leaves the count wrong. So each server process
 * registers itself in the database and removes its entry when it shuts down cleanly. When a process finds the entry of
 * one that has ended uncleanly, it corrects the counts of what was written last.
 */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { millisecondsInMinute, millisecondsInSecond } from "date-fns/constants";
import { differenceInMilliseconds } from "date-fns/differenceInMilliseconds";
import { max } from "date-fns/max";
import { min } from "date-fns/min";
import { subMilliseconds } from "date-fns/subMilliseconds";
import type { Logger } from "pino";
import { acquireLock, releaseLock } from "~/models/job-lock.server";
import { lastFailure } from "~/models/outage.server";
import {
  listServing,
  removeServing,
  storeServing,
  type ServingProcess,
} from "~/models/serving-process.server";
import { holdLock, LOCK_MS } from "./hold-lock.server";
import { recountSince } from "./recent-recount.server";

const HEARTBEAT_MS = 10 * millisecondsInSecond;
/** A process without a heartbeat for this long has ended. */
const SILENCE_MS = 3 * HEARTBEAT_MS;
/** Longer than a request takes: writes older than this have been counted, unless their process has ended. */
const COUNTED_MS = 2 * millisecondsInMinute;
/** How much the clocks of machines may differ. */
const CLOCK_SKEW_MS = millisecondsInMinute;

interface Own {
  id: string;
  log: Logger;
  countedUntil: Date;
  timer: NodeJS.Timeout;
  stopping: AbortController;
  checking: Promise<void> | null;
  failureHandled: Date | null;
}

let own: Own | null = null;

/** Registers this process, and starts to check periodically for processes that have ended uncleanly. */
export async function registerProcess(log: Logger): Promise<void> {
  const started: Own = {
    id: randomUUID(),
    log,
    countedUntil: new Date(),
    timer: setInterval(() => void check(started), HEARTBEAT_MS).unref(),
    stopping: new AbortController(),
    checking: null,
    failureHandled: null,
  };
  own = started;
  await storeServing(describe(started));
  void check(started);
}

/** Removes the entry of this process, which has shut down cleanly and has no requests in progress. */
export async function unregisterProcess(): Promise<void> {
  const ended = own;
  if (!ended) return;
  own = null;
  clearInterval(ended.timer);
  ended.stopping.abort();
  await ended.checking;
  // If writes have failed, the entry stays, so that the next process corrects the counts.
  if (unhandledFailure(ended)) return;
  await removeServing([ended.id]).catch(() => {});
}

const describe = ({ id, countedUntil }: Own): ServingProcess => ({
  ...{ id, host: hostname(), pid: process.pid },
  countedUntil,
  seenAt: new Date(),
});

function check(self: Own): Promise<void> {
  return (self.checking ??= checkProcesses(self)
    .catch((err: unknown) => {
      if (!self.stopping.signal.aborted) self.log.warn({ err }, "the check for crashes failed");
    })
    .finally(() => (self.checking = null)));
}

async function checkProcesses(self: Own): Promise<void> {
  const failure = unhandledFailure(self);
  if (!failure) {
    self.countedUntil = max([self.countedUntil, subMilliseconds(new Date(), COUNTED_MS)]);
  }
  await storeServing(describe(self));
  const ended = (await listServing()).filter((other) => other.id !== self.id && hasEnded(other));
  if (ended.length) await handleEnded(self, ended);
  if (failure) {
    // Writes have failed, possibly between a row and its count.
    const corrected = await recountWithLock(self, self.countedUntil);
    if (corrected !== null) self.failureHandled = failure;
  }
}

const unhandledFailure = ({ failureHandled }: Own): Date | null => {
  const failure = lastFailure();
  return failure && (!failureHandled || failure > failureHandled) ? failure : null;
};

function hasEnded({ host, pid, seenAt }: ServingProcess): boolean {
  if (differenceInMilliseconds(new Date(), seenAt) > SILENCE_MS) return true;
  // In a container, a new process often has the same pid as the previous one.
  return host === hostname() && (pid === process.pid || !isAlive(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // The process belongs to another user.
  }
}

async function handleEnded(self: Own, ended: readonly ServingProcess[]): Promise<void> {
  const since = min(ended.map(({ countedUntil }) => countedUntil));
  const corrected = await recountWithLock(self, since);
  if (corrected === null) return;
  await removeServing(ended.map(({ id }) => id));
  self.log.warn({ processes: ended.length, corrected }, "processes had ended without stopping");
}

/** @returns the number of corrected counts, or `null` if another process is recounting */
async function recountWithLock(self: Own, since: Date): Promise<number | null> {
  const lock = await acquireLock("recent recount", LOCK_MS);
  if (!lock.isMine) return null;
  try {
    return await holdLock(lock.id, (holding) =>
      recountSince(subMilliseconds(since, CLOCK_SKEW_MS), {
        signal: AbortSignal.any([holding.signal, self.stopping.signal]),
      }),
    );
  } finally {
    await releaseLock(lock.id, { state: "withdrawn" }).catch(() => {});
  }
}
