import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withLock } from "../../../scripts/lib/lock.mjs";

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "lock-"));
  path = join(directory, "cache/lock");
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const fast = { pollMs: 5 };
const noWork = async () => {};

function lockOf(owner: { pid: number; host?: string }, ageMs = 0) {
  writeFileSync(path, JSON.stringify({ host: hostname(), ...owner }));
  const then = new Date(Date.now() - ageMs);
  utimesSync(path, then, then);
}

/** The pid of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

test("is held by one at a time, and by all in the end", async () => {
  let inside = 0;
  let most = 0;
  let done = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await sleep(10);
    inside--;
    done++;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLock(path, work, fast)));
  expect({ most, done }).toEqual({ most: 1, done: 8 });
  expect(existsSync(path)).toBe(false);
});

test("is released when the work fails", async () => {
  const failing = withLock(path, () => Promise.reject(new Error("no")), fast);
  await expect(failing).rejects.toThrow("no");
  expect(existsSync(path)).toBe(false);
});

test("says once that it waits for a living owner", async () => {
  await withLock(path, noWork, fast);
  lockOf({ pid: process.pid });
  let waits = 0;
  const waiting = withLock(path, noWork, { ...fast, onWait: () => waits++ });
  await sleep(50);
  expect(waits).toBe(1);
  rmSync(path);
  await waiting;
});

test("is taken over from a dead owner by one at a time", async () => {
  await withLock(path, noWork, fast);
  lockOf({ pid: deadPid() });
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await sleep(5);
    inside--;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLock(path, work, fast)));
  expect(most).toBe(1);
});

test("is taken over from an owner on another machine only after its silence", async () => {
  await withLock(path, noWork, fast);
  lockOf({ pid: deadPid(), host: "elsewhere" });
  let entered = false;
  const waiting = withLock(path, async () => void (entered = true), { ...fast, silenceMs: 1_000 });
  await sleep(50);
  expect(entered).toBe(false);
  lockOf({ pid: process.pid, host: "elsewhere" }, 2_000);
  await waiting;
  expect(entered).toBe(true);
});

test("is not touched by a former owner that slept until it was taken over", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    let modified = 0;
    await withLock(path, async () => {
      // As a waiting process does when the owner has been silent for too long.
      rmSync(path);
      lockOf({ pid: process.pid }, 10_000);
      modified = statSync(path).mtimeMs;
      vi.advanceTimersByTime(10_000);
      expect(statSync(path).mtimeMs, "not kept alive by the former owner").toBe(modified);
    });
    expect(statSync(path).mtimeMs).toBe(modified);
  } finally {
    vi.useRealTimers();
  }
});

test("is refreshed by its owner while it works", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    await withLock(path, async () => {
      const then = new Date(Date.now() - 10_000);
      utimesSync(path, then, then);
      vi.advanceTimersByTime(2_000);
      expect(statSync(path).mtimeMs).toBeGreaterThan(then.getTime());
    });
    expect(existsSync(path)).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test("is not kept by a process that was killed", async () => {
  const program = `
    import { withLock } from ${JSON.stringify(new URL("../../../scripts/lib/lock.mjs", import.meta.url).href)};
    await withLock(${JSON.stringify(path)}, async () => process.kill(process.pid, "SIGKILL"));`;
  spawnSync(process.execPath, ["--input-type=module", "-e", program]);
  expect(existsSync(path)).toBe(true);
  await withLock(path, noWork, fast);
  expect(existsSync(path)).toBe(false);
});
