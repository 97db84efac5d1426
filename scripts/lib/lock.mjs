/**
 * One installs or builds, the others wait. The lock is a file that names its owner; it is made
 * with its contents in one step (a hard link), so nobody ever reads half a lock. An owner that was
 * asleep for long has lost it, and must not take what is another's by then for its own.
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
/** An owner that has shown no sign of life for this long is gone, whatever its pid says now. */
const SILENCE_MS = 30_000;
/** Taking a dead owner's lock away is a matter of microseconds. */
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
 * Two waiting processes may both find the owner dead. Only the one that holds the second lock may
 * take the first away, and looks again before it does: otherwise the slower of the two would
 * remove what the quicker one has just claimed.
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

/** @returns what a lock says of its owner, or nothing when there is no lock */
function ownerOf(/** @type {string} */ path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    return error.code === "ENOENT" ? undefined : {};
  }
}

function isDead(/** @type {string} */ path, /** @type {number} */ silenceMs) {
  const owner = ownerOf(path);
  if (!owner) return false; // released meanwhile: simply try again
  // A pid means nothing on another machine (a container over the same checkout): only silence tells.
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
    // Taken away just now: the work goes on, it harms nobody.
  }
}
