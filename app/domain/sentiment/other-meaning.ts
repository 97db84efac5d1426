/** Whether the words around a name or symbol give it another meaning than the token. */
import { isCapitalised, isPhraseAfter, isPhraseBefore, type Word } from "./clause-words";
import { COMPANY_WORDS, ORGANISATIONS, RELATIVES } from "./context-words";
import type { Candidate, Clause } from "./clause";

/** How far the words are that give a word another meaning, on either side. */
const REACH = 8;

/** @returns whether a candidate means something else than its token */
export function hasOtherMeaning(candidate: Candidate, clause: Clause): boolean {
  const { token, at, last, list, form, sign } = candidate;
  const { words, text } = clause;
  return (
    (!(token.bare === "always" && !list) && isPhraseBefore(words, at, token.notAfter)) ||
    (isPhraseAfter(words, last, token.notBefore) && !isPriced(clause, candidate)) ||
    (form !== "capitals" &&
      token.notBefore.has("0") &&
      /^\s*[$€£]?\d/.test(text.slice(words[last]!.end, words[last]!.end + 4))) ||
    isNear(words, at, last, token.notNear) ||
    (list !== null && isNear(words, at, last, token.notNearNames)) ||
    (sign === "$" && isOfCompany(clause, candidate)) ||
    clause.withOther.has(token) ||
    (clause.isHistoric && list !== null) ||
    (sign === null &&
      (isOrganisation(clause, candidate) ||
        isRelative(words, candidate) ||
        isPartOfCode(clause, candidate) ||
        isAbbreviation(clause, candidate)))
  );
}

/** Whether a symbol goes to a price: "LINK to $30", where "LINK to" alone would be a link. */
const isPriced = ({ text, words }: Clause, { last, list, form }: Candidate): boolean =>
  !list &&
  form === "capitals" &&
  /^ (?:to|at|above|below) [$€£]?\d[\d.,]*(?:\s|[.,!?;)]|$)/.test(
    text.slice(words[last]!.end, words[last]!.end + 20),
  );

/** @returns whether one of some words is near a word */
export function isNear(
  words: readonly Word[],
  at: number,
  last: number,
  wanted: ReadonlySet<string>,
) {
  if (!wanted.size) return false;
  const to = Math.min(words.length, last + 1 + REACH);
  for (let i = Math.max(0, at - REACH); i < to; i += 1) {
    if ((i < at || i > last) && wanted.has(words[i]!.lower)) return true;
  }
  return false;
}

/** Whether a symbol after `$` is that of a company, by its exchange or by words of companies. */
const isOfCompany = ({ text, words }: Clause, { token, at, last }: Candidate): boolean =>
  token.bare !== "always" &&
  (/^\s?[:.]\s?(?:LN|US|L|N|TO|DE|NYSE|NASDAQ)\b/.test(
    text.slice(words[last]!.end, words[last]!.end + 8),
  ) ||
    isNear(words, at, last, COMPANY_WORDS));

/** Whether a word begins the name of an organisation or a place: "LTC Properties". */
function isOrganisation({ text, words }: Clause, { last, form }: Candidate): boolean {
  const next = words[last + 1];
  return (
    form !== "small" &&
    next !== undefined &&
    isCapitalised(next) &&
    ORGANISATIONS.has(next.lower) &&
    /^\s$/.test(text.slice(words[last]!.end, next.start))
  );
}

/** Whether a word is somebody's name: "my cousin Leo". */
const isRelative = (words: readonly Word[], { at, form }: Candidate): boolean =>
  form === "capitalised" && RELATIVES.has(words[at - 1]?.lower ?? "");

/** Whether a symbol is a part of a longer code: "ICP-MS", "CO-OP". */
function isPartOfCode({ text, words }: Clause, { token, at, last, list, form }: Candidate) {
  if (list || form !== "capitals" || token.bare === "always") return false;
  const [{ start }, { end }] = [words[at]!, words[last]!];
  return (
    (text[end] === "-" &&
      /^-(?:[A-Z]{1,2}|\d{1,3})(?![A-Za-z\d%.])/.test(text.slice(end, end + 6))) ||
    (text[start - 1] === "-" &&
      /(?:^|[^\p{L}\p{N}])[A-Z]{1,2}-$/u.test(text.slice(Math.max(0, start - 4), start)))
  );
}

/** Words that have no letter in an abbreviation. */
const UNWRITTEN = /^(?:of|the|and|with|for|in|to|on|de|la)$/;
/** What is between an abbreviation and the words that it stands for. */
const OPENING = /^\s*[([]["“']?$/;

/** Whether a symbol stands for words before or after it: "Department of Transportation (DOT)". */
function isAbbreviation({ text, words }: Clause, { at, list, form, last }: Candidate): boolean {
  if (list || form !== "capitals") return false;
  const { lower: letters, start, end } = words[at]!;
  const isAfter = (place: number, gap: string) => words[place] !== undefined && OPENING.test(gap);
  return (
    (isAfter(at - 1, text.slice(words[at - 1]?.end, start)) &&
      isSpelt(words, at - 1, -1, [...letters].toReversed())) ||
    (isAfter(last + 1, text.slice(end, words[last + 1]?.start)) &&
      isSpelt(words, last + 1, 1, [...letters]))
  );
}

/** Whether the words from a place on, in a direction, begin with the given letters. */
function isSpelt(words: readonly Word[], from: number, step: 1 | -1, letters: readonly string[]) {
  let at = from;
  for (const letter of letters) {
    while (!words[at]?.lower.startsWith(letter)) {
      if (!UNWRITTEN.test(words[at]?.lower ?? "")) return false;
      at += step;
    }
    at += step;
  }
  return true;
}
