/**
 * Manages the temporary data directory and the server processes of a run, and removes all of them when this
 * process ends, however it ends.
 */
import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inProject, ScriptError } from "../lib/project.mjs";
import { pinTo, processIds, usageOf, type Usage } from "./process-usage";

let directory: string | undefined;
const children = new Set<ChildProcess>();

// The exit handler runs on every way out. The servers are killed without a clean shutdown, because their data is
// not needed any more.
process.once("exit", () => {
  for (const child of children) killWithChildren(child);
  if (directory) rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

function killWithChildren({ pid }: ChildProcess) {
  for (const id of pid === undefined ? [] : processIds(pid)) {
    try {
      process.kill(id, "SIGKILL");
    } catch {
      // The process has already ended.
    }
  }
}

/** @returns the path of a data directory of this run */
export function dataDirectory(name: string): string {
  directory ??= mkdtempSync(join(tmpdir(), "bench-"));
  return join(directory, name);
}

/** Makes a child process end with this run. */
export function endWithRun(child: ChildProcess): void {
  children.add(child);
  child.once("close", () => children.delete(child));
}

/** A running server that answers requests. */
export interface Server {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** @returns the processor time and memory it has used so far, or null if the system does not provide them */
  usage(): Usage | null;
  /** Whether it uses only the cores that it was started for. */
  isPinned: boolean;
  stop(): Promise<void>;
}

export interface Site extends Server {
  /** @returns the longest time, in milliseconds, that its event loop was blocked since the last call */
  held(): Promise<number>;
}

const START_MS = 60_000;
const STOP_MS = 20_000;

/**
 * Starts the built site on existing data, and waits until it is ready to serve.
 *
 * @param settings variables that override the defaults for measurements
 * @param cores the cores that it may use, such as `0,1`; all of them if this is omitted
 */
export async function startSite(
  dataDir: string,
  settings: Record<string, string> = {},
  cores?: string,
): Promise<Site> {
  const { child, ...server } = await startServer("scripts/bench/site-process.mjs", "/readyz", {
    env: {
      ...{ HOST: "127.0.0.1", PORT: "0", DATA_DIR: dataDir },
      // The request log and rate limits are off, so that only the site itself is measured.
      ...{ DEMO: "0", RATE_LIMITS: "off", LOG_LEVEL: "warn", PRICE_PROVIDERS: "none" },
      // One process, so that the figures are for one core on every machine.
      WEB_CONCURRENCY: "1",
      ...settings,
    },
    execArgv: profiling(),
    ...(cores !== undefined && { cores }),
  });
  return { ...server, held: () => heldBy(child) };
}

interface ServerOptions extends Omit<ForkOptions, "env"> {
  env: Record<string, string>;
  cores?: string;
}

/**
 * Starts a script as a separate process, and waits until the server at the address that it prints answers.
 *
 * @param ready the path that is requested until it answers
 */
export async function startServer(
  script: string,
  ready: string,
  { env, cores, ...options }: ServerOptions,
): Promise<Server & { child: ChildProcess }> {
  const { PATH, HOME, TMPDIR, TZ } = process.env;
  const child = fork(inProject(script), {
    ...{ execArgv: [], stdio: ["ignore", "pipe", "pipe", "ipc"], ...options },
    env: { NODE_ENV: "production", PATH, HOME, TMPDIR, TZ, ...env },
  });
  endWithRun(child);
  // Pinned at once, because the threads and processes that it starts inherit this.
  const isPinned = cores !== undefined && child.pid !== undefined && pinTo(child.pid, cores);
  let origin: string | undefined;
  let output = "";
  const read = (data: Buffer) => {
    // Keeps only the end of the output, because a server may print a line for each request.
    output = (output + data).slice(-10_000);
    origin ??= /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
  };
  child.stdout?.on("data", read);
  child.stderr?.on("data", read);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));

  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(50)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new ScriptError(`${script} ended while it was starting:\n${output}`);
    }
    if (origin && (await isReady(origin + ready))) {
      const stop = async () => {
        child.kill("SIGTERM");
        const late = setTimeout(() => killWithChildren(child), STOP_MS);
        await ended;
        clearTimeout(late);
      };
      const pid = child.pid!;
      return { child, origin, isPinned, stop, usage: () => usageOf(pid) };
    }
  }
  throw new ScriptError(`${script} was not ready within ${START_MS / 1000} s:\n${output}`);
}

const heldBy = (child: ChildProcess) =>
  new Promise<number>((resolve) => {
    child.once("message", (message) => resolve((message as { heldMs: number }).heldMs));
    child.send("held?");
  });

/** With `BENCH_PROFILE=DIR`, each site writes a CPU profile to that directory. */
function profiling(): string[] {
  const { BENCH_PROFILE } = process.env;
  return BENCH_PROFILE ? ["--cpu-prof", `--cpu-prof-dir=${BENCH_PROFILE}`] : [];
}

const isReady = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
