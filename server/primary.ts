/**
 * The primary process: it starts the worker processes that serve the site, replaces those that die, and
 * switches to a new build without refusing a connection. It holds the port that the workers share, so it
 * keeps running while builds change, and imports nothing from the application.
 */
import cluster, { type Worker } from "node:cluster";
import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isatty } from "node:tty";
import type { Logger } from "pino";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import type { Environment } from "~/config/env.server";
import { createLog, logConsole } from "./log";
import { listenForReloads, requestReload } from "./running-site";
import { exitOnUnexpected, type PrimaryMessage, type ServingMessage } from "./shutdown";

/** Deaths with less than this between them are one series, in which the backoff grows. */
const SERIES_MS = 60_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 30_000;
const STOP_REPEAT_MS = 50;
/** After this the workers are killed; normally one that is told to stop exits much sooner. */
const MAX_STOP_MS = 40_000;

/** The workers that accept connections. Others may still be finishing their requests. */
let current = new Set<Worker>();
const alive = new Set<Worker>();
let wanted = 1;
let log: Logger | undefined;
let isStopping = false;
let deaths = { count: 0, lastAt: -Infinity };
let reloading: Promise<boolean> | null = null;
const hadTerminal = isatty(0);

// Workers accept connections from the shared port themselves. If the primary distributed them, a connection
// given to a worker that is killed at that moment would get no response and never be closed.
cluster.schedulingPolicy = cluster.SCHED_NONE;
cluster.setupPrimary({
  // Each worker process loads the build that exists when it starts.
  exec: resolve("build/server/http-server.js"),
  args: [],
  // V8 starts four threads for garbage collection, which would take the cores of other worker processes.
  execArgv: ["--v8-pool-size=1", ...process.execArgv],
});
// Holds the counters of the in-memory rate limits for all worker processes.
new RateLimiterClusterMaster();

cluster.on("exit", (worker, code: number | null, signal: string | null) => {
  alive.delete(worker);
  const wasCurrent = current.delete(worker);
  if (isStopping || !wasCurrent || !log) return;
  const pauseMs = backoffAfterDeath();
  log.error({ worker: worker.process.pid, code, signal, pauseMs }, "a worker process died");
  setTimeout(startMissingWorkers, pauseMs);
});
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
process.on("SIGHUP", (signal) => {
  if (isTerminalGone()) void stop(signal);
  else void reload();
});

await start();

async function start(): Promise<void> {
  const running = await requestReload();
  if (running) {
    if (running.address) process.stdout.write(`${running.address}\n`);
    else
      process.stderr.write(
        "The running site could not switch to the new build; its log says why.\n",
      );
    process.exit(running.address ? 0 : 1);
  }
  if (isStopping) return;
  const first = fork();
  current.add(first);
  const outcome = await outcomeOf(first);
  if (isStopping) return;
  if (!("serving" in outcome)) {
    // The worker has reported its error itself.
    if (outcome.signal) {
      const { signal } = outcome;
      process.stderr.write(
        `The first worker process was killed by ${signal} before it was ready.\n`,
      );
    }
    process.exit(outcome.code || 1);
  }
  const { address, workers, logLevel } = outcome.serving;
  log = createLog({ LOG_LEVEL: logLevel as Environment["LOG_LEVEL"] });
  exitOnUnexpected(log);
  logConsole(log);
  listenForReloads(async () => ((await reload()) ? address : ""));
  process.stdout.write(`${address}\n`);
  wanted = workers;
  startMissingWorkers();
}

/** @param env environment variables of this worker process, in addition to the primary's */
function fork(env: Record<string, string> = {}): Worker {
  const worker = cluster.fork(env);
  alive.add(worker);
  // A message to a process that has just died emits an error here, which does not matter.
  worker.on("error", () => {});
  return worker;
}

/** Starts the missing worker processes. They need not prepare the content, as the first one has done so. */
function startMissingWorkers(): void {
  while (!isStopping && current.size < wanted) {
    current.add(fork({ CONTENT_IS_PREPARED: "1" }));
  }
}

type Outcome = ServingMessage | { code: number | null; signal: string | null };

/** Waits until a worker process that was started either serves or has ended. */
function outcomeOf(worker: Worker): Promise<Outcome> {
  return new Promise((resolve) => {
    worker.on("message", (message: Partial<ServingMessage> | null) => {
      if (message?.serving) resolve({ serving: message.serving });
    });
    worker.once("exit", (code, signal) => resolve({ code, signal }));
  });
}

/** The backoff before a worker is replaced; the first to die is replaced at once. */
function backoffAfterDeath(): number {
  const now = performance.now();
  const count = now - deaths.lastAt < SERIES_MS ? deaths.count + 1 : 0;
  deaths = { count, lastAt: now };
  return count ? Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), MAX_PAUSE_MS) : 0;
}

/**
 * Starts worker processes from the current build. Once all of them serve, the former ones accept no more connections
 * and end when they have finished their requests.
 * @returns whether it succeeded; if the first new worker cannot start, the former ones keep serving
 */
async function reload(): Promise<boolean> {
  // Reloads run one at a time; this one waits for those before it.
  while (reloading) await reloading;
  if (isStopping || !log) return false;
  reloading = takeOver(log).finally(() => (reloading = null));
  return reloading;
}

async function takeOver(log: Logger): Promise<boolean> {
  const first = fork();
  const outcome = await outcomeOf(first);
  if (isStopping) return false;
  if (!("serving" in outcome)) {
    log.error(outcome, "the new build does not start; the previous one keeps serving");
    return false;
  }
  const former = current;
  current = new Set([first]);
  wanted = outcome.serving.workers;
  const others: Promise<Outcome>[] = [];
  while (current.size < wanted) {
    const other = fork({ CONTENT_IS_PREPARED: "1" });
    current.add(other);
    others.push(outcomeOf(other));
  }
  await Promise.all(others);
  for (const worker of former) order(worker, "retire");
  log.info({ workers: wanted }, "the new build has taken over");
  return !isStopping;
}

function order(worker: Worker, what: PrimaryMessage): void {
  if (worker.isConnected()) worker.send(what);
}

/** Stops all worker processes, and then this one. A second call kills them at once. */
async function stop(signal: NodeJS.Signals): Promise<void> {
  if (isStopping) endAtOnce();
  isStopping = true;
  log?.info({ signal }, "stopping the worker processes");
  const late = setTimeout(() => {
    log?.error({ workers: alive.size }, "worker processes did not stop");
    endAtOnce();
  }, MAX_STOP_MS);
  // Repeated, because a worker that has just started does not receive messages yet.
  while (alive.size) {
    for (const worker of alive) order(worker, "stop");
    await delay(STOP_REPEAT_MS);
  }
  clearTimeout(late);
  process.exit(0);
}

function endAtOnce(): never {
  for (const worker of alive) worker.process.kill("SIGKILL");
  process.exit(1);
}

/** Whether the terminal has been closed, which also sends SIGHUP to the processes that it started. */
function isTerminalGone(): boolean {
  if (!hadTerminal) return false;
  try {
    closeSync(openSync("/dev/tty", "r"));
    return false;
  } catch {
    return true;
  }
}
