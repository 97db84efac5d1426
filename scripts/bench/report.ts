/** Formats results as Markdown tables, and describes the machine. */
import { execFileSync } from "node:child_process";
import { cpus, totalmem, type } from "node:os";
import type { Figures } from "./figures";
import { hasWrk } from "./load/wrk";

/** The figures of one task, by the number of connections. */
export interface Row {
  name: string;
  figures: ReadonlyMap<number, Figures>;
}

/** @returns a table with a row for each task and a column for each number of connections */
export function table(rows: readonly Row[], connections: readonly number[]): string {
  return plainTable([
    ["", ...connections.map((n) => `${n} ${n === 1 ? "connection" : "connections"}`)],
    ...rows.map(({ name, figures }) => [name, ...connections.map((n) => cell(figures.get(n)))]),
  ]);
}

/** @returns requests per second, p99, and the processor time per request if it is known */
export function cell(figures: Figures | undefined): string {
  if (!figures) return "";
  const { requestsPerSecond, p99, cpuMs } = figures;
  const parts = [`${Math.round(requestsPerSecond).toLocaleString("en")}/s`, milliseconds(p99)];
  return [...parts, ...(cpuMs === null ? [] : [`${cpuMs.toFixed(2)} ms CPU`])].join(", ");
}

/** @returns milliseconds, with one decimal digit below 10 */
export const milliseconds = (ms: number | null | undefined): string =>
  ms === null || ms === undefined ? "" : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;

/** @returns a ratio with two decimal digits, or an empty text if there is none */
export const times = (ratio: number | undefined): string => ratio?.toFixed(2) ?? "";

/** @returns a Markdown table whose first row is the header; all columns but the first are right-aligned */
export const plainTable = ([heads = [], ...rows]: readonly (readonly string[])[]): string =>
  [heads, ["---", ...heads.slice(1).map(() => "--:")], ...rows]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");

/** Returns the date, the commit, the machine and the load generator of a result. */
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
