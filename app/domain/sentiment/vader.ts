/**
 * VADER, a rule-based sentiment score: C. J. Hutto and E. E. Gilbert, "VADER: A Parsimonious Rule-based Model for
 * Sentiment Analysis of Social Media Text", ICWSM 2014. Names and numbers follow the paper and the authors'
 * implementation (vaderSentiment 3.3.2), whose results this reproduces to four digits, including its quirks. There are
 * two intended differences: an emoji is always a word of its own, and a word rated 0 stays at 0 regardless of its context.
 */
import { emojiNames } from "./emoji-names";

/** What an intensifier (`very`) before a rated word adds, and a dampener (`hardly`) subtracts. */
const BOOST = 0.293;
/** What capitals add, unless the whole sentence is in capitals. */
const CAPITALS = 0.733;
/** The factor for a negation: "not good" is rated a little less bad than "good" is good. */
const NEGATION = -0.74;
/** The factors for a booster by its distance to the rated word, from 1. */
const DISTANCE_FACTORS = [1, 0.95, 0.9];
/** The factor for `never so` and `never this`, and for `so` and `this` at distance 3. */
const NEVER_SO = 1.25;
/** The factors for words before and after `but`. */
const BEFORE_BUT = 0.5;
const AFTER_BUT = 1.5;
/** What each of the first four `!` adds. */
const EXCLAMATION = 0.292;
const MAX_EXCLAMATIONS = 4;
/** What each `?` adds if there are two or three, and what four or more add in total. */
const QUESTION = 0.18;
const MANY_QUESTIONS = 0.96;
/** Approximates the maximum expected sum, so that only extreme texts score near ±1. */
const ALPHA = 15;

const words = (text: string) => text.trim().split(/\s+/);

const negations = new Set(
  words(`
    aint arent cannot cant couldnt darent didnt doesnt ain't aren't can't couldn't daren't didn't doesn't
    dont hadnt hasnt havent isnt mightnt mustnt neither don't hadn't hasn't haven't isn't mightn't mustn't
    neednt needn't never none nope nor not nothing nowhere oughtnt shant shouldnt uhuh wasnt werent
    oughtn't shan't shouldn't uh-uh wasn't weren't without wont wouldnt won't wouldn't rarely seldom
    despite
  `),
);

const boosters = new Map<string, number>([
  ...words(`
    absolutely amazingly awfully completely considerable considerably decidedly deeply effing enormous
    enormously entirely especially exceptional exceptionally extreme extremely fabulously flipping flippin
    frackin fracking fricking frickin frigging friggin fully fuckin fucking fuggin fugging greatly hella
    highly hugely incredible incredibly intensely major majorly more most particularly purely quite really
    remarkably so substantially thoroughly total totally tremendous tremendously uber unbelievably
    unusually utter utterly very
  `).map((word) => [word, BOOST] as const),
  ...words(`
    almost barely hardly kinda kindof kind-of less little marginal marginally occasional occasionally
    partly scarce scarcely slight slightly somewhat sorta sortof sort-of
  `).map((word) => [word, -BOOST] as const),
  ...["just enough", "kind of", "sort of"].map((phrase) => [phrase, -BOOST] as const),
]);

/** Phrases whose meaning differs from that of the rated word in them. */
const idioms = new Map<string, number>([
  ["the shit", 3],
  ["the bomb", 3],
  ["bad ass", 1.5],
  ["bus stop", 0],
  ["yeah right", -2],
  ["kiss of death", -1.5],
  ["to die for", 3],
  ["beating heart", 3.1],
  ["broken heart", -2.9],
]);

export interface Word {
  /** As written between spaces. */
  token: string;
  /** In lower case, without the punctuation around it. */
  text: string;
  isCapitals: boolean;
  /** The lexicon's rating, if it has one. */
  rating: number | undefined;
  /** Whether a phrase has decided the rating. */
  isOfPhrase?: boolean;
}

interface Sentence {
  words: readonly Word[];
  hasCapitals: boolean;
}

/** Changes the ratings of words depending on the words around them. */
export type Rerate = (words: readonly Word[]) => readonly Word[];

/**
 * @param lexicon mean ratings from −4 to 4, by word in lower case
 * @param rerate applied to the words before all rules; an addition to the paper
 * @returns a function that computes a text's compound score as in the paper, from −1 to 1, to four digits
 */
