/** Accuracy and macro-F1 of small counts, computed by hand. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  agreementOf,
  countCalibration,
  emptyCalibration,
  labelOfScore,
  majorityOf,
  parseLabel,
  type Confusion,
} from "~/domain/sentiment/evaluation";
import { SENTIMENT_METHOD } from "~/domain/sentiment/sentiment";

test.each([
  ["positive", "positive"],
  [" Negative ", "negative"],
  ["1", "positive"],
  ["constructor", undefined],
])("the label %j is %s", (text, label) => {
  expect(parseLabel(text)).toBe(label);
});

test.each([
  [0.05, "positive"],
  [0.0499, "neutral"],
  [-0.0499, "neutral"],
  [-0.05, "negative"],
])("a score of %d is %s", (score, label) => {
  expect(labelOfScore(score)).toBe(label);
});

describe("agreement", () => {
  const confusion = (
    negative: [number, number, number],
    neutral: [number, number, number],
    positive: [number, number, number],
  ): Confusion => {
    const row = ([a, b, c]: number[]) => ({ negative: a!, neutral: b!, positive: c! });
    return { negative: row(negative), neutral: row(neutral), positive: row(positive) };
  };

  test.each([
    // F1: 2·3/(2·3+1+1), 2·2/(2·2+2+3), 2·1/(2·1+3+2)
    [
      "of three labels",
      confusion([3, 1, 0], [0, 2, 3], [1, 1, 1]),
      6 / 12,
      (6 / 8 + 4 / 9 + 2 / 7) / 3,
    ],
    // Labels that the annotators never gave do not count: 2·2/(2·2+0+2), 2·3/(2·3+1+2)
    ["of two labels", confusion([2, 1, 1], [0, 0, 0], [0, 2, 3]), 5 / 9, (4 / 6 + 6 / 9) / 2],
  ])("%s", (_, counts, accuracy, macroF1) => {
    expect(agreementOf(counts).accuracy).toBeCloseTo(accuracy, 12);
    expect(agreementOf(counts).macroF1).toBeCloseTo(macroF1, 12);
  });

  test("of the most frequent label, given to each text", () => {
    const { label, confusion: all } = majorityOf(confusion([3, 1, 0], [0, 2, 3], [1, 1, 1]));
    expect(label).toBe("neutral");
    expect(all).toEqual(confusion([0, 4, 0], [0, 5, 0], [0, 3, 0]));
    // 5 of 12; 2·5/(2·5+7) over three labels
    expect(agreementOf(all).macroF1).toBeCloseTo(10 / 17 / 3, 12);
  });
});

test("texts are counted by the size of their scores, unless these are neutral", () => {
  const buckets = emptyCalibration();
  for (const [score, truth] of [
    [0.85, "positive"],
    [-0.95, "positive"],
    [1, "neutral"],
    [0.19, "positive"],
    [0.04, "positive"],
  ] as const) {
    countCalibration(buckets, score, truth);
  }
  const none = { texts: 0, score: 0, right: 0, wrong: 0 };
  const high = { texts: 3, score: 0.85 + 0.95 + 1, right: 1, wrong: 1 };
  expect(buckets).toEqual([{ texts: 1, score: 0.19, right: 1, wrong: 0 }, none, none, none, high]);
});

test("the published figures are those of the current method", () => {
  const text = readFileSync("docs/sentiment-evaluation.md", "utf8");
  expect(text).toContain(`Method ${SENTIMENT_METHOD}, measured in`);
});
