/** Reads how much processor time and memory a server and its child processes have used. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

export interface Usage {
  cpuSeconds: number;
  /** Resident memory of the largest process: its peak if the system records it, otherwise the current value. */
  memoryMb: number;
  /** The current anonymous memory (not from mapped files) of the largest process; `undefined` except on Linux. */
  ownMb?: number;
}

export interface ProcessRow {
  pid: number;
  parent: number;
  cpuSeconds: number;
  memoryMb: number;
}

/** Linux reports processor time in hundredths of a second, on every architecture. */
const TICKS_PER_SECOND = 100;

/** @returns what a process and its descendants have used, or null if the system does not provide it */
export function usageOf(pid: number): Usage | null {
  const tree = treeOf(processTable(), pid);
  if (!tree.length) return null;
  const own = tree.flatMap((row) => memoryOf(row.pid, "RssAnon") ?? []);
  return {
    cpuSeconds: tree.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    memoryMb: Math.max(...tree.map((row) => memoryOf(row.pid, "VmHWM") ?? row.memoryMb)),
    ...(own.length ? { ownMb: Math.max(...own) } : {}),
  };
}

/** @returns the ids of a process and its descendants, its own first */
export function processIds(pid: number): number[] {
  const tree = treeOf(processTable(), pid).map((row) => row.pid);
  return tree.length ? tree : [pid];
}

/** @returns a process and its descendants */
export function treeOf(rows: readonly ProcessRow[], root: number): ProcessRow[] {
  const top = rows.find(({ pid }) => pid === root);
  if (!top) return [];
  const children = rows.filter(({ parent, pid }) => parent === root && pid !== root);
  return [top, ...children.flatMap(({ pid }) => treeOf(rows, pid))];
}

/**
 * Pins a process, with all of its threads, to some cores. Those that it starts later are pinned as well.
 *
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

const hasProc = () => existsSync("/proc/self/stat");

function processTable(): ProcessRow[] {
  if (!hasProc()) return fromPs();
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const stat = readProc(`${pid}/stat`);
      return stat ? [parseStat(stat)] : [];
    });
}

/** A process may end between two reads. */
function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return undefined;
  }
}

/** Reads a line of `/proc/PID/stat`. The time of ended children is included in their parent's. */
export function parseStat(stat: string): ProcessRow {
  // The name is in parentheses and may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  return {
    pid: Number.parseInt(stat, 10),
    parent: Number(fields[1]),
    cpuSeconds: (user! + system! + endedUser! + endedSystem!) / TICKS_PER_SECOND,
    memoryMb: 0,
  };
}

/** @returns a field of `/proc/PID/status` in MB, or `undefined` if it cannot be read */
function memoryOf(pid: number, field: "VmHWM" | "RssAnon"): number | undefined {
  const status = hasProc() ? readProc(`${pid}/status`) : undefined;
  const kilobytes = new RegExp(String.raw`^${field}:\s+(\d+) kB$`, "m").exec(status ?? "")?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

function fromPs(): ProcessRow[] {
  try {
    const columns = ["pid=", "ppid=", "rss=", "time="].flatMap((column) => ["-o", column]);
    return parsePs(execFileSync("ps", ["-A", ...columns], { encoding: "utf8" }));
  } catch {
    return [];
  }
}

/** Reads `pid ppid rss time`, where a time is `[[days-]hours:]minutes:seconds`. */
export function parsePs(text: string): ProcessRow[] {
  return text
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => {
      const [pid, parent, kilobytes, time = ""] = line.trim().split(/\s+/);
      const [days, clock] = time.includes("-") ? time.split("-") : ["0", time];
      const seconds = clock!.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
      return {
        pid: Number(pid),
        parent: Number(parent),
        cpuSeconds: Number(days) * 86_400 + seconds,
        memoryMb: Number(kilobytes) / 1024,
      };
    });
}
