/** The real site from the build, in a process of its own with data of its own. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, inject } from "vitest";
import { EVERYTHING } from "~/config/page-tags";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { invalidate } from "~/services/cache/invalidation.server";
import { forgetSiteSettings } from "~/services/site-settings/site-settings.server";
import { directories, running, type Running } from "./started-sites";
import { copyTemplate } from "./templates";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const START_MS = 180_000;
const STOP_MS = 60_000;

export interface Site {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  pid: number;
  dataDir: string;
  /** Everything it has printed so far. */
  logs(): string;
  /** Stops it with SIGTERM, as an operator would. Resolves with its exit code when it has ended. */
  stop(): Promise<number | null>;
  /** Kills it, as a power cut would. Its data stays until the tests of the file are over. */
  kill(): Promise<void>;
}

export interface SiteOptions {
  /** The data directory of a site that was stopped or killed, to start on. */
  dataDir?: string;
  /** The maximum size of its files in blocks of the shell's `ulimit`, to simulate a full disk. */
  mostFileBlocks?: number;
}

/** Environment variables for the site; an undefined one is not set. */
type Settings = Record<string, string | undefined>;

/**
 * Starts a site and waits until it is ready. After the last test of the file it is killed and its data is
 * removed, so a test calls `stop()` only if that is what it tests.
 */
export async function startSite(env: Settings = {}, options: SiteOptions = {}): Promise<Site> {
  if (!existsSync(join(ROOT, "build/server/index.js"))) {
    throw new Error("There is no build to test; run `npm run build` or `npm test`.");
  }
  const dataDir = options.dataDir ?? (await newDirectory());
  directories.add(dataDir);
  if (!options.dataDir && !env.MONGODB_URI) await fillFromTemplate(dataDir, env.DEMO === "1");
  return startOn(dataDir, env, options);
}

const newDirectory = () => mkdtemp(join(tmpdir(), "test-site-"));

/** @returns the data directory of an empty site that is not running */
export async function makeDataDir(): Promise<string> {
  const dataDir = await newDirectory();
  directories.add(dataDir);
  await fillFromTemplate(dataDir, false);
  return dataDir;
}

/** The initial data of an empty site and of the demonstration community take seconds to create, so they are copied. */
export const fillFromTemplate = (dataDir: string, isDemo: boolean) =>
  copyTemplate(isDemo ? "demo" : "empty", dataDir, async (directory) => {
    await (await startOn(directory, { DEMO: isDemo ? "1" : "0" })).stop();
  });

async function startOn(
  dataDir: string,
  env: Settings,
  { mostFileBlocks }: SiteOptions = {},
  started = running,
): Promise<Site> {
  const limit = `ulimit -S -f ${mostFileBlocks ?? "unlimited"}`;
  const script = join(ROOT, "tests/setup/site-process.mjs");
  const child = spawn("/bin/sh", ["-c", `${limit}; exec "$0" "$1"`, process.execPath, script], {
    cwd: ROOT,
    env: siteEnvironment({ DATA_DIR: dataDir, DEMO: "0", RATE_LIMITS: "off", ...env }),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  child.stdout?.on("data", (data) => (output += data));
  child.stderr?.on("data", (data) => (output += data));
  const ended = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", (code) => resolve(code));
  });
  const entry: Running = { child, ended };
  started.add(entry);
  void ended.then(() => started.delete(entry));

  try {
    const origin = await readiness(entry, () => output);
    return {
      origin,
      pid: child.pid!,
      dataDir,
      logs: () => output,
      stop: () => stop(entry),
      async kill() {
        child.kill("SIGKILL");
        await ended;
      },
    };
  } catch (error) {
    child.kill("SIGKILL");
    await ended;
    throw error;
  }
}

/** Starts one site for all tests of a file: `const site = useSite();` and then `site().origin`. */
export const useSite = (env: Settings = {}): (() => Site) => use(() => startSite(env));

const shared = new Map<string, Promise<Site>>();

/**
 * Uses a site that the test files of a worker share, which is quicker than one for each file. The site ends with its
 * worker.
 *
 * Tests expect only what they have written themselves, besides the content of the demonstration.
 */
export function useSharedSite(kind: "empty" | "demo"): () => Site {
  const start = async () => {
    const isDemo = kind === "demo";
    const dataDir = await mkdtemp(join(inject("runDirectory"), "site-"));
    await fillFromTemplate(dataDir, isDemo);
    return startOn(dataDir, { DEMO: isDemo ? "1" : "0" }, {}, new Set());
  };
  return use(() => {
    const site = shared.get(kind) ?? start();
    shared.set(kind, site);
    return site;
  });
}

function use(start: () => Promise<Site>): () => Site {
  let site: Site | undefined;
  beforeAll(async () => {
    site = await start();
  });
  return () => {
    if (!site) throw new Error("The site starts before the first test, not before that.");
    return site;
  };
}

/**
 * Opens the site's database in the process of the tests, too. Users that people.ts creates then exist on
 * the site, without a form and without hashing a password.
 */
export function useSiteDatabase(site: () => Site): void {
  beforeAll(() => startDatabase({ DATA_DIR: site().dataDir, MONGODB_URI: undefined }));
  afterAll(async () => {
    await closeDatabase();
    forgetSiteSettings();
  });
}

/** Makes the site show what a test has stored by a model, such as an article, in lists that the site has cached. */
export const clearSiteCaches = () => invalidate(EVERYTHING);

/** Only the variables that a process needs and those of the test, not the settings of the developer's shell. */
function siteEnvironment(settings: Settings): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TZ, LANG, NODE_V8_COVERAGE } = process.env;
  const base: Settings = { PATH, HOME, TMPDIR, TZ, LANG, NODE_V8_COVERAGE };
  const site: Settings = {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: "0",
    // Tests send no requests to the internet.
    PRICE_PROVIDERS: "none",
    // A single process starts in half the time and uses half the memory.
    WEB_CONCURRENCY: "1",
  };
  // spawn() ignores undefined variables.
  return { ...base, ...site, ...settings } as NodeJS.ProcessEnv;
}

async function readiness({ child, ended }: Running, output: () => string): Promise<string> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      // A process can be gone before the last of what it printed has been read.
      await ended;
      throw new Error(`The site ended while it was starting:\n${output()}`);
    }
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
    if (origin && (await answers(`${origin}/readyz`))) return origin;
    await delay(50);
  }
  throw new Error(`The site was not ready within ${START_MS / 1000} s:\n${output()}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

async function stop({ child, ended }: Running): Promise<number | null> {
  child.kill("SIGTERM");
  const late = delay(STOP_MS, "late" as const, { ref: false });
  const outcome = await Promise.race([ended, late]);
  if (outcome !== "late") return outcome;
  child.kill("SIGKILL");
  await ended;
  throw new Error(`The site did not end within ${STOP_MS / 1000} s of being asked to.`);
}
