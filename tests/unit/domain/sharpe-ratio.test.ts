import { describe, expect, test } from "vitest";
import {
  expectedBestSharpe,
  kurtosisOf,
  probabilisticSharpe,
  sharpeRatio,
  skewnessOf,
} from "~/domain/sharpe-ratio";

test.each([
  // The mean is 0.01, and the squares of 0, 0.02, −0.02, 0 are 0.0008.
  { excess: [0.01, 0.03, -0.01, 0.01], expected: 0.01 / Math.sqrt(0.0008 / 3) },
  { excess: [0.01, -0.01], expected: 0 },
  { excess: [0.1, 0.1, 0.1], expected: null },
  // Whoever does what the benchmark does has no skill, up to rounding.
  { excess: [0, 0, 0], expected: 0 },
  { excess: [1e-17, -1e-17, 0], expected: 0 },
  { excess: [0.1], expected: null },
])("the Sharpe ratio of $excess", ({ excess, expected }) => {
  if (expected === null) expect(sharpeRatio(excess)).toBeNull();
  else expect(sharpeRatio(excess)).toBeCloseTo(expected, 12);
});

test("skewness and kurtosis are moments divided by powers of the second", () => {
  // Of 0, 0, 0, 4 the deviations are −1, −1, −1, 3: moments of 3, 6 and 21.
  expect(skewnessOf([0, 0, 0, 4])).toBeCloseTo(6 / 3 ** 1.5, 12);
  expect(kurtosisOf([0, 0, 0, 4])).toBeCloseTo(21 / 9, 12);
  expect(skewnessOf([1, 2, 3])).toBeCloseTo(0, 12);
});

describe("the probabilistic Sharpe ratio", () => {
  test.each([
    // 0.1·10 / √1.005 = 0.99751 standard deviations.
    { sharpe: 0.1, count: 101, skewness: 0, kurtosis: 3, threshold: 0, expected: 0.84074 },
    // 0.2·√52 / √(1 + 0.2 + 0.05) = 1.28996.
    { sharpe: 0.2, count: 53, skewness: -1, kurtosis: 6, threshold: 0, expected: 0.90147 },
    { sharpe: 0.2, count: 53, skewness: -1, kurtosis: 6, threshold: 0.1, expected: 0.74053 },
  ])("of $sharpe in $count weeks above $threshold", ({ threshold, expected, ...estimate }) => {
    expect(probabilisticSharpe(estimate, threshold)).toBeCloseTo(expected, 4);
  });

  test("is unknown if the variance of the estimate is not positive", () => {
    const estimate = { sharpe: 2, count: 9, skewness: 1, kurtosis: 1 };
    expect(probabilisticSharpe(estimate)).toBeNull();
  });
});

describe("the expected best Sharpe ratio of several trials without skill", () => {
  test.each([
    { count: 1, variance: 1, expected: 0 },
    { count: 100, variance: 1, expected: 2.5306 },
    { count: 100, variance: 0.25, expected: 1.2653 },
  ])("of $count with a variance of $variance", ({ expected, ...trials }) => {
    expect(expectedBestSharpe(trials)).toBeCloseTo(expected, 3);
  });

  test("deflates the example of its authors to 0.90, and to 0.95 after 46 trials", () => {
    // 2.5 a year over 1250 days, of trials with a variance of 1/2 a year; Bailey and López de Prado (2014).
    const estimate = { sharpe: 2.5 / Math.sqrt(250), count: 1250, skewness: -3, kurtosis: 10 };
    const deflated = (count: number) =>
      probabilisticSharpe(estimate, expectedBestSharpe({ count, variance: 0.5 / 250 }));
    expect(expectedBestSharpe({ count: 100, variance: 0.5 / 250 })).toBeCloseTo(0.1132, 4);
    expect(deflated(100)).toBeCloseTo(0.9004, 3);
    expect(deflated(46)).toBeCloseTo(0.9505, 3);
  });
});
