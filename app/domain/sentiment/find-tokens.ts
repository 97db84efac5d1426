/**
 * Finds the words of a clause that name a token. A token is named by `$` or `#` and its symbol, by a name, by a pair
 * such as BTCUSDT, or by its bare symbol. Names and symbols that mean other things, too, need evidence.
 */
import {
  isCapitalised,
  isCapitals,
  isPhraseAfter,
  isPhraseBefore,
  wordsOf,
  type Word,
} from "./clause-words";
import { judgeCandidates, type Verdict } from "./judge-candidates";
import type { Candidate } from "./clause";
import {
  hasOtherScripts,
  mayNameToken,
  nameAt,
  pairIn,
  tokenNames,
  type NamedToken,
} from "./token-names";

/** A word that names a token, or may do so. */
export interface Naming {
  symbol: string;
  /** The place of its first character in the clause. */
  start: number;
  /**
   * A word that is `in context` means the token by what is around it; a `possible` one counts only if the document also
   * names the token explicitly.
   */
  kind: Exclude<Verdict, "no">;
}

/** @returns the words of a clause that name a token or may do so, in their order */
export function findTokens(text: string): Naming[] {
  if (!mayNameToken(text)) return [];
  const known = tokenNames();
  const words = wordsOf(text);
  const namings: Naming[] = [];
  /** The places of words that certainly name a token. */
  const certain = new Set<number>();
  const candidates: Candidate[] = [];
  const addCertain = ({ symbol }: NamedToken, at: number, last: number) => {
    for (let place = at; place <= last; place += 1) certain.add(place);
    namings.push({ symbol, start: words[at]!.start, kind: "explicit" });
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const symbol = known.bySymbol.get(word.lower);
    const name = nameAt(known, text, words, at);
    if (!symbol && !name) {
      if (isHandle(text, word)) continue;
      for (const token of pairIn(known, word)) addCertain(token, at, at);
      continue;
    }
    if (isHandle(text, word)) continue;
    const sign = signBefore(text, word);
    // A symbol in capitals is not the everyday word that is spelt like it.
    if (!name || (symbol && name.words.length === 1 && isCapitals(word))) {
      if (symbol && sign !== "other")
        candidates.push({ token: symbol, at, last: at, list: null, form: formOf([word]), sign });
      continue;
    }
    const last = at + name.words.length - 1;
    const { token, list } = name;
    if (token && list === "names") {
      const isOther =
        isPhraseBefore(words, at, token.notAfter) || isPhraseAfter(words, last, token.notBefore);
      if (!isOther) addCertain(token, at, last);
    } else if (token && list !== "names" && sign !== "other") {
      candidates.push({ token, at, last, list, form: formOf(words.slice(at, last + 1)), sign });
    }
    at = last;
  }
  if (hasOtherScripts(text)) {
    for (const { 0: name, index } of text.matchAll(known.elsewhere))
      namings.push({
        symbol: known.byNameElsewhere.get(name.toLowerCase())!.symbol,
        start: index,
        kind: "explicit",
      });
  }
  if (candidates.length) {
    const named = new Set(namings.map(({ symbol }) => symbol));
    for (const { candidate, verdict } of judgeCandidates(text, words, candidates, certain, named)) {
      if (verdict === "no") continue;
      const { token, at } = candidate;
      namings.push({ symbol: token.symbol, start: words[at]!.start, kind: verdict });
    }
  }
  return namings.sort((one, other) => one.start - other.start);
}

function formOf(words: readonly Word[]): Candidate["form"] {
  if (words.every(isCapitals)) return "capitals";
  return words.every(isCapitalised) ? "capitalised" : "small";
}

/** @returns the `$` or `#` directly before a word, or `other` if that sign is part of something else, such as US$ */
function signBefore(text: string, { start }: Word): "$" | "#" | "other" | null {
  const sign = text[start - 1];
  if (sign !== "$" && sign !== "#") return null;
  return /[\p{Script=Latin}\p{N}$#&_]/u.test(text[start - 2] ?? "") ? "other" : sign;
}

/** Whether a word is the handle of a user or a forum: `@btc`, `r/bitcoin`, `u/eth`. */
const isHandle = (text: string, { start }: Word) =>
  text[start - 1] === "@" ||
  /(?:^|[^\p{L}\p{N}])[ru]\/$/iu.test(text.slice(start - 3 < 0 ? 0 : start - 3, start));
