/** Breaks a paragraph into lines that are about equally full. */
import type { Run } from "./runs";

/** Returns the width of a run in points. */
export type Measure = (run: Run) => number;

export interface Piece extends Run {
  width: number;
}

export interface Line {
  pieces: Piece[];
  width: number;
}

/** A sequence that is never broken, and the space after it. */
interface Word {
  pieces: Piece[];
  width: number;
  /** The width of the space after it if the line continues; 0 if there is none. In the style of its last piece. */
  space: number;
  /** Whether a forced line break follows. */
  isLast: boolean;
}

/** The last line should be at least this fraction of the full width. */
const LAST_LINE_MIN = 0.2;

/**
 * Breaks runs into lines of at most a given width. Minimises the sum of the squares of the room left at the line
 * ends, so that no line is much shorter than its neighbours and the last line has more than one short word. A word
 * that is wider than a line gets a line of its own.
 */
export function breakLines(runs: readonly Run[], width: number, measure: Measure): Line[] {
  const words = wordsOf(runs, measure);
  /** For each number of words, the least cost of setting them, and the index of the first word of their last line. */
  const best = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= words.length; end += 1) {
    let found = { cost: Infinity, from: end - 1 };
    let length = 0;
    for (let start = end - 1; start >= 0; start -= 1) {
      const word = words[start]!;
      if (start < end - 1 && word.isLast) break;
      length += word.width + (start < end - 1 ? word.space : 0);
      if (length > width && start < end - 1) break;
      const cost =
        best[start]!.cost + costOf(length / width, end === words.length || words[end - 1]!.isLast);
      if (cost < found.cost) found = { cost, from: start };
    }
    best.push(found);
  }
  const lines: Line[] = [];
  for (let end = words.length; end > 0; end = best[end]!.from) {
    lines.unshift(lineOf(words.slice(best[end]!.from, end)));
  }
  return lines;
}

function costOf(fullness: number, isLast: boolean): number {
  const left = Math.max(0, 1 - fullness);
  if (!isLast) return left ** 2 + 0.001;
  return fullness < LAST_LINE_MIN ? (LAST_LINE_MIN - fullness) ** 2 : 0;
}

/** Joins words into a line. Neighbours of the same style become one piece, including the spaces between them. */
function lineOf(words: readonly Word[]): Line {
  const pieces: Piece[] = [];
  words.forEach((word, index) => {
    for (const piece of word.pieces) append(pieces, piece);
    const last = pieces.at(-1);
    if (!last || index === words.length - 1 || !word.space) return;
    last.text += " ";
    last.width += word.space;
  });
  return { pieces, width: pieces.reduce((sum, piece) => sum + piece.width, 0) };
}

const isAlike = (one: Run, other: Run) =>
  one.isBold === other.isBold && one.isItalic === other.isItalic && one.href === other.href;

function append(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (last && isAlike(last, piece)) {
    last.text += piece.text;
    last.width += piece.width;
  } else pieces.push({ ...piece });
}

/** Where a line may end: after a space, and after a hyphen, dash or slash between letters. */
const BREAK = /( +|\n|(?<=\p{L}{2}[-–—/])(?=\p{L}{2}))/u;

function wordsOf(runs: readonly Run[], measure: Measure): Word[] {
  const words: Word[] = [];
  let open: Word | null = null;
  const begin = (): Word => {
    const word = { pieces: [], width: 0, space: 0, isLast: false };
    words.push(word);
    return word;
  };
  for (const run of runs) {
    for (const [index, part] of run.text.split(BREAK).entries()) {
      if (index % 2) {
        // The separator between two parts: spaces, a line break, or nothing after a hyphen.
        const before: Word = open ?? words.at(-1) ?? begin();
        if (part === "\n") before.isLast = true;
        else if (part) before.space = measure({ ...run, text: " " });
        open = null;
      } else if (part) {
        open ??= begin();
        // No-break spaces have served their purpose.
        const piece = { ...run, text: part.replaceAll("\u00a0", " ") };
        const width = measure(piece);
        append(open.pieces, { ...piece, width });
        open.width += width;
      }
    }
  }
  return words.filter(({ pieces }) => pieces.length > 0);
}
