/**
 * VADER, the rules by which words that carry a feeling make up the feeling of a sentence: C. J. Hutto and
 * E. E. Gilbert, "VADER: A Parsimonious Rule-based Model for Sentiment Analysis of Social Media Text",
 * ICWSM 2014. The names and numbers below are those of the paper and of the authors' own program
 * (vaderSentiment 3.3.2), with which this agrees to the fourth digit, its peculiarities included. It
 * differs on purpose in two things: a pictograph is a word of its own wherever it stands, and a word that
 * the lexicon rates at 0 stays at 0, whatever stands around it.
 *
 * The time taken grows with the length of the text and with nothing else, so that no text can hold a
 * server up.
 */
import { lexiconScores } from "./lexicon-scores";

/** What a word before the rated one adds to it (`very`), or takes from it (`hardly`): mean of raters. */
const BOOST = 0.293;
/** What capitals add, where not everything is in capitals. */
const CAPITALS = 0.733;
/** What a negation makes of a valence: rated, "not good" is a little less bad than "good" is good. */
const NEGATION = -0.74;
/** How much of its boost a word keeps that stands directly before the rated one, or further off. */
const BOOST_KEPT = { 1: 1, 2: 0.95, 3: 0.9 } as const;
const DISTANCES = [1, 2, 3] as const;
/** What `never so` and `never this` make of a valence, and `so` and `this` three words on. */
const NEVER_SO = 1.25;
/** What a `but` leaves of what stands before it, and makes of what comes after. */
const BEFORE_BUT = 0.5;
const AFTER_BUT = 1.5;
/** What each `!` adds, the first four of them. */
const EXCLAMATION = 0.292;
const MOST_EXCLAMATIONS = 4;
/** What each `?` adds when there are two or three, and what more of them add together. */
const QUESTION = 0.18;
const MANY_QUESTIONS = 0.96;
/** Approximates the greatest sum to be expected, so that a score is near 1 only for the strongest. */
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

/** Phrases around a rated word that mean something else than the word. */
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

interface Word {
  /** In lower case. */
  text: string;
  isCapitals: boolean;
  /** What the lexicon says of it. */
  rating: number | undefined;
}

/** Words in their order, and whether some of them, but not all, are in capitals. */
interface Sentence {
  words: readonly Word[];
  hasCapitals: boolean;
}

/**
 * @param lexicon the mean rating of each word, in lower case, from −4 to 4
 * @returns what scores a text: the authors' compound score, from −1 to 1, to four digits
 */
export function createScorer(lexicon: ReadonlyMap<string, number>): (text: string) => number {
  return (text) => {
    const spoken = speakPictographs(text);
    const sentence = readSentence(spoken, lexicon);
    const valences = sentence.words.map((_, at) => valenceAt(sentence, at));
    const but = sentence.words.findIndex((word) => word.text === "but");
    if (but >= 0) weighAround(valences, but);
    return compound(valences, emphasis(spoken));
  };
}

function compound(valences: readonly number[], emphasised: number): number {
  const sum = valences.reduce((before, valence) => before + valence, 0);
  const total = sum + Math.sign(sum) * emphasised;
  const score = total / Math.sqrt(total * total + ALPHA);
  return Math.round(score * 10_000) / 10_000 || 0; // Never −0.
}

/** With what may follow one: which way it is drawn, what joins it to the next, the tone of its skin. */
const PICTOGRAPH =
  /(\p{Extended_Pictographic})(?:\u{FE0E}|\u{FE0F}|\u{200D}|\p{Emoji_Modifier})*/gu;

/** Puts words for the pictographs that show a feeling, and space around all of them. */
const speakPictographs = (text: string) =>
  text.replace(
    PICTOGRAPH,
    (_, pictograph: string) => ` ${lexiconScores.get(pictograph) ?? pictograph} `,
  );

/** White space as Python has it, since the authors' program splits by that. */
// eslint-disable-next-line no-control-regex
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

function readSentence(text: string, lexicon: ReadonlyMap<string, number>): Sentence {
  const all = text
    .split(SPACE)
    .filter((token) => token !== "")
    .map((token) => {
      const bare = withoutPunctuation(token);
      const lower = bare.toLowerCase();
      return { text: lower, isCapitals: isCapitals(bare, lower), rating: lexicon.get(lower) };
    });
  const capitals = all.filter((word) => word.isCapitals).length;
  return { words: all, hasCapitals: capitals > 0 && capitals < all.length };
}

/** What is left without its punctuation is no longer than this of an emoticon, which is kept whole. */
const EMOTICON = 2;

function withoutPunctuation(token: string): string {
  let [start, end] = [0, token.length];
  while (start < end && isPunctuation(token.charCodeAt(start))) start += 1;
  while (end > start && isPunctuation(token.charCodeAt(end - 1))) end -= 1;
  const bare = token.slice(start, end);
  const isShort = bare.length <= 2 * EMOTICON && [...bare].length <= EMOTICON;
  return isShort ? token : bare;
}

/** The punctuation of ASCII. */
const isPunctuation = (code: number) =>
  (code >= 33 && code <= 47) ||
  (code >= 58 && code <= 64) ||
  (code >= 91 && code <= 96) ||
  (code >= 123 && code <= 126);

