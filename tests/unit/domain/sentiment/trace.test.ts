import { describe, expect, test } from "vitest";
import { readClauses } from "~/domain/sentiment/clauses";
import { scoreMentions, traceMention, type MentionTrace } from "~/domain/sentiment/mentions";
import { scoreOfSum, sumOfScore } from "~/domain/sentiment/vader";
import type { SentenceTrace, WordTrace } from "~/domain/sentiment/vader-trace";
import { randomNumbers } from "~/domain/random-numbers";
import { lexicon, scoreText } from "~/services/scoring/lexicon.server";
import { visibleTexts } from "~/services/scoring/visible-text.server";
import vectors from "../vader-vectors.json";

/** Applies the steps of a word to its rating. */
const contributionOf = ({ rating, steps }: WordTrace) =>
  steps.reduce(
    (value, step) =>
      "factor" in step ? value * step.factor : "added" in step ? value + step.added : step.set,
    rating,
  );

function traceOf(text: string) {
  let trace: SentenceTrace | undefined;
  const score = scoreText(text, (one) => (trace = one));
  return { score, ...trace! };
}

/** Sums a trace as the scorer does, and expects each part of it to follow from the one before. */
function expectToAddUp(trace: SentenceTrace, score: number) {
  for (const word of trace.words) expect(contributionOf(word)).toBe(word.contribution);
  const words = trace.words.reduce((sum, { contribution }) => sum + contribution, 0);
  expect(words + trace.punctuation).toBe(trace.sum);
  expect(scoreOfSum(trace.sum)).toBe(score);
}

function expectMentionToAddUp(trace: MentionTrace, visible: readonly string[]) {
  for (const sentence of trace.sentences) {
    expectToAddUp(sentence, sentence.score);
    expect(sentence.counted).toBe(sentence.weight * sumOfScore(sentence.score));
    const text = visible[sentence.part]!;
    for (const { start, end } of [sentence, ...sentence.spans]) {
      expect(text.slice(start, end)).toMatch(/^\S(?:[^]*\S)?$/u);
      expect(start).toBeGreaterThanOrEqual(sentence.start);
      expect(end).toBeLessThanOrEqual(sentence.end);
    }
  }
  const sum = trace.sentences.reduce((before, { counted }) => before + counted, 0);
  expect(scoreOfSum(sum)).toBe(trace.p);
}

test("the contributions add up to the score, to the last digit, in all reference sentences", () => {
  for (const [sentence] of vectors as [string, number][]) {
    const { score, ...trace } = traceOf(sentence);
    expect(score).toBe(scoreText(sentence));
    expectToAddUp(trace, score);
  }
});

const scored = [...lexicon.keys()];
const pieces = [
  ...[
    "not",
    "no",
    "never",
    "so",
    "this",
    "but",
    "least",
    "at",
    "very",
    "hardly",
    "VERY",
    "without",
    "doubt",
  ],
  ...[
    "profit",
    "costs",
    "rose",
    "fell",
    "+4%",
    "record",
    "high",
    "buy",
    "the",
    "dip",
    "bears",
    "😂",
    "🚀",
    "👩‍🚀",
  ],
  ...[
    "BTC",
    "$ETH",
    "Solana",
    "bitcoin",
    "`code good`",
    "https://good.example/best",
    "“great”",
    "it’s",
    "&amp;",
  ],
  ...[
    "[good](http://bad.example)",
    "**best**",
    "<b>bad</b>",
    "bus",
    "stop",
    "\u200bgood",
    "比特币",
    "bad--good",
  ],
];
const ends = [
  ". ",
  "! ",
  "!! ",
  "? ",
  "?? ",
  "\n",
  "\n\n> ",
  " 🚀🚀\n",
  ", ",
  "; ",
  "\r\n",
  "\u2028",
  "\n```\n",
];

