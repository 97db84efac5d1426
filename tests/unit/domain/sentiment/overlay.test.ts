/** The finance overlay is closed under inflection, and consistent. */
import { describe, expect, test } from "vitest";
import {
  directionWords,
  financeOverlay,
  lagNouns,
  leadNouns,
  withOverlay,
  wordGroups,
  type WordClass,
} from "~/domain/sentiment/overlay";
import { lexicon } from "~/services/scoring/lexicon.server";

/** The past forms of verbs that do not take -ed. */
const IRREGULAR: Record<string, string[]> = {
  beat: ["beaten"],
  bleed: ["bled"],
  buy: ["bought"],
  cut: [],
  fall: ["fell", "fallen"],
  grow: ["grew", "grown"],
  pay: ["paid"],
  rise: ["rose", "risen"],
  sink: ["sank", "sunk"],
  slide: ["slid"],
};

/** Verbs of two syllables with the stress on the second, which double their last letter, too. */
const STRESSED_AT_THE_END = ["depeg"];

const doublesLastLetter = (verb: string) =>
  /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb) || STRESSED_AT_THE_END.includes(verb);
const stemOf = (verb: string) => (doublesLastLetter(verb) ? verb + verb.at(-1) : verb);
const endsInConsonantAndY = (word: string) => /[^aeiou]y$/.test(word);

function withS(word: string): string {
  if (endsInConsonantAndY(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

const withIng = (verb: string) => `${/[^e]e$/.test(verb) ? verb.slice(0, -1) : stemOf(verb)}ing`;

function pastForms(verb: string): string[] {
  if (IRREGULAR[verb]) return IRREGULAR[verb];
  if (verb.endsWith("e")) return [`${verb}d`];
  return endsInConsonantAndY(verb) ? [`${verb.slice(0, -1)}ied`] : [`${stemOf(verb)}ed`];
}

const formsOf: Record<WordClass, (word: string) => string[]> = {
  verbs: (verb) => [withS(verb), ...pastForms(verb), withIng(verb)],
  nouns: (noun) => [withS(noun)],
  others: () => [],
};

const linesOf = (wanted: WordClass) =>
  wordGroups.filter((group) => group.class === wanted).flatMap(({ lines }) => lines);

describe("each word comes with its forms", () => {
  test.each(linesOf("verbs").map((line) => [line[0]!, line]))("the verb %s", (verb, line) => {
    expect([...line].sort()).toEqual([verb, ...formsOf.verbs(verb)].sort());
  });

  test.each(linesOf("nouns").map((line) => [line[0]!, line]))("the noun %s", (noun, line) => {
    expect(line).toEqual([noun, ...formsOf.nouns(noun)]);
  });
});

test("each word is unique, in lower case, with a meaning, and rated within the scale", () => {
  const words = financeOverlay.map(({ word }) => word);
  expect(new Set(words).size).toBe(words.length);
  expect(words.length).toBeGreaterThanOrEqual(270);
  expect(words.length).toBeLessThanOrEqual(400);
  const ratings = withOverlay(lexicon);
  for (const { word, rating, meaning } of financeOverlay) {
    expect(word).toMatch(/^([a-z]+(-[a-z]+)?|\p{Extended_Pictographic})$/u);
    expect(meaning).not.toBe("");
    expect(Math.abs(rating)).toBeLessThanOrEqual(4);
    expect(ratings.get(word)).toBe(rating);
  }
  expect(words.filter((word) => lexicon.has(word)).length).toBeGreaterThan(10);
});

describe("words of direction", () => {
  test("have no rating against their direction", () => {
    for (const { direction = 0, rating } of wordGroups) {
      if (direction) expect(rating * direction).toBeGreaterThanOrEqual(0);
    }
    expect([...directionWords.values()]).toContain(1);
    expect([...directionWords.values()]).toContain(-1);
  });

  test("are not among the nouns, and no noun is both good and bad", () => {
    const all = [...directionWords.keys(), ...leadNouns, ...lagNouns];
    expect(new Set(all).size).toBe(all.length);
  });
});
