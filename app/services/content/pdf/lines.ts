/** How a paragraph is broken into lines: so that all of them are about equally full. */
import type { Run } from "./runs";

/** The width of a run as it will be set, in points. */
export type Measure = (run: Run) => number;

export interface Piece extends Run {
  width: number;
}

export interface Line {
  pieces: Piece[];
  width: number;
}

/** What is never broken, and whether a space follows where the line goes on. */
interface Word {
  pieces: Piece[];
  width: number;
  /** The space after it, 0 where there is none; set in the style of its last piece. */
  space: number;
  /** The line ends here, whatever room is left. */
  isLast: boolean;
}

/** The last line should be no shorter than this part of the others. */
const LEAST_OF_LAST = 0.2;

/**
 * Breaks runs into lines of a width at most, with the smallest sum of the squares of what is left at
 * their ends: no line is much shorter than its neighbours, and a last line has more than one short word.
 * A word that is wider than a line has one to itself.
 */
export function breakLines(runs: readonly Run[], width: number, measure: Measure): Line[] {
  const words = wordsOf(runs, measure);
  /** The least cost of what comes before a word, and the word with which the line before it begins. */
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
  return fullness < LEAST_OF_LAST ? (LEAST_OF_LAST - fullness) ** 2 : 0;
}

/** One line of words: neighbours of one style become one piece, with the spaces between them. */
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

/** Where a line may end: after a space, and after a hyphen or a dash between letters. */
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
        // What stands between two parts: a space, the end of a line, or nothing, after a hyphen.
        const before: Word = open ?? words.at(-1) ?? begin();
        if (part === "\n") before.isLast = true;
        else if (part) before.space = measure({ ...run, text: " " });
        open = null;
      } else if (part) {
        open ??= begin();
        // What keeps words together has done so by now.
        const piece = { ...run, text: part.replaceAll("\u00a0", " ") };
        const width = measure(piece);
        append(open.pieces, { ...piece, width });
        open.width += width;
      }
    }
  }
  return words.filter(({ pieces }) => pieces.length > 0);
}
