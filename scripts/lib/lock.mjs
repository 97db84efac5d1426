/**
 * A lock between processes: one installs or builds, the others wait. The lock is a file that names its
 * owner. It is created together with its contents in one step (a hard link), so no process reads an
 * incomplete lock. An owner that was suspended for too long has lost the lock, and must not release or renew
 * the lock of its successor.
 */
import { randomUUID } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const HEARTBEAT_MS = 2_000;
/** An owner without a heartbeat for this long counts as dead, even if its pid exists: pids are reused. */
const SILENCE_MS = 30_000;
/** Removing a dead owner's lock takes microseconds, so an older lock for the removal is a leftover. */
const STEALING_MS = 10_000;

/**
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {{ pollMs?: number, silenceMs?: number, onWait?: () => void }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(path, work, { pollMs = 100, silenceMs, onWait } = {}) {
  mkdirSync(dirname(path), { recursive: true });
  let waited = false;
  const token = randomUUID();
  while (!claim(path, token)) {
    if (removeIfDead(path, silenceMs ?? SILENCE_MS)) continue;
    if (!waited) onWait?.();
    waited = true;
    await sleep(pollMs);
  }
  const heartbeat = setInterval(() => touch(path, token), HEARTBEAT_MS).unref();
  const release = () => {
    if (ownerOf(path)?.token === token) rmSync(path, { force: true });
  };
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off("exit", release);
    release();
  }
}

function claim(/** @type {string} */ path, token = randomUUID()) {
  const mine = `${path}.${randomUUID()}`;
  writeFileSync(mine, JSON.stringify({ pid: process.pid, host: hostname(), token }));
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    unlinkSync(mine);
  }
}

/**
 * Removes the lock if its owner is dead. Two waiting processes may both find the owner dead, so only the
 * holder of a second lock may remove the first one, and it checks again before it does: otherwise the slower
 * process would remove the lock that the quicker one has just claimed.
 */
function removeIfDead(/** @type {string} */ path, /** @type {number} */ silenceMs) {
  if (!isDead(path, silenceMs)) return false;
  const stealing = `${path}.stealing`;
  if (!claim(stealing)) {
    if (age(stealing) > STEALING_MS) rmSync(stealing, { force: true });
    return false;
  }
  try {
    if (!isDead(path, silenceMs)) return false;
    rmSync(path, { force: true });
    return true;
  } finally {
    rmSync(stealing, { force: true });
  }
}

/** @returns the owner that a lock names, or `undefined` if there is no lock */
function ownerOf(/** @type {string} */ path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    return error.code === "ENOENT" ? undefined : {};
  }
}

function isDead(/** @type {string} */ path, /** @type {number} */ silenceMs) {
  const owner = ownerOf(path);
  if (!owner) return false; // it was released in the meantime: the caller tries again
  // A pid of another machine (or of a container that shares the checkout) cannot be checked, only the heartbeat can.
  if (owner.host === hostname() && !isRunning(owner.pid)) return true;
  return age(path) > silenceMs;
}

function isRunning(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function age(/** @type {string} */ path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? Date.now() - found.mtimeMs : 0;
}

function touch(/** @type {string} */ path, /** @type {string} */ token) {
  const now = new Date();
  try {
    if (ownerOf(path)?.token === token) utimesSync(path, now, now);
  } catch {
    // The lock was removed just now. The work continues, which does no harm.
  }
}
