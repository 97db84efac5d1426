/**
 * The direction rule: "profit rose" is good news and "costs rose" bad news, which no single word shows. A word of
 * rise or fall is rated by the nearest noun whose rise is good (LEAD) or bad (LAG); the noun itself is then rated 0.
 * `overlay.ts` lists these words and nouns.
 */
import { directionWords, lagNouns, leadNouns } from "./overlay";
import type { Word } from "./vader-trace";

/**
 * The rating of a word of rise or fall near a noun, on the lexicon's scale; its sign depends on both. A move with its
 * sign, or a high or low of a time, has it without a noun too.
 */
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
 * @returns the same words, with each word of rise or fall near a noun rated ±1.8, and that noun 0, and each move and
 *   extreme rated ±1.8; "up" and "down" in another sense are rated 0
 */
export function rateDirections(words: readonly Word[]): readonly Word[] {
  let rated: Word[] | undefined;
  const rate = (at: number, rating: number, noun?: string) => {
    rated ??= [...words];
    rated[at] = { ...(words[at] as Word), rating, ratedBy: { rule: "direction", noun } };
  };
  words.forEach(({ text, ratedBy }, at) => {
    if (ratedBy) return;
    const move = moveAt(words, at) ?? extremeAt(words, at);
    const direction = move ?? directionWords.get(text);
    if (!direction) return;
    if (isPhrasal(words, at)) return rate(at, 0);
    if (move && EXTREMES.has(text)) rate(at - 1, 0);
    const noun = nearestNoun(words, at);
    if (!noun) return move && rate(at, move * DIRECTION_RATING);
    rate(at, direction * noun.sign * DIRECTION_RATING, words[noun.at]?.text);
    if (words[noun.at]?.rating) rate(noun.at, 0);
  });
  return rated ?? words;
}

/** Whether an "up" or "down" belongs to a phrasal verb, or to the "up to" of a limit. */
function isPhrasal(words: readonly Word[], at: number): boolean {
  const text = words[at]?.text;
  if (text !== "up" && text !== "down") return false;
  const isLimit = text === "up" && words[at + 1]?.text === "to";
  return isLimit || phrasalVerbs.has(words[at - 1]?.text ?? "");
}

/** A change with its sign: "+4%", "(-1.5%)", and "+4" before a "%" of its own. */
const MOVE = /^\(?([+-])[$€£]?\d[\d.,]*(%?)/;
const PERCENT = /^(?:%|percent|pct)/;

function moveAt(words: readonly Word[], at: number): 1 | -1 | undefined {
  const [, sign, percent] = MOVE.exec(words[at]?.token ?? "") ?? [];
  if (!sign || !(percent || PERCENT.test(words[at + 1]?.token ?? ""))) return undefined;
  return sign === "+" ? 1 : -1;
}

const EXTREMES = new Map<string, 1 | -1>([
  ...["high", "highs", "peak", "peaks"].map((word) => [word, 1] as const),
  ...["low", "lows", "trough", "nadir"].map((word) => [word, -1] as const),
]);
/** What makes an extreme of a high: "record", "52-week", "all-time". */
const OF_PERIOD =
  /^(?:new|record|fresh|lifetime|historic|historical|intraday|session|all-time|alltime|time|daily|weekly|monthly|multi\w+|(?:[\w.,-]*[\d-])?(?:session|day|week|wk|w|month|mth|mo|year|yr|y|decade|century)s?)$/;
/** Words up to three before the name of a high, after which it is a point of comparison. */
const FROM = new Set(["from", "off", "after", "since", "below", "above", "under"]);

/** Finds "record high" and "52-week low"; what comes down from a record has not reached one. */
function extremeAt(words: readonly Word[], at: number): 1 | -1 | undefined {
  const direction = EXTREMES.get(words[at]?.text ?? "");
  if (!direction || !OF_PERIOD.test(words[at - 1]?.text ?? "")) return undefined;
  const isLeft = [2, 3, 4].some((back) => FROM.has(words[at - back]?.text ?? ""));
  return isLeft ? undefined : direction;
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
