/** Asks for confirmation before something that cannot be undone. */
import { createInterface } from "node:readline/promises";

/**
 * Whether the user confirms the action, with `--yes` or by typing a word at the terminal. Without a terminal, only
 * `--yes` confirms.
 * @param {boolean} isSaid whether the command line has `--yes`
 * @param {string} word the word to type
 */
export async function askToConfirm(isSaid, word) {
  if (isSaid) return true;
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`Type ${word} to confirm: `)).trim() === word;
  } finally {
    terminal.close();
  }
}

export const NOT_CONFIRMED =
  "Nothing was changed. Add --yes at the end to confirm: this cannot be undone.";