export function createScorer(
  lexicon: ReadonlyMap<string, number>,
  rerate: Rerate = (words) => words,
): (text: string) => number {
  return (text) => {
    const withNames = replaceEmoji(text, lexicon);
    const read = readSentence(withNames, lexicon);
    const sentence = { ...read, words: rerate(read.words) };
    const valences = sentence.words.map((_, at) => valenceAt(sentence, at));
    const but = sentence.words.findIndex((word) => word.text === "but");
    if (but >= 0) weighBut(valences, but);
    const sum = valences.reduce((before, valence) => before + valence, 0);
    return scoreOfSum(sum + Math.sign(sum) * punctuationEmphasis(withNames));
  };
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
const replaceEmoji = (text: string, lexicon: ReadonlyMap<string, number>) =>
  text.replace(EMOJI, (_, emoji: string) => {
    const shown = lexicon.has(emoji) ? emoji : (emojiNames.get(emoji) ?? emoji);
    return ` ${shown} `;
  });

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

function valenceAt(sentence: Sentence, at: number): number {
  const { words: all, hasCapitals } = sentence;
  const word = all[at] as Word;
  const isFirstOfKindOf = word.text === "kind" && all[at + 1]?.text === "of";
  if (!word.rating || boosters.has(word.text) || isFirstOfKindOf) return 0;
  let valence = applyNo(all, at, word.rating);
  if (word.isCapitals && hasCapitals) valence += valence > 0 ? CAPITALS : -CAPITALS;
  for (const [i, factor] of DISTANCE_FACTORS.entries()) {
    const distance = i + 1;
    const before = all[at - distance];
    if (!before || before.rating !== undefined) continue;
    valence += boost(before, valence, hasCapitals) * factor;
    valence = applyNegation(all, at, distance, valence);
    if (distance === 3) valence = applyIdiom(all, at, valence);
  }
  return applyLeast(all, at, valence);
}

/** A `no` before a rated word negates that word and has no rating of its own. */
function applyNo(all: readonly Word[], at: number, rating: number): number {
  const textAt = (distance: number) => all[at - distance]?.text;
  const isNegated =
    textAt(1) === "no" ||
    textAt(2) === "no" ||
    (textAt(3) === "no" && (textAt(1) === "or" || textAt(1) === "nor"));
  if (isNegated) return rating * NEGATION;
  return textAt(0) === "no" && all[at + 1]?.rating !== undefined ? 0 : rating;
}

function boost(word: Word, valence: number, hasCapitals: boolean): number {
  const amount = boosters.get(word.text);
  if (amount === undefined) return 0;
  const signed = valence < 0 ? -amount : amount;
  if (!word.isCapitals || !hasCapitals) return signed;
  return valence > 0 ? signed + CAPITALS : signed - CAPITALS;
}

const isSoOrThis = (text: string | undefined) => text === "so" || text === "this";

function applyNegation(all: readonly Word[], at: number, distance: number, valence: number) {
  const [third, second, first] = [3, 2, 1].map((back) => all[at - back]?.text);
  if (distance === 2) {
    if (second === "never" && isSoOrThis(first)) return valence * NEVER_SO;
    if (second === "without" && first === "doubt") return valence;
  }
  if (distance === 3) {
    if ((third === "never" && isSoOrThis(second)) || isSoOrThis(first)) return valence * NEVER_SO;
    if (third === "without" && (second === "doubt" || first === "doubt")) return valence;
  }
  const before = all[at - distance]?.text ?? "";
  return negations.has(before) || before.includes("n't") ? valence * NEGATION : valence;
}

/** Applied if at least three words precede the rated one and the third of them is unrated. */
function applyIdiom(all: readonly Word[], at: number, valence: number): number {
  const phrase = (from: number, to: number) =>
    all
      .slice(at + from, at + to + 1)
      .map(({ text }) => text)
      .join(" ");
  const before = [phrase(-1, 0), phrase(-2, 0), phrase(-2, -1), phrase(-3, -1), phrase(-3, -2)];
  const found = before.find((text) => idioms.has(text));
  let result = idioms.get(found ?? "") ?? valence;
  for (const length of [1, 2]) {
    if (at + length < all.length) result = idioms.get(phrase(0, length)) ?? result;
  }
  for (const text of [phrase(-3, -2), phrase(-2, -1)]) result += boosters.get(text) ?? 0;
  return result;
}

/** `least` negates; `at least` and `very least` do not. */
function applyLeast(all: readonly Word[], at: number, valence: number): number {
  const before = all[at - 1];
  if (before?.text !== "least" || before.rating !== undefined) return valence;
  const further = all[at - 2]?.text;
  return further === "at" || further === "very" ? valence : valence * NEGATION;
}

/**
 * Weighs words before `but` less and words after it more. The authors' implementation looks up each valence's position
 * by value and so adjusts the first of equal valences; this is reproduced, since published scores depend on it.
 */
function weighBut(valences: number[], but: number): void {
  for (let index = 0; index < valences.length; index += 1) {
    const valence = valences[index]!;
    const place = valence === 0 ? but : valences.indexOf(valence);
    if (place !== but) valences[place] = valence * (place < but ? BEFORE_BUT : AFTER_BUT);
  }
}

function punctuationEmphasis(text: string): number {
  const exclamations = text.split("!").length - 1;
  const questions = text.split("?").length - 1;
  const asked = questions <= 1 ? 0 : questions <= 3 ? questions * QUESTION : MANY_QUESTIONS;
  return Math.min(exclamations, MAX_EXCLAMATIONS) * EXCLAMATION + asked;
}
