/**
 * Starts the servers that are measured. They are ended and their data are removed when this process ends, however it
 * ends.
 */
import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { run } from "../lib/child.mjs";
import { freePort } from "../lib/free-port.mjs";
import { inProject, ScriptError } from "../lib/project.mjs";
import { pinTo, processIds, usageOf, type Usage } from "./process-usage";

export interface Server {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** @returns what it has used so far, or `null` if the system does not tell */
  usage(): Usage | null;
  stop(): Promise<void>;
}

export interface Site extends Server {
  /** @returns the longest time, in milliseconds, that its event loop was blocked since the last call */
  blockedMs(): Promise<number>;
}

const START_MS = 60_000;

let directory: string | undefined;
const children = new Set<ChildProcess>();

process.once("exit", () => {
  for (const { pid } of children) killAll(pid);
  if (directory) rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

function killAll(pid: number | undefined) {
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

/** Starts a process of `child.mjs`, which ends with this one. */
export function startChild(args: readonly string[], options: ForkOptions = {}): ChildProcess {
  const child = fork(inProject("scripts/bench/child.mjs"), args, { execArgv: [], ...options });
  children.add(child);
  child.once("close", () => children.delete(child));
  return child;
}

/**
 * Starts the built site and waits until it serves.
 * @param settings variables that override the defaults for measurements
 * @param cores the cores that it may use, such as `0,1`; all of them if this is omitted
 */
export async function startSite(
  dataDir: string,
  settings: Record<string, string> = {},
  cores?: string,
): Promise<Site> {
  const env = {
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: dataDir,
    WEB_CONCURRENCY: "1",
    DEMO: "1",
    RATE_LIMITS: "off",
    LOG_LEVEL: "warn",
    PRICE_PROVIDERS: "none",
  };
  const { child, ...server } = await start("site", { ...env, ...settings }, { cores });
  const blockedMs = async () => {
    child.send("how long?");
    const [milliseconds] = (await once(child, "message")) as [number];
    return milliseconds;
  };
  return { ...server, blockedMs };
}

/** Builds and starts the baseline: a bare Remix site whose data are in memory, under remix-serve. */
export async function startBaseline(): Promise<Server> {
  const cwd = dataDirectory("baseline");
  cpSync(inProject("scripts/bench/baseline"), cwd, { recursive: true });
  symlinkSync(inProject("node_modules"), join(cwd, "node_modules"));
  const remix = inProject("node_modules/@remix-run/dev/dist/cli.js");
  const code = await run(process.execPath, [remix, "vite:build", cwd, "--logLevel", "error"], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (code !== 0) throw new ScriptError("The baseline could not be built.");
  // With port 0, remix-serve would print 0 instead of the port that it listens on.
  return start("baseline", { HOST: "127.0.0.1", PORT: String(await freePort()) }, { cwd });
}

async function start(
  kind: "site" | "baseline",
  settings: Record<string, string>,
  { cwd, cores }: { cwd?: string; cores?: string | undefined },
) {
  const { PATH, HOME, TMPDIR, TZ } = process.env;
  const child = startChild([kind], {
    ...(cwd && { cwd }),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { NODE_ENV: "production", PATH, HOME, TMPDIR, TZ, ...settings },
  });
  const pid = child.pid!;
  // Threads and processes that it starts inherit this.
  if (cores && !pinTo(pid, cores)) throw new ScriptError("taskset is needed for this part.");
  let output = "";
  const read = (data: Buffer) => (output = (output + String(data)).slice(-10_000));
  child.stdout?.on("data", read);
  child.stderr?.on("data", read);
  const ended = once(child, "close");
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await delay(50)) {
    if (child.exitCode !== null) break;
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
    const isServing =
      origin &&
      (await fetch(origin).then(
        ({ ok }) => ok,
        () => false,
      ));
    if (!isServing) continue;
    const stop = async () => {
      child.kill("SIGTERM");
      await ended;
    };
    return { child, origin, usage: () => usageOf(pid), stop };
  }
  throw new ScriptError(`The ${kind} did not start:\n${output}`);
}
