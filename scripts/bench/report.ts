/** How what was measured is told: tables in Markdown, and what they were measured on. */
import { execFileSync } from "node:child_process";
import { cpus, totalmem, type } from "node:os";
import type { Figures } from "./figures";
import { hasWrk } from "./load/wrk";

/** What was measured of one task, by the number of connections. */
export interface Row {
  name: string;
  figures: ReadonlyMap<number, Figures>;
}

/** @returns a table with a row for each task, and what was measured with each number of connections */
export function table(rows: readonly Row[], connections: readonly number[]): string {
  return plainTable([
    ["", ...connections.map((n) => `${n} ${n === 1 ? "connection" : "connections"}`)],
    ...rows.map(({ name, figures }) => [name, ...connections.map((n) => cell(figures.get(n)))]),
  ]);
}

/** @returns requests per second, p99, and processor time of a request where it is known */
export function cell(figures: Figures | undefined): string {
  if (!figures) return "";
  const { requestsPerSecond, p99, cpuMs } = figures;
  const parts = [`${Math.round(requestsPerSecond).toLocaleString("en")}/s`, milliseconds(p99)];
  return [...parts, ...(cpuMs === null ? [] : [`${cpuMs.toFixed(2)} ms CPU`])].join(", ");
}

/** @returns milliseconds, with a digit after the point where they are few */
export const milliseconds = (ms: number | null | undefined): string =>
  ms === null || ms === undefined ? "" : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;

/** @returns a ratio as a number to read, empty where there is none */
export const times = (ratio: number | undefined): string => ratio?.toFixed(2) ?? "";

/** @returns a table of a first row of heads, and numbers below them */
export const plainTable = ([heads = [], ...rows]: readonly (readonly string[])[]): string =>
  [heads, ["---", ...heads.slice(1).map(() => "--:")], ...rows]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");

/** Where and when, for whoever compares. */
export function machine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() || process.arch;
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    `${new Date().toISOString().slice(0, 10)}, ${commit()}`,
    `${processors.length} cores (${model}), ${memory} GB, ${type()}, Node ${process.version}`,
    `load from ${hasWrk() ? "wrk" : "autocannon"}`,
  ].join("; ");
}

function commit(): string {
  try {
    const id = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return `commit ${id.trim()}`;
  } catch {
    return "no commit";
  }
}
