/** Writes results to docs/benchmarks.md, which contains the last result of each part between hand-written text. */
import { readFileSync, writeFileSync } from "node:fs";
import { ScriptError } from "../lib/project.mjs";

const begin = (part: string) => `<!-- npm run bench: ${part} -->`;
const end = (part: string) => `<!-- end: ${part} -->`;

/** @throws ScriptError if the text has no markers for the part */
export function withResult(text: string, part: string, result: string): string {
  const from = text.indexOf(begin(part));
  const to = text.indexOf(end(part));
  if (from < 0 || to < from) throw new ScriptError(`There is no place for the result of ${part}.`);
  return `${text.slice(0, from)}${begin(part)}\n\n${result.trim()}\n\n${text.slice(to)}`;
}

export function keepResult(file: string, part: string, result: string): void {
  writeFileSync(file, withResult(readFileSync(file, "utf8"), part, result));
}
