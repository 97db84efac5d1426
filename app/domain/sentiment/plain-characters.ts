/**
 * Rewrites a text with the characters in which the lexicon and the tokens' names are written. These are English with
 * plain punctuation, whereas people type the signs of their keyboard, their word processor or their language.
 *
 * Every step is linear in the length of the text.
 */
import { replaced, type Places } from "./places";

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * What people type for an apostrophe: single quotation marks, also as Windows-1252 encodes them, accents, primes, and
 * similar signs of other scripts.
 */
const APOSTROPHES =
  /[\u0091\u0092\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u0374\u0384\u055a\u055b\u05f3\u07f4\u07f5\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\u2018-\u201b\u2032\u2035\u275b\u275c\ua78b\ua78c\uff07\uff40]/g;

/** A backtick between Latin letters, or code: a run of backticks, text on the same line, and an equal run. */
const BACKTICKS =
  /(?<=\p{Script=Latin})`(?=\p{Script=Latin})|(?<!`)(?<code>(?<run>`+)(?!`)[^`\n]*\k<run>(?!`))/gu;

/** Signs of notes and lists, which NFKC would join to the word beside them: ², ①, ™. */
const NOTE_SIGNS = /[\p{No}\u2116\u2120\u2122]/gu;
const HYPHENS = /[\u2010\u2011\u2212]/g;
/** A dash for the minus sign of a number, as in "–3 %". */
const MINUSES = /(?<=^|[\s(])\p{Dash}(?=[$€£]?\d)/gu;
/** Dashes, other than full-width forms of the hyphen. */
const DASHES = /(?![-\ufe63\uff0d])\p{Dash}/gu;
/** The question marks of other scripts. */
const QUESTION_MARKS = /[\u055e\u061f\u1367\u203d\u2e2e]/g;
/** Other signs that end sentences, without those for which NFKC has `!` and `?`. */
const FULL_STOPS = /(?![!-~\u203c\u2047-\u2049\ufe56\ufe57\uff01\uff1f])\p{Sentence_Terminal}/gu;
/** The last of some full-width signs or ellipses, after which people put no space. */
const UNSPACED = /[\u2026\uff01\uff0c\uff0e\uff1f](?![\u2026\uff01\uff0c\uff0e\uff1f!?.\p{Nd}])/gu;
/**
 * Other punctuation, control characters, double primes for quotation marks, and symbols that are no currency, no emoji,
 * and not the sign for a lost letter.
 */
const SIGNS =
  /(?![!-~\t\n\r\ufffd\p{Sc}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\p{P}\p{S}\p{Cc}\u02ba\u02ee]/gu;
/** Accents without a letter, which NFKC makes of signs such as ¨. */
const LOOSE_ACCENTS = /(?<=^|\s)\p{M}+/gu;

const isAscii = (text: string) => /^[\t\n\r -~]*$/.test(text);

/** @returns the text with apostrophes for backticks that stand for one, as in isn`t; code is left as it is */
export const withoutBacktickApostrophes = (text: string): string =>
  text.includes("`") ? text.replace(BACKTICKS, (_, code?: string) => code ?? "'") : text;

/**
 * @returns the text in compatibility form (NFKC), without invisible characters, and with the punctuation of ASCII:
 *   apostrophes and the ends of sentences become `'`, `.`, `!` and `?`, dashes ` - `, all other signs spaces
 */
export function plainCharacters(text: string): string {
  if (isAscii(text)) return withoutBacktickApostrophes(text);
  return (
    withoutBacktickApostrophes(text.replace(INVISIBLE, ""))
      // Before NFKC, which makes a space and an accent of ´.
      .replace(APOSTROPHES, "'")
      .replace(NOTE_SIGNS, " ")
      .replace(HYPHENS, "-")
      .replace(MINUSES, "-")
      .replace(DASHES, " - ")
      .replace(QUESTION_MARKS, "\uff1f")
      .replace(FULL_STOPS, "\uff0e")
      .replace(UNSPACED, "$& ")
      .normalize("NFKC")
      .replace(SIGNS, " ")
      .replace(LOOSE_ACCENTS, "")
  );
}

const DOUBLE_HYPHENS = /(?<=[^\s-])--+(?=[^\s-])/g;
/** Signs between two words without a space, as full-width ones are written; not the "(s)" of a plural. */
const UNSPACED_SIGNS = /(?<=\p{L})[,:()[\]"|~]+(?=\p{L}{2})/gu;

const LATIN = "[\\p{sc=Latn}\\d]";
/** A letter of a script that nobody takes for Latin, or two of Greek or Cyrillic, which have letters like Latin ones. */
const OTHER =
  "(?:[^\\p{scx=Zyyy}\\p{scx=Zinh}\\p{scx=Latn}\\p{scx=Grek}\\p{scx=Cyrl}]|[\\p{sc=Grek}\\p{sc=Cyrl}]{2})";
const BETWEEN_SCRIPTS = new RegExp(`(?<=${LATIN})(?=${OTHER})|(?<=${OTHER})(?=${LATIN})`, "gu");

/**
 * @param places if given, changed to those of the result
 * @returns the text with spaces between words of Latin and other scripts, and around signs between words
 */
export function separateWords(text: string, places?: Places): string {
  const spaced = replaced(text, DOUBLE_HYPHENS, () => " - ", places);
  const separated = replaced(spaced, UNSPACED_SIGNS, (signs) => ` ${signs} `, places);
  return isAscii(separated) ? separated : replaced(separated, BETWEEN_SCRIPTS, () => " ", places);
}
