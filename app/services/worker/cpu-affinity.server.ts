/**
 * Keeps worker processes apart, each on a core of its own, as long as there is one process for each core. Only their
 * worker threads, which compute for seconds, may run on any core.
 */
import { execFile } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import { promisify } from "node:util";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";

const run = promisify(execFile);

/** The key under which worker threads find the cores that the process may use. */
const PROCESS_CORES = "cores of the process";

const TIMEOUT_MS = 5_000;

/** The position of a process among all that serve the site. */
export interface ProcessPosition {
  /** From 0 to `count - 1`. */
  index: number;
  /** How many processes serve the site. */
  count: number;
}

/**
 * Pins all threads of this process to one core if there are as many processes as cores. Needs Linux with `taskset`.
 *
 * @returns the core, or `null` if the system still chooses one
 */
export async function pinToCore({ index, count }: ProcessPosition): Promise<number | null> {
  const list = processCores();
  const cores = parseCores(list);
  const core = cores[index];
  if (core === undefined || cores.length !== count) return null;
  // Set first, because a worker thread that starts meanwhile may be pinned as well.
  setEnvironmentData(PROCESS_CORES, list);
  try {
    await setAffinity(["-a"], process.pid, String(core));
    return core;
  } catch {
    return null; // There is no taskset, or it is not allowed to.
  }
}

/**
 * Lets the current worker thread, which starts on the core of its process, run on every core that the process could use
 * before it was pinned.
 */
export async function useAllCores(): Promise<void> {
  const cores = getEnvironmentData(PROCESS_CORES);
  if (typeof cores !== "string") return;
  try {
    await setAffinity([], currentThreadId(), cores);
  } catch {
    // The thread then shares a core with the main thread, which is slower but works.
  }
}

/**
 * Parses a list of cores.
 *
 * @param list in the format of Linux: `0-2,5`
 * @returns the numbers of the cores, ascending: `[0, 1, 2, 5]`
 */
export function parseCores(list: string): number[] {
  const ranges = list.split(",").filter((range) => /^\d+(-\d+)?$/.test(range));
  return ranges.flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number) as [number, number?];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  });
}

/** @returns the cores that the main thread may use, in the format of Linux; `""` if the system does not tell */
function processCores(): string {
  try {
    const status = readFileSync("/proc/self/status", "utf8");
    return /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? "";
  } catch {
    return "";
  }
}

/** The operating system's id of the current thread. */
const currentThreadId = () => Number(basename(readlinkSync("/proc/thread-self")));

/** @param options `-a` for all threads of the process with that id */
async function setAffinity(options: string[], id: number, cores: string): Promise<void> {
  // Short options, because BusyBox knows no others.
  await run("taskset", [...options, "-c", "-p", cores, String(id)], { timeout: TIMEOUT_MS });
}
