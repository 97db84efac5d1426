/**
 * The direction rule: "profit rose" is good news and "costs rose" bad news, which no single word shows. A word of
 * rise or fall is rated by the nearest noun whose rise is good (LEAD) or bad (LAG); the noun itself is then rated 0.
 * `overlay.ts` lists these words and nouns.
 */
import { directionWords, lagNouns, leadNouns } from "./overlay";
import type { Word } from "./vader";

/** The rating of a word of rise or fall near a noun, on the lexicon's scale; its sign depends on both. */
export const DIRECTION_RATING = 1.8;

export const DIRECTION_REACH = 6;

/** Verbs after which "up" and "down" do not mean rise or fall: to sign up, to break down. */
const phrasalVerbs = new Set(
  `
  back backed break breaks broke build built catch end ends ended follow following give gives
  look looking make makes open opened opening set sets setting show shows showed shut shutting sign signed signing
  start started take takes team teamed teams turn turned wake wind write wrote
  `
    .trim()
    .split(/\s+/),
);

/**
 * @param words the words of a sentence, with the ratings of the lexicon and the overlay
 * @returns the same words, with each word of rise or fall near a noun rated ±1.8, and that noun 0; "up" and
 *   "down" in another sense are rated 0
 */
export function rateDirections(words: readonly Word[]): readonly Word[] {
  let rated: Word[] | undefined;
  const rate = (at: number, rating: number) => {
    rated ??= [...words];
    rated[at] = { ...(words[at] as Word), rating };
  };
  words.forEach(({ text }, at) => {
    const direction = directionWords.get(text);
    if (!direction) return;
    if (isOfPhrase(words, at)) return rate(at, 0);
    const noun = nearestNoun(words, at);
    if (!noun) return;
    rate(at, direction * noun.sign * DIRECTION_RATING);
    if (words[noun.at]?.rating) rate(noun.at, 0);
  });
  return rated ?? words;
}

/** Whether an "up" or "down" belongs to a phrasal verb, or to the "up to" of a limit. */
function isOfPhrase(words: readonly Word[], at: number): boolean {
  const text = words[at]?.text;
  if (text !== "up" && text !== "down") return false;
  const isLimit = text === "up" && words[at + 1]?.text === "to";
  return isLimit || phrasalVerbs.has(words[at - 1]?.text ?? "");
}

/** Finds the nearest noun; of two at the same distance, the one before the word. */
function nearestNoun(words: readonly Word[], at: number): { at: number; sign: 1 | -1 } | undefined {
  for (let distance = 1; distance <= DIRECTION_REACH; distance += 1) {
    for (const place of [at - distance, at + distance]) {
      const sign = signOf(words[place]);
      if (sign) return { at: place, sign };
    }
  }
  return undefined;
}

function signOf(word: Word | undefined): 1 | -1 | undefined {
  const noun = word?.text.replace(/'s$/, "") ?? "";
  if (leadNouns.has(noun)) return 1;
  return lagNouns.has(noun) ? -1 : undefined;
}
