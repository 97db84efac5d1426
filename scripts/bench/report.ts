/** How a run is told: tables in Markdown, and what they were measured on. */
import { execFileSync } from "node:child_process";
import { cpus, totalmem, type } from "node:os";
import type { Figures } from "./measure";

/** What was measured of one task, by the number of connections. */
export interface Row {
  name: string;
  figures: ReadonlyMap<number, Figures>;
}

/** @returns a table with a row for each task, and requests per second and p99 for each connections */
export function table(rows: readonly Row[], connections: readonly number[]): string {
  const heads = connections.map((n) => `${n} ${n === 1 ? "connection" : "connections"}`);
  return markdown([
    ["", ...heads],
    ["---", ...heads.map(() => "--:")],
    ...rows.map(({ name, figures }) => [name, ...connections.map((n) => cell(figures.get(n)))]),
  ]);
}

function cell(figures: Figures | undefined): string {
  if (!figures) return "";
  const { requestsPerSecond, p99 } = figures;
  return `${Math.round(requestsPerSecond).toLocaleString("en")}/s, ${p99} ms`;
}

/** @returns a table of a first row of heads, and numbers below them */
export const plainTable = ([heads = [], ...rows]: readonly (readonly string[])[]) =>
  markdown([heads, ["---", ...heads.slice(1).map(() => "--:")], ...rows]);

const markdown = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `| ${row.join(" | ")} |`).join("\n");

/** Where and when, for whoever compares. */
export function machine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() || process.arch;
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    `${new Date().toISOString().slice(0, 10)}, ${commit()}`,
    `${processors.length} cores (${model}), ${memory} GB, ${type()}, Node ${process.version}`,
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
