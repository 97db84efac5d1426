/**
 * The direction rule: "profit rose" is good news and "costs rose" bad news, which no word of it says alone. A word
 * of rise or fall is rated by the nearest noun of which more is good (LEAD) or bad (LAG), and that noun then says
 * nothing of its own. Which words and nouns these are is in `overlay.ts`.
 */
import { directionWords, lagNouns, leadNouns } from "./overlay";
import type { Word } from "./vader";

/** What a word of rise or fall is worth with a noun, on the lexicon's scale. */
export const DIRECTION_RATING = 1.8;

/** How many words the noun may be away. */
export const DIRECTION_REACH = 6;

/** After these, "up" and "down" say nothing of a level: to sign up, to break down. */
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
 * @param words of a sentence, with the ratings of the lexicon and the overlay
 * @returns the same words; each word of rise or fall near a noun is rated ±1.8, and that noun 0
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

/** Whether an "up" or "down" belongs to a verb, or is the "up to" of a limit. */
function isOfPhrase(words: readonly Word[], at: number): boolean {
  const text = words[at]?.text;
  if (text !== "up" && text !== "down") return false;
  const isLimit = text === "up" && words[at + 1]?.text === "to";
  return isLimit || phrasalVerbs.has(words[at - 1]?.text ?? "");
}

/** Of two at the same distance, the one before. */
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
