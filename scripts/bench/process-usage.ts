/** Reads how much processor time and memory a server and its child processes have used. Linux only. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface Usage {
  cpuSeconds: number;
  /** The peak of the resident memory of the largest process. */
  memoryMb: number;
  /** The current anonymous memory (not from mapped files) of the largest process. */
  ownMb: number;
}

/** The kernel reports processor time in hundredths of a second, on every architecture. */
const TICKS_PER_SECOND = 100;

/** @returns what a process and its descendants have used, or null if the system does not provide it */
export function usageOf(pid: number): Usage | null {
  const tree = treeOf(pid);
  if (!tree.length) return null;
  const largest = (field: "VmHWM" | "RssAnon") =>
    Math.max(...tree.map((row) => memoryOf(row.pid, field)));
  return {
    cpuSeconds: tree.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    memoryMb: largest("VmHWM"),
    ownMb: largest("RssAnon"),
  };
}

/** @returns the ids of a process and its descendants, its own first */
export const processIds = (pid: number): number[] => [
  ...new Set([pid, ...treeOf(pid).map((row) => row.pid)]),
];

interface ProcessRow {
  pid: number;
  parent: number;
  cpuSeconds: number;
}

/** @returns a process and its descendants */
function treeOf(root: number, rows = processTable()): ProcessRow[] {
  const top = rows.find(({ pid }) => pid === root);
  if (!top) return [];
  const children = rows.filter(({ parent }) => parent === root);
  return [top, ...children.flatMap(({ pid }) => treeOf(pid, rows))];
}

/**
 * Pins a process, with all of its threads, to some cores. Those that it starts later are pinned as well.
 * @param cores in the format of taskset: `0`, or `0,1`
 * @returns whether it worked, which needs Linux with taskset
 */
export function pinTo(pid: number, cores: string): boolean {
  try {
    const options = ["--all-tasks", "--cpu-list", "--pid", cores, String(pid)];
    execFileSync("taskset", options, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const processTable = (): ProcessRow[] =>
  readProc("")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProc(`${pid}/stat`).map(parseStat));

/** @returns the names in a directory of `/proc`, or the text of a file; nothing if it is gone or not there at all */
function readProc(path: string): string[] {
  try {
    return path ? [readFileSync(`/proc/${path}`, "utf8")] : readdirSync("/proc");
  } catch {
    return [];
  }
}

/** Reads a line of `/proc/PID/stat`. The time of ended children is included in their parent's. */
function parseStat(stat: string): ProcessRow {
  // The name is in parentheses and may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return {
    pid: Number.parseInt(stat, 10),
    parent: Number(fields[1]),
    cpuSeconds: ticks / TICKS_PER_SECOND,
  };
}

/** @returns a field of `/proc/PID/status` in MB */
function memoryOf(pid: number, field: "VmHWM" | "RssAnon"): number {
  const [status = ""] = readProc(`${pid}/status`);
  return Number(new RegExp(String.raw`^${field}:\s+(\d+) kB$`, "m").exec(status)?.[1] ?? 0) / 1024;
}