test("and in random texts, whose traces score as without one", () => {
  const random = randomNumbers(20_260_722);
  const pick = <Item>(of: readonly Item[]) => of[Math.floor(random() * of.length)]!;
  let traced = 0;
  for (let round = 0; round < 200; round += 1) {
    const text = Array.from({ length: 40 }, () => {
      const word = random() < 0.4 ? pick(scored) : pick(pieces);
      const shown = random() < 0.1 ? word.toUpperCase() : word;
      return shown + (random() < 0.2 ? pick(ends) : " ");
    }).join("");
    const kind = pick(["article", "comment"] as const);
    const visible = visibleTexts(kind, [text]);
    const mentions = scoreMentions(visible, scoreText);
    for (const mention of mentions) {
      const trace = traceMention(visible, mention.token, scoreText)!;
      expect(trace.p).toBe(mention.p);
      expectMentionToAddUp(trace, visible);
      traced += 1;
    }
  }
  expect(traced).toBeGreaterThan(200);
});

describe("each word has its rules", () => {
  /** What a word contributes, and the words that change it. */
  const described = (text: string) => {
    const { spans, words } = traceOf(text);
    const at = (place: number) => text.slice(spans[place]!.start, spans[place]!.end);
    return words.map(({ at: place, rating, ratedBy, steps, contribution }) => [
      at(place),
      rating,
      ...(ratedBy ? [ratedBy.noun ? `${ratedBy.rule} of ${ratedBy.noun}` : ratedBy.rule] : []),
      ...steps.map((step) => `${at(step.at)}: ${step.rule}`),
      Number(contribution.toFixed(4)),
    ]);
  };

  test.each<[string, ...(string | number)[][]]>([
    ["BTC is good", ["good", 1.9, 1.9]],
    ["BTC is not good", ["good", 1.9, "not: negation", -1.406]],
    ["no good coin", ["good", 1.9, "no: no", -1.406]],
    ["never so good", ["good", 1.9, "so: booster", "never: never so", 2.7412]],
    ["really good!", ["good", 1.9, "really: booster", 2.193]],
    ["hardly good", ["good", 1.9, "hardly: booster", 1.607]],
    ["bitcoin is GOOD", ["GOOD", 1.9, "GOOD: capitals", 2.633]],
    [
      "it is good but bad",
      ["good", 1.9, "but: before but", 0.95],
      ["bad", -2.5, "but: after but", -3.75],
    ],
    ["the least good coin", ["good", 1.9, "least: least", -1.406]],
    ["it is the bomb", ["bomb", -2.2, "the: idiom", 3]],
    ["they buy the dip", ["buy", 1.5, "phrase", 1.5]],
    ["costs rose", ["rose", -1.8, "direction of costs", -1.8]],
    ["it stands at +4% now", ["+4%", 1.8, "direction", 1.8]],
    ["haha you bears", ["bears", 1.5, "mockery", 1.5]],
    ["a ✌🏽 is bad😍", ["bad", -2.5, -2.5], ["😍", 2, 2]],
  ])("%j", (text, ...expected) => {
    expect(described(text)).toEqual(expected);
  });
});

test.each<[string, string, string[]]>([
  ["code before the same word", "`best` best BTC", ["best BTC"]],
  [
    "an address",
    "BTC https://good.example/best is good. Bad.",
    ["BTC https://good.example/best is good.", "Bad."],
  ],
  [
    "quoted lines and Windows' line ends",
    "> bad\r\ngood BTC\r\n> bad\r\nfine",
    ["good BTC", "fine"],
  ],
  ["the target of a link", "[BTC](bad) good", ["[BTC](bad) good"]],
  ["joined words and scripts", "good--BTC比特币good", ["good--BTC比特币good"]],
  ["emoji alone", "BTC up!\n🚀🚀\nok", ["BTC up!\n🚀🚀", "ok"]],
])("clauses keep their places after %s", (_, text, expected) => {
  const found = readClauses(text, true).map(({ text: clause, places }) =>
    text.slice(places!.starts[clause.search(/\S/)], places!.ends[clause.trimEnd().length - 1]),
  );
  expect(found).toEqual(expected);
});
