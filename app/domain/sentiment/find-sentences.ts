/** Finds sentences of a document's visible text on the page that shows the document. */

/** A part of a piece of text that belongs to a sentence. */
export interface Mark {
  /** The index of the piece. */
  piece: number;
  start: number;
  end: number;
  /** The index of the sentence. */
  sentence: number;
  /** Whether it is the first part of the sentence. */
  isFirst: boolean;
}

interface Folded {
  letters: string;
  /** The piece of text, start and end of each letter. */
  places: { piece: number; start: number; end: number }[];
}

/** Signs that the visible text lacks: ², ①, ™. */
const NOTE_SIGN = /[\p{No}\u2116\u2120\u2122]/u;
const KEPT = /[\p{L}\p{N}\p{Extended_Pictographic}]/gu;

/** Leaves out all that the visible text may write differently: spaces, punctuation, accents and invisible characters. */
function fold(pieces: readonly string[]): Folded {
  const letters: string[] = [];
  const places: Folded["places"] = [];
  for (const [piece, text] of pieces.entries()) {
    let start = 0;
    for (const character of text) {
      const end = start + character.length;
      const kept = NOTE_SIGN.test(character) ? null : character.normalize("NFKD").match(KEPT);
      for (const letter of kept ?? []) {
        letters.push(letter);
        for (let i = 0; i < letter.length; i += 1) places.push({ piece, start, end });
      }
      start = end;
    }
  }
  return { letters: letters.join(""), places };
}

/**
 * @param pieces the text of the page, in pieces such as those of links and of the words between them
 * @param visible the visible text that the sentences are from
 * @param sentences their places in it, in order
 * @returns where the sentences are on the page; one that is not found there is left out
 */
export function findSentences(
  pieces: readonly string[],
  visible: string,
  sentences: readonly { start: number; end: number }[],
): Mark[] {
  const page = fold(pieces);
  const text = fold([visible]);
  let from = 0;
  return sentences.flatMap(({ start, end }, sentence) => {
    while (from < text.places.length && text.places[from]!.start < start) from += 1;
    let to = from;
    while (to < text.places.length && text.places[to]!.end <= end) to += 1;
    const at = nearest(page.letters, text.letters.slice(from, to), from);
    if (at < 0) return [];
    return joinByPiece(page.places.slice(at, at + to - from), sentence).filter(
      // White space between blocks is no text.
      (mark) => pieces[mark.piece]!.slice(mark.start, mark.end).trim() !== "",
    );
  });
}

/** @returns the place of a text that is nearest to the expected one; −1 if there is none */
function nearest(letters: string, wanted: string, expected: number): number {
  if (!wanted) return -1;
  const after = letters.indexOf(wanted, expected);
  const before = letters.lastIndexOf(wanted, expected);
  if (after < 0 || before < 0) return Math.max(after, before);
  return after - expected < expected - before ? after : before;
}

function joinByPiece(places: Folded["places"], sentence: number): Mark[] {
  const marks: Mark[] = [];
  for (const { piece, start, end } of places) {
    const last = marks.at(-1);
    if (last?.piece === piece) last.end = end;
    else marks.push({ piece, start, end, sentence, isFirst: !last });
  }
  return marks;
}
