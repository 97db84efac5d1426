/** Passwords that somebody tries first: common ones, and those made of what is known of a person. */
import { readLeetspeak } from "./leetspeak";

/** Shorter words are in too many good passwords. */
const SHORTEST_COMMON = 4;
const SHORTEST_KNOWN = 3;

export type GuessableReason = "common" | "personal";

interface Knowledge {
  /** Whether a word, in lower case, is on a list of common passwords. */
  isCommon: (word: string) => boolean;
  /** Words known of the person and the place: name, email address, name of the site. */
  known: readonly string[];
}

/**
 * Looks at a password as one does who guesses: without regard to case, accents, leetspeak, and digits and
 * symbols put before or behind.
 *
 * @param password at most a few hundred characters
 * @returns why it is easily guessed, or `null` if it is not
 */
export function whyGuessable(
  password: string,
  { isCommon, known }: Knowledge,
): GuessableReason | null {
  const words = wordsOf(known);
  const isWeak = (text: string) =>
    text.length >= SHORTEST_COMMON && (isCommon(text) || isRun(text) || isCommon(unitOf(text)));
  for (const reading of readingsOf(password)) {
    const rest = words.reduce((text, word) => text.replaceAll(word, ""), reading);
    if (rest !== reading && (rest.length < SHORTEST_COMMON || isWeak(rest))) return "personal";
    if (isWeak(reading) || isMonotonous(reading)) return "common";
  }
  return null;
}

/** Case, accents and the several ways to encode a character make no difference to who guesses. */
const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Words worth looking for, longest first, without the signs between them. */
const wordsOf = (known: readonly string[]): string[] =>
  [...new Set(known.flatMap((text) => readLeetspeak(fold(text)).map(withoutSigns)))]
    .filter((word) => word.length >= SHORTEST_KNOWN)
    .sort((one, other) => other.length - one.length);

const withoutSigns = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");

function readingsOf(password: string): Set<string> {
  const folded = fold(password);
  const trimmed = [
    folded,
    folded.replace(/[^\p{L}\p{N}]+$/u, ""),
    folded.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""),
    folded.replace(/\P{L}+$/u, ""),
    folded.replace(/^\P{L}+|\P{L}+$/gu, ""),
  ];
  return new Set(
    trimmed.flatMap(readLeetspeak).flatMap((reading) => [reading, withoutSigns(reading)]),
  );
}

/** The part that a text repeats, or the text itself. */
const unitOf = (text: string) => text.replace(/^(.+?)\1+$/su, "$1");

/** Whether a text is a few characters again and again, such as "!!!!!!!a" or "ab1!ab1!". */
const isMonotonous = (text: string) =>
  text.length > SHORTEST_COMMON &&
  (new Set(text).size < SHORTEST_COMMON || unitOf(text).length <= SHORTEST_COMMON);

/** Whether characters follow one another as in the alphabet, up or down: "abcdefg", "87654321". */
function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0)!);
  const step = codes[1]! - codes[0]!;
  return Math.abs(step) === 1 && codes.every((code, i) => i === 0 || code - codes[i - 1]! === step);
}
