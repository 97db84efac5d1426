/**
 * Cross-site scripting attacks, one per line of the file and grouped by technique. An attack that succeeds
 * calls `fired()` or requests something from evil.example.
 */
import { readFileSync } from "node:fs";

const lines = readFileSync(new URL("../hostile/xss-corpus.txt", import.meta.url), "utf8").split(
  "\n",
);

/** Characters that editors hide or change are written as their code points: ⟨202E⟩. */
const decoded = (line: string) =>
  line.replace(/⟨([\dA-F]+)⟩/g, (_, number: string) => String.fromCodePoint(parseInt(number, 16)));

export const attacks: readonly string[] = lines
  .filter((line) => line && !line.startsWith("### "))
  .map(decoded);
