/** Texts for tests, one per line of a file and grouped under headings. */
import { readFileSync } from "node:fs";

/** Characters that editors hide or change are written as their code points: ⟨202E⟩. */
const decoded = (line: string) =>
  line.replace(/⟨([\dA-F]+)⟩/g, (_, number: string) => String.fromCodePoint(parseInt(number, 16)));

const groupsOf = (file: string): string[][] =>
  readFileSync(new URL(`../hostile/${file}`, import.meta.url), "utf8")
    .split(/^### .*$/m)
    .map((group) => group.split("\n").filter(Boolean).map(decoded));

/** Cross-site scripting. An attack that succeeds calls `fired()` or requests something from evil.example. */
export const attacks: readonly string[] = groupsOf("xss-corpus.txt").flat();

const nastyGroups = groupsOf("nasty-texts.txt");

/**
 * Texts that software often loses, cuts, glues or misreads. All are short enough for every field, have one line, and no
 * spaces that a field would trim or fold.
 */
export const nastyTexts: readonly string[] = [...new Set(nastyGroups.flat())];

/** Those that have the same meaning as plain text and as Markdown: all but the last group of the file. */
export const plainTexts: readonly string[] = nastyGroups.slice(0, -1).flat();
