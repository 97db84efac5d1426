import { describe, expect, test } from "vitest";
import { calibrate } from "~/domain/sentiment/calibration";
import { labelOfScore } from "~/domain/sentiment/evaluation";
import { scoreDocument } from "~/services/scoring/score-documents.server";

test.each([
  ["comment", 0.85, 0.69], // 0.05 + 0.8 · 0.8
  ["review", -0.85, -0.69],
  ["outside", 1, 0.81],
  ["comment", 0.05, 0.05],
  ["comment", 0.0499, 0.0499],
  ["comment", 0, 0],
  ["article", 0.85, 0.85],
] as const)("the score of a %s of %d counts as %d", (kind, p, calibrated) => {
  expect(calibrate(kind, p)).toBe(calibrated);
});

test("it is odd, rises with the score, and changes no label", () => {
  let before = -Infinity;
  for (let p = -10_000; p <= 10_000; p += 10) {
    const calibrated = calibrate("comment", p / 10_000);
    expect(calibrated).toBeGreaterThanOrEqual(before);
    expect(calibrate("comment", -p / 10_000)).toBeCloseTo(-calibrated, 12);
    expect(labelOfScore(calibrated)).toBe(labelOfScore(p / 10_000));
    before = calibrated;
  }
});

describe("documents are calibrated by their kind", () => {
  // "great" is 3.1 in the lexicon: 3.1 / √24.61 = 0.6249, and 0.05 + 0.8 · 0.5749
  test.each([
    ["article", 0.6249],
    ["comment", 0.5099],
  ] as const)("%s", (kind, p) => {
    expect(scoreDocument(kind, ["BTC is great"]).mentions).toEqual([{ token: "BTC", p }]);
  });
});