const isCapitals = (word: string, lower: string) =>
  word !== lower && /\p{Uppercase}/u.test(word) && !/\p{Lowercase}|\p{Lt}/u.test(word);

function valenceAt(sentence: Sentence, at: number): number {
  const { words: all, hasCapitals } = sentence;
  const word = all[at] as Word;
  const isFirstOfKindOf = word.text === "kind" && all[at + 1]?.text === "of";
  if (!word.rating || boosters.has(word.text) || isFirstOfKindOf) return 0;
  let valence = besideNo(all, at, word.rating);
  if (word.isCapitals && hasCapitals) valence += valence > 0 ? CAPITALS : -CAPITALS;
  for (const distance of DISTANCES) {
    const before = all[at - distance];
    if (!before || before.rating !== undefined) continue;
    valence += boost(before, valence, hasCapitals) * BOOST_KEPT[distance];
    valence = negated(all, at, distance, valence);
    if (distance === 3) valence = asIdiom(all, at, valence);
  }
  return afterLeast(all, at, valence);
}

/** A `no` before a rated word negates that instead of saying no itself. */
function besideNo(all: readonly Word[], at: number, rating: number): number {
  const textAt = (distance: number) => all[at - distance]?.text;
  const isNegated =
    textAt(1) === "no" ||
    textAt(2) === "no" ||
    (textAt(3) === "no" && (textAt(1) === "or" || textAt(1) === "nor"));
  if (isNegated) return rating * NEGATION;
  return textAt(0) === "no" && all[at + 1]?.rating !== undefined ? 0 : rating;
}

function boost({ text, isCapitals: isLoud }: Word, valence: number, hasCapitals: boolean): number {
  const by = boosters.get(text);
  if (by === undefined) return 0;
  const towards = valence < 0 ? -by : by;
  if (!isLoud || !hasCapitals) return towards;
  return valence > 0 ? towards + CAPITALS : towards - CAPITALS;
}

const isSoOrThis = (word: Word | undefined) => word?.text === "so" || word?.text === "this";

function negated(all: readonly Word[], at: number, distance: 1 | 2 | 3, valence: number): number {
  const [third, second, first] = [all[at - 3], all[at - 2], all[at - 1]];
  if (distance === 2) {
    if (second?.text === "never" && isSoOrThis(first)) return valence * NEVER_SO;
    if (second?.text === "without" && first?.text === "doubt") return valence;
  }
  if (distance === 3) {
    if ((third?.text === "never" && isSoOrThis(second)) || isSoOrThis(first)) {
      return valence * NEVER_SO;
    }
    const isDoubt = second?.text === "doubt" || first?.text === "doubt";
    if (third?.text === "without" && isDoubt) return valence;
  }
  const before = all[at - distance]?.text ?? "";
  return negations.has(before) || before.includes("n't") ? valence * NEGATION : valence;
}

/** Looked for where three words stand before the rated one, and the third of them has no rating. */
function asIdiom(all: readonly Word[], at: number, valence: number): number {
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

/** `least` negates, `at least` and `very least` do not. */
function afterLeast(all: readonly Word[], at: number, valence: number): number {
  const before = all[at - 1];
  if (before?.text !== "least" || before.rating !== undefined) return valence;
  const further = all[at - 2]?.text;
  return further === "at" || further === "very" ? valence : valence * NEGATION;
}

/**
 * What stands before `but` counts for less, what comes after for more. The authors' program finds the
 * place of each valence by its value, and so weighs the first of those that are alike at that moment;
 * the scores it was published with are made so, and ours agree with them.
 */
function weighAround(valences: number[], but: number): void {
  const places = new Map<number, number[]>();
  const placesOf = (valence: number) => {
    let heap = places.get(valence);
    if (!heap) places.set(valence, (heap = []));
    return heap;
  };
  valences.forEach((valence, place) => push(placesOf(valence), place));
  for (let turn = 0; turn < valences.length; turn += 1) {
    const valence = valences[turn] as number;
    if (valence === 0) continue;
    const alike = placesOf(valence);
    const place = alike[0] as number;
    if (place === but) continue;
    pop(alike);
    const weighed = valence * (place < but ? BEFORE_BUT : AFTER_BUT);
    valences[place] = weighed;
    push(placesOf(weighed), place);
  }
}

/** Adds to a binary heap whose least number is its first. */
function push(heap: number[], added: number): void {
  let at = heap.length;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if ((heap[parent] as number) <= added) break;
    heap[at] = heap[parent] as number;
    at = parent;
  }
  heap[at] = added;
}

/** Takes the least number off. */
function pop(heap: number[]): void {
  const moved = heap.pop();
  if (moved === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    const other = heap[child + 1];
    if (other !== undefined && other < (heap[child] as number)) child += 1;
    if ((heap[child] as number) >= moved) break;
    heap[at] = heap[child] as number;
    at = child;
  }
  heap[at] = moved;
}

function emphasis(text: string): number {
  let exclamations = 0;
  let questions = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "!") exclamations += 1;
    else if (text[at] === "?") questions += 1;
  }
  const asked = questions <= 1 ? 0 : questions <= 3 ? questions * QUESTION : MANY_QUESTIONS;
  return Math.min(exclamations, MOST_EXCLAMATIONS) * EXCLAMATION + asked;
}
