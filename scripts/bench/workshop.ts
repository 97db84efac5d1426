/**
 * What a run makes, and that nothing of it stays: a directory for data and the sites' processes,
 * gone when this process ends, however it ends.
 */
import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inProject } from "../lib/project.mjs";

const directory = mkdtempSync(join(tmpdir(), "bench-"));
const sites = new Set<ChildProcess>();

// All in the one handler that no way out passes by; the data are worth nothing, so nobody is asked
// to end in order.
process.once("exit", () => {
  for (const site of sites) site.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

/** @returns the path of a data directory of this run */
export const dataDirectory = (name: string) => join(directory, name);

export interface Site {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** @returns for how many milliseconds its event loop was held at most, since this was last asked */
  held(): Promise<number>;
  stop(): Promise<void>;
}

const START_MS = 60_000;

/** Starts the built site on data that is there, and waits until it is ready to serve. */
export async function startSite(dataDir: string): Promise<Site> {
  const { PATH, HOME, TMPDIR, TZ } = process.env;
  const child = fork(inProject("scripts/bench/site-process.mjs"), {
    env: {
      ...{ PATH, HOME, TMPDIR, TZ },
      ...{ NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0", DATA_DIR: dataDir },
      // Requests are not logged, and nobody is told to come back later: the site itself is measured.
      ...{ DEMO: "0", RATE_LIMITS: "off", LOG_LEVEL: "warn", PRICE_PROVIDERS: "none" },
    },
    execArgv: profiling(),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  sites.add(child);
  let output = "";
  child.stdout?.on("data", (data) => (output += data));
  child.stderr?.on("data", (data) => (output += data));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  void ended.then(() => sites.delete(child));

  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(50)) {
    if (child.exitCode !== null)
      throw new Error(`The site ended while it was starting:\n${output}`);
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
    if (origin && (await isReady(origin))) {
      const stop = async () => {
        child.kill("SIGTERM");
        await ended;
      };
      return { origin, held: () => heldBy(child), stop };
    }
  }
  throw new Error(`The site was not ready within ${START_MS / 1000} s:\n${output}`);
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

const isReady = (origin: string) =>
  fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
