/** Finds passwords that are easily guessed: common ones, and ones made of facts known about the user. */
import { readLeetspeak } from "./leetspeak";

/** Minimum lengths of words to look for, because shorter ones occur in too many good passwords. */
const SHORTEST_COMMON = 4;
const SHORTEST_KNOWN = 3;

export type GuessableReason = "common" | "personal";

interface Knowledge {
  /** Whether a word, in lower case, is on a list of common passwords. */
  isCommon: (word: string) => boolean;
  /** Words known about the user and the site: name, email address, name of the site. */
  known: readonly string[];
}

/**
 * Checks a password as an attacker would guess it: ignoring case, accents, leetspeak, and digits and symbols at the ends.
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

/** Removes case, accents and differences of encoding, which make a password no harder to guess. */
const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The words to look for, longest first, without punctuation. */
const wordsOf = (known: readonly string[]): string[] =>
  [...new Set(known.flatMap((text) => readLeetspeak(fold(text)).map(withoutSigns)))]
    .filter((word) => word.length >= SHORTEST_KNOWN)
    .sort((one, other) => other.length - one.length);

const withoutSigns = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");

/** The forms of a password to check: trimmed of digits and symbols, and with leetspeak replaced by letters. */
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

/** The part of which a text is a repetition, or the text itself. */
const unitOf = (text: string) => text.replace(/^(.+?)\1+$/su, "$1");

/** Whether a text repeats a few characters, such as "!!!!!!!a" or "ab1!ab1!". */
const isMonotonous = (text: string) =>
  text.length > SHORTEST_COMMON &&
  (new Set(text).size < SHORTEST_COMMON || unitOf(text).length <= SHORTEST_COMMON);

/** Whether characters follow one another as in the alphabet, up or down: "abcdefg", "87654321". */
function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0)!);
  const step = codes[1]! - codes[0]!;
  return Math.abs(step) === 1 && codes.every((code, i) => i === 0 || code - codes[i - 1]! === step);
}
