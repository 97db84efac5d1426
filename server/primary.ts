/**
 * The primary process: it starts the worker processes that serve the site, replaces those that die, and
 * has a new build take over without a refused connection. It holds the port that they share, so it stays
 * up while builds change, and imports nothing of the application.
 */
import cluster, { type Worker } from "node:cluster";
import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isatty } from "node:tty";
import type { Logger } from "pino";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import type { Environment } from "~/config/env.server";
import { createLog, logConsole } from "./log";
import type { Order, Serving } from "./messages";
import { answerOtherStarts, askRunningSite } from "./running-site";
import { exitOnUnexpected } from "./shutdown";

/** Deaths with less than this between them are one series, for which the pause grows. */
const SERIES_MS = 60_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
const STOP_AGAIN_MS = 50;
/** A worker process that was told to stop ends by itself much sooner. */
const LONGEST_STOP_MS = 40_000;

/** Those that are to serve. Others may still be finishing what they have. */
let current = new Set<Worker>();
const alive = new Set<Worker>();
let wanted = 1;
let log: Logger | undefined;
let isStopping = false;
let deaths = { count: 0, lastAt: -Infinity };
let reloading: Promise<boolean> | null = null;
const hadTerminal = isatty(0);

// Workers accept from the shared port themselves. A connection that the primary had handed to one which is
// killed just then would never be answered, nor closed.
cluster.schedulingPolicy = cluster.SCHED_NONE;
cluster.setupPrimary({
  // Each worker process takes the files of the build that is there when it starts.
  exec: resolve("build/server/http-server.js"),
  args: [],
  // V8 starts four threads to collect garbage with. The core that they would take is another worker process's.
  execArgv: ["--v8-pool-size=1", ...process.execArgv],
});
// Counts for the limits that are kept in memory, for all worker processes together.
new RateLimiterClusterMaster();

cluster.on("exit", (worker, code: number | null, signal: string | null) => {
  alive.delete(worker);
  const wasCurrent = current.delete(worker);
  if (isStopping || !wasCurrent || !log) return;
  const pauseMs = pauseAfterDeath();
  log.error({ worker: worker.process.pid, code, signal, pauseMs }, "a worker process died");
  setTimeout(fill, pauseMs);
});
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
process.on("SIGHUP", (signal) => {
  if (isTerminalGone()) void stop(signal);
  else void reload();
});

await start();

async function start(): Promise<void> {
  const running = await askRunningSite();
  if (running) {
    if (running.address) process.stdout.write(`${running.address}\n`);
    else
      process.stderr.write("The site that runs already could not take over; its log says why.\n");
    process.exit(running.address ? 0 : 1);
  }
  if (isStopping) return;
  const first = fork();
  current.add(first);
  const outcome = await outcomeOf(first);
  if (isStopping) return;
  if (!("serving" in outcome)) {
    // Whatever was wrong, the worker has said so.
    if (outcome.signal) {
      const { signal } = outcome;
      process.stderr.write(`The first worker process was ended by ${signal} before it served.\n`);
    }
    process.exit(outcome.code || 1);
  }
  const { address, workers, logLevel } = outcome.serving;
  log = createLog({ LOG_LEVEL: logLevel as Environment["LOG_LEVEL"] });
  exitOnUnexpected(log);
  logConsole(log);
  answerOtherStarts(async () => ((await reload()) ? address : ""));
  process.stdout.write(`${address}\n`);
  wanted = workers;
  fill();
}

/** @param env for this worker process besides the primary's own */
function fork(env: Record<string, string> = {}): Worker {
  const worker = cluster.fork(env);
  alive.add(worker);
  // A message to a process that has just died has nobody to tell that it did not arrive.
  worker.on("error", () => {});
  return worker;
}

/** Starts as many worker processes as are missing. The first one has prepared the content for them. */
function fill(): void {
  while (!isStopping && current.size < wanted) current.add(fork({ CONTENT_IS_PREPARED: "1" }));
}

type Outcome = Serving | { code: number | null; signal: string | null };

/** @returns what became of a worker process that was started: it serves, or it has ended */
function outcomeOf(worker: Worker): Promise<Outcome> {
  return new Promise((resolve) => {
    worker.on("message", (message: Partial<Serving> | null) => {
      if (message?.serving) resolve({ serving: message.serving });
    });
    worker.once("exit", (code, signal) => resolve({ code, signal }));
  });
}

/** The first to die is replaced at once. */
function pauseAfterDeath(): number {
  const now = performance.now();
  const count = now - deaths.lastAt < SERIES_MS ? deaths.count + 1 : 0;
  deaths = { count, lastAt: now };
  return count ? Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), LONGEST_PAUSE_MS) : 0;
}

/**
 * Starts worker processes from the build that is there now. Once all of them serve, those that served
 * so far take no more connections and end when they have finished what they have.
 *
 * @returns whether it did; if the first new one cannot start, the others go on as they are
 */
async function reload(): Promise<boolean> {
  // A build that comes while another is taking over is taken over after that.
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
    log.error(outcome, "the build that is there does not start; the former one goes on");
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
  log.info({ workers: wanted }, "the build that is there has taken over");
  return !isStopping;
}

function order(worker: Worker, what: Order): void {
  if (worker.isConnected()) worker.send(what);
}

/** Ends all worker processes, and then this one; at once if it is the second time. */
async function stop(signal: NodeJS.Signals): Promise<void> {
  if (isStopping) endAtOnce();
  isStopping = true;
  log?.info({ signal }, "stopping the worker processes");
  const late = setTimeout(() => {
    log?.error({ workers: alive.size }, "worker processes did not stop");
    endAtOnce();
  }, LONGEST_STOP_MS);
  // Said again to those who remain: one that has just been started does not listen yet.
  while (alive.size) {
    for (const worker of alive) order(worker, "stop");
    await wait(STOP_AGAIN_MS);
  }
  clearTimeout(late);
  process.exit(0);
}

function endAtOnce(): never {
  for (const worker of alive) worker.process.kill("SIGKILL");
  process.exit(1);
}

/** A terminal that closes sends SIGHUP as well, to the processes that it started. */
function isTerminalGone(): boolean {
  if (!hadTerminal) return false;
  try {
    closeSync(openSync("/dev/tty", "r"));
    return false;
  } catch {
    return true;
  }
}
