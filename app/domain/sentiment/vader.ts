/**
 * VADER, a rule-based sentiment score: C. J. Hutto and E. E. Gilbert, "VADER: A Parsimonious Rule-based Model for
 * Sentiment Analysis of Social Media Text", ICWSM 2014. Names and numbers follow the paper and the authors'
 * implementation (vaderSentiment 3.3.2), whose results this reproduces to four digits, including its quirks. There are
 * two intended differences: an emoji is always a word of its own, and a word rated 0 stays at 0 regardless of its context.
 */
import { emojiNames } from "./emoji-names";
import { placesOf, replaced, type Places } from "./places";
import { valenceAt, weighBut } from "./vader-rules";
import type { Sentence, SentenceTrace, Step, Word } from "./vader-trace";

/** What each of the first four `!` adds. */
const EXCLAMATION = 0.292;
const MAX_EXCLAMATIONS = 4;
/** What each `?` adds if there are two or three, and what four or more add in total. */
const QUESTION = 0.18;
const MANY_QUESTIONS = 0.96;
/** Approximates the maximum expected sum, so that only extreme texts score near ±1. */
const ALPHA = 15;

/** Changes the ratings of words depending on the words around them. */
export type Rerate = (words: readonly Word[]) => readonly Word[];

/**
 * Computes a text's compound score as in the paper, from −1 to 1, to four digits.
 * @param onTrace called with how the score came about; without it, nothing is recorded
 */
export type Scorer = (text: string, onTrace?: (trace: SentenceTrace) => void) => number;

/**
 * @param lexicon mean ratings from −4 to 4, by word in lower case
 * @param rerate applied to the words before all rules; an addition to the paper
 */
export function createScorer(
  lexicon: ReadonlyMap<string, number>,
  rerate: Rerate = (words) => words,
): Scorer {
  return (text, onTrace) => {
    const places = onTrace && placesOf(text);
    const withNames = replaceEmoji(text, lexicon, places);
    const read = readSentence(withNames, lexicon);
    const sentence = { ...read, words: rerate(read.words) };
    const steps = onTrace && sentence.words.map((): Step[] => []);
    const valences = sentence.words.map((_, at) => valenceAt(sentence, at, steps?.[at]));
    const but = sentence.words.findIndex((word) => word.text === "but");
    if (but >= 0) weighBut(valences, but, steps);
    const ofWords = valences.reduce((before, valence) => before + valence, 0);
    const punctuation = Math.sign(ofWords) * punctuationEmphasis(withNames);
    const sum = ofWords + punctuation;
    onTrace?.({
      spans: spansOf(sentence.words, withNames, places!),
      words: sentence.words.flatMap(({ rating = 0, ratedBy }, at) =>
        valences[at]
          ? [{ at, rating, ratedBy, steps: steps![at]!, contribution: valences[at] }]
          : [],
      ),
      punctuation,
      sum,
    });
    return scoreOfSum(sum);
  };
}

function spansOf(all: readonly Word[], text: string, { starts, ends }: Places) {
  let from = 0;
  return all.map(({ token }) => {
    const bare = withoutPunctuation(token) || token;
    const at = text.indexOf(token, from);
    const start = at + token.indexOf(bare);
    from = at + token.length;
    return { start: starts[start]!, end: ends[start + bare.length - 1]! };
  });
}

/**
 * @param sum of the ratings in a text, after all rules
 * @returns its score `x / √(x² + 15)`, from −1 to 1, to four digits
 */
export function scoreOfSum(sum: number): number {
  const score = sum / Math.sqrt(sum * sum + ALPHA);
  return Math.round(score * 10_000) / 10_000 || 0; // Avoids −0.
}

/** The highest score from which the sum can be computed, because a score rounded to 1 has no finite inverse. */
const HIGHEST_SCORE = 0.9999;

/**
 * The reverse of `scoreOfSum`: `p · √(15 / (1 − p²))`.
 *
 * @param score from −1 to 1; ±1 counts as ±0.9999
 */
export function sumOfScore(score: number): number {
  const p = Math.max(-HIGHEST_SCORE, Math.min(HIGHEST_SCORE, score));
  return p * Math.sqrt(ALPHA / (1 - p * p));
}

/** An emoji with its variation selectors, joiners and skin tone modifiers. */
const EMOJI = /(\p{Extended_Pictographic})(?:\u{FE0E}|\u{FE0F}|\u{200D}|\p{Emoji_Modifier})*/gu;

/** Replaces emoji that the lexicon does not rate by their names, and puts spaces around all of them. */
const replaceEmoji = (text: string, lexicon: ReadonlyMap<string, number>, places?: Places) =>
  replaced(
    text,
    EMOJI,
    (_, emoji) => ` ${lexicon.has(emoji) ? emoji : (emojiNames.get(emoji) ?? emoji)} `,
    places,
  );

/** White space as split by Python, which the authors' implementation uses. */
// eslint-disable-next-line no-control-regex
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

function readSentence(text: string, lexicon: ReadonlyMap<string, number>): Sentence {
  const all = text
    .split(SPACE)
    .filter((token) => token !== "")
    .map((token) => {
      const bare = withoutPunctuation(token);
      const lower = bare.toLowerCase();
      return {
        token,
        text: lower,
        isCapitals: isCapitals(bare, lower),
        rating: lexicon.get(lower),
      };
    });
  const capitals = all.filter((word) => word.isCapitals).length;
  return { words: all, hasCapitals: capitals > 0 && capitals < all.length };
}

/** A token that is at most this long without its punctuation is kept whole, since it may be an emoticon. */
const MAX_EMOTICON_LENGTH = 2;

function withoutPunctuation(token: string): string {
  let [start, end] = [0, token.length];
  while (start < end && PUNCTUATION.test(token[start]!)) start += 1;
  while (end > start && PUNCTUATION.test(token[end - 1]!)) end -= 1;
  const bare = token.slice(start, end);
  const isShort = bare.length <= 2 * MAX_EMOTICON_LENGTH && [...bare].length <= MAX_EMOTICON_LENGTH;
  return isShort ? token : bare;
}

/** That of ASCII. */
const PUNCTUATION = /[!-/:-@[-`{-~]/;

const isCapitals = (word: string, lower: string) =>
  word !== lower && /\p{Uppercase}/u.test(word) && !/\p{Lowercase}|\p{Lt}/u.test(word);

function punctuationEmphasis(text: string): number {
  const exclamations = text.split("!").length - 1;
  const questions = text.split("?").length - 1;
  const asked = questions <= 1 ? 0 : questions <= 3 ? questions * QUESTION : MANY_QUESTIONS;
  return Math.min(exclamations, MAX_EXCLAMATIONS) * EXCLAMATION + asked;
}
