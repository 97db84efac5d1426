/**
 * Folds texts, so that those which people consider the same compare as equal. Everything here runs in time linear
 * in the length of the text.
 */

/** The variants of signs that people type, and word processors insert. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[`´\u02b9\u02bb-\u02bd\u02c8\u055a\u05f3\u2018-\u201b\u2032\u2035\u2039\u203a\ua78c]/g, "'"],
  [/[«»\u05f4\u201c-\u201f\u2033\u2036\u301d-\u301f]/g, '"'],
  [/[\u05be\u2010-\u2015\u2043\u2212\u2e3a\u2e3b]|--+/g, "-"],
  [/[\u2044\u2215]/g, "/"],
  [/\u2800/g, " "],
];
const foldSigns = (text: string) =>
  SIGNS.reduce((folded, [variants, sign]) => folded.replace(variants, sign), text);

/** Characters that are not drawn, such as soft hyphens, zero-width spaces and directional marks. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u{1d159}]/gu;

/** Limits the combining marks per letter to 30, as Unicode's stream-safe format does: sorting thousands is slow. */
const limitMarks = (text: string) => text.replace(/(\p{M}{30})\p{M}+/gu, "$1");

/** Composes a text (NFC), and changes nothing else. */
export const compose = (text: string): string => limitMarks(text).normalize("NFC");

/** "ß" becomes "ss"; "İ" and "ı" become "i". */
const foldCase = (text: string) =>
  text
    .toLowerCase() // First, because the capital ẞ has no other upper case.
    .toUpperCase()
    .toLowerCase()
    .replaceAll("i\u0307", "i")
    .replaceAll("ς", "σ");

/**
 * Folds typographic signs, spaces, case, width, composition and invisible characters; accents are kept.
 *
 * @returns the folded text, on one line and trimmed
 */
export function foldTitle(text: string): string {
  // Signs first, because the decomposition of "´" is a space; and again, because those of "⁻" and "½" have variants.
  const plain = foldSigns(foldSigns(limitMarks(text)).normalize("NFKD")).replace(INVISIBLE, "");
  return foldCase(plain).normalize("NFC").replace(/\s+/g, " ").trim();
}

/** Marks that are often omitted in typing, and the stroke that lengthens Arabic words; others change the word. */
const OPTIONAL_MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670]|\u0640/g;
/** Letters without a Unicode decomposition, with their plain forms. */
const PLAIN_LETTERS = { æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h" };

/** Matches texts in which only case has to be folded: most words. */
const PLAIN = /^[A-Za-z0-9\u3041-\u3094\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/;

/** Folds a text for search: like `foldTitle`, and accents too. "Ærø" and "AERO" become the same. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return foldTitle(text)
    .normalize("NFD")
    .replace(OPTIONAL_MARKS, "")
    .replace(/[æœøłđðþħ]/g, (letter) => PLAIN_LETTERS[letter as keyof typeof PLAIN_LETTERS])
    .normalize("NFC");
}
