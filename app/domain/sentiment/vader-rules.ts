/** VADER's rules for a rated word among others. */
import type { Sentence, Step, Word } from "./vader-trace";
import { boosters, idioms, negations } from "./vader-words";

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

/**
 * @param steps if given, the steps from the rating to the result are added
 * @returns what the word at a place contributes, before the rule of `but`
 */
export function valenceAt(sentence: Sentence, at: number, steps?: Step[]): number {
  const { words: all, hasCapitals } = sentence;
  const word = all[at] as Word;
  const isFirstOfKindOf = word.text === "kind" && all[at + 1]?.text === "of";
  if (!word.rating || boosters.has(word.text) || isFirstOfKindOf) return 0;
  let valence = applyNo(all, at, word.rating, steps);
  if (word.isCapitals && hasCapitals) {
    const added = valence > 0 ? CAPITALS : -CAPITALS;
    steps?.push({ rule: "capitals", at, added });
    valence += added;
  }
  for (const [i, factor] of DISTANCE_FACTORS.entries()) {
    const distance = i + 1;
    const before = all[at - distance];
    if (!before || before.rating !== undefined) continue;
    const added = boost(before, valence, hasCapitals) * factor;
    if (added) steps?.push({ rule: "booster", at: at - distance, added });
    valence += added;
    valence = applyNegation(all, at, distance, valence, steps);
    if (distance === 3) valence = applyIdiom(all, at, valence, steps);
  }
  return applyLeast(all, at, valence, steps);
}

/** A `no` before a rated word negates that word and has no rating of its own. */
function applyNo(all: readonly Word[], at: number, rating: number, steps?: Step[]): number {
  const textAt = (distance: number) => all[at - distance]?.text;
  const negatedBy = [1, 2, 3].find(
    (distance) =>
      textAt(distance) === "no" && (distance < 3 || textAt(1) === "or" || textAt(1) === "nor"),
  );
  if (negatedBy) {
    steps?.push({ rule: "no", at: at - negatedBy, factor: NEGATION });
    return rating * NEGATION;
  }
  if (textAt(0) !== "no" || all[at + 1]?.rating === undefined) return rating;
  steps?.push({ rule: "no", at: at + 1, set: 0 });
  return 0;
}

function boost(word: Word, valence: number, hasCapitals: boolean): number {
  const amount = boosters.get(word.text);
  if (amount === undefined) return 0;
  const signed = valence < 0 ? -amount : amount;
  if (!word.isCapitals || !hasCapitals) return signed;
  return valence > 0 ? signed + CAPITALS : signed - CAPITALS;
}

const isSoOrThis = (text: string | undefined) => text === "so" || text === "this";

function applyNegation(
  all: readonly Word[],
  at: number,
  distance: number,
  valence: number,
  steps?: Step[],
) {
  const [third, second, first] = [3, 2, 1].map((back) => all[at - back]?.text);
  const isNeverSo =
    (distance === 2 && second === "never" && isSoOrThis(first)) ||
    (distance === 3 && ((third === "never" && isSoOrThis(second)) || isSoOrThis(first)));
  if (isNeverSo) {
    steps?.push({ rule: "never so", at: at - distance, factor: NEVER_SO });
    return valence * NEVER_SO;
  }
  if (distance === 2 && second === "without" && first === "doubt") return valence;
  if (distance === 3 && third === "without" && (second === "doubt" || first === "doubt")) {
    return valence;
  }
  const before = all[at - distance]?.text ?? "";
  if (!negations.has(before) && !before.includes("n't")) return valence;
  steps?.push({ rule: "negation", at: at - distance, factor: NEGATION });
  return valence * NEGATION;
}

/** Where an idiom may stand before a rated word, or end with it. */
const PHRASES_BEFORE: readonly (readonly [from: number, to: number])[] = [
  [-1, 0],
  [-2, 0],
  [-2, -1],
  [-3, -1],
  [-3, -2],
];

/** Applied if at least three words precede the rated one and the third of them is unrated. */
function applyIdiom(all: readonly Word[], at: number, valence: number, steps?: Step[]): number {
  const phrase = (from: number, to: number) =>
    all
      .slice(at + from, at + to + 1)
      .map(({ text }) => text)
      .join(" ");
  let result = valence;
  const set = (idiom: string | undefined, from: number) => {
    const rating = idioms.get(idiom ?? "");
    if (rating === undefined) return;
    steps?.push({ rule: "idiom", at: at + from, set: rating });
    result = rating;
  };
  const before = PHRASES_BEFORE.find(([from, to]) => idioms.has(phrase(from, to)));
  if (before) set(phrase(...before), before[0]);
  for (const length of [1, 2]) {
    if (at + length < all.length) set(phrase(0, length), 0);
  }
  for (const from of [-3, -2]) {
    const added = boosters.get(phrase(from, from + 1)) ?? 0;
    if (added) steps?.push({ rule: "booster", at: at + from, added });
    result += added;
  }
  return result;
}

/** `least` negates; `at least` and `very least` do not. */
function applyLeast(all: readonly Word[], at: number, valence: number, steps?: Step[]): number {
  const before = all[at - 1];
  if (before?.text !== "least" || before.rating !== undefined) return valence;
  const further = all[at - 2]?.text;
  if (further === "at" || further === "very") return valence;
  steps?.push({ rule: "least", at: at - 1, factor: NEGATION });
  return valence * NEGATION;
}

/**
 * Weighs words before `but` less and words after it more. The authors' implementation looks up each valence's position
 * by value and so adjusts the first of equal valences; this is reproduced, since published scores depend on it.
 */
export function weighBut(valences: number[], but: number, steps?: readonly Step[][]): void {
  for (let index = 0; index < valences.length; index += 1) {
    const valence = valences[index]!;
    const place = valence === 0 ? but : valences.indexOf(valence);
    if (place === but) continue;
    const factor = place < but ? BEFORE_BUT : AFTER_BUT;
    steps?.[place]?.push({ rule: place < but ? "before but" : "after but", at: but, factor });
    valences[place] = valence * factor;
  }
}
