/** Asking before something is done that cannot be undone. */
import { createInterface } from "node:readline/promises";

/**
 * Whether it is meant: said beforehand, or typed where somebody sits at a terminal.
 *
 * @param {boolean} isSaid whether the command line has `--yes`
 * @param {string} word what is to be typed
 */
export async function isMeant(isSaid, word) {
  if (isSaid) return true;
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`Type ${word} to go on: `)).trim() === word;
  } finally {
    terminal.close();
  }
}

export const NOT_MEANT = "Nothing was done. What cannot be undone wants --yes at the end.";
