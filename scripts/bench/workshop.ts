/**
 * What a run makes, and that nothing of it stays: a directory for data and the servers' processes,
 * gone when this process ends, however it ends.
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

// All in the one handler that no way out passes by; the data are worth nothing, so nobody is asked
// to end in order.
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
      // It has ended by itself.
    }
  }
}

/** @returns the path of a data directory of this run */
export function dataDirectory(name: string): string {
  directory ??= mkdtempSync(join(tmpdir(), "bench-"));
  return join(directory, name);
}

/** Has a child process end with this run. */
export function endWithRun(child: ChildProcess): void {
  children.add(child);
  child.once("close", () => children.delete(child));
}

/** Something that is running and answers. */
export interface Server {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** @returns what it has used of the machine so far, or null where the system does not tell */
  usage(): Usage | null;
  /** Keeps all of its processes on some cores, such as `0,1`. @returns whether the system could do it */
  pinTo(cores: string): boolean;
  stop(): Promise<void>;
}

export interface Site extends Server {
  /** @returns for how many milliseconds its event loop was held at most, since this was last asked */
  held(): Promise<number>;
}

const START_MS = 60_000;
const STOP_MS = 20_000;

/**
 * Starts the built site on data that is there, and waits until it is ready to serve.
 *
 * @param settings variables that differ from those of every measurement
 */
export async function startSite(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Site> {
  const { child, ...server } = await startServer("scripts/bench/site-process.mjs", "/readyz", {
    env: {
      ...{ HOST: "127.0.0.1", PORT: "0", DATA_DIR: dataDir },
      // Requests are not logged, and nobody is told to come back later: the site itself is measured.
      ...{ DEMO: "0", RATE_LIMITS: "off", LOG_LEVEL: "warn", PRICE_PROVIDERS: "none" },
      // One process, so that a figure is of one core wherever it is measured.
      WEB_CONCURRENCY: "1",
      ...settings,
    },
    execArgv: profiling(),
  });
  return { ...server, held: () => heldBy(child) };
}

/**
 * Starts a script as a process of its own, and waits until the address that it prints answers.
 *
 * @param ready the path that is asked for until it answers
 */
export async function startServer(
  script: string,
  ready: string,
  { env, ...options }: Omit<ForkOptions, "env"> & { env: Record<string, string> },
): Promise<Server & { child: ChildProcess }> {
  const { PATH, HOME, TMPDIR, TZ } = process.env;
  const child = fork(inProject(script), {
    ...{ execArgv: [], stdio: ["ignore", "pipe", "pipe", "ipc"], ...options },
    env: { NODE_ENV: "production", PATH, HOME, TMPDIR, TZ, ...env },
  });
  endWithRun(child);
  let origin: string | undefined;
  let output = "";
  const read = (data: Buffer) => {
    // A server that writes a line for each request is read, and not remembered for all of them.
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
      return {
        ...{ child, origin, stop },
        usage: () => usageOf(pid),
        pinTo: (cores) => pinTo(processIds(pid), cores),
      };
    }
  }
  throw new ScriptError(`${script} was not ready within ${START_MS / 1000} s:\n${output}`);
}

const heldBy = (child: ChildProcess) =>
  new Promise<number>((resolve) => {
    child.once("message", (message) => resolve((message as { heldMs: number }).heldMs));
    child.send("held?");
  });

/** With `BENCH_PROFILE=DIR`, each site leaves a CPU profile there to look at. */
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
