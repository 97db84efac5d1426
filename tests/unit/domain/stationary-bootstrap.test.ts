import { describe, expect, test } from "vitest";
import { randomNumbers } from "~/domain/random-numbers";
import { DRAWS, quantile, stationaryBootstrap } from "~/domain/stationary-bootstrap";

/** A fake random generator, which returns given numbers one after the other. */
const scripted = (numbers: readonly number[]) => {
  const left = [...numbers];
  return () => left.shift()!;
};

test("blocks begin anywhere, wrap around, and end with a probability of one in their mean length", () => {
  const random = scripted([
    // From the second value to the third; the block ends, and the next begins with the third: 2 + 4 + 4.
    ...[0.4, 0.9, 0.1, 0.99],
    // From the third, wrapping around to the first and the second, as 0.25 does not end a block: 4 + 1 + 2.
    ...[0.99, 0.5, 0.25],
  ]);
  const means = stationaryBootstrap([1, 2, 4], { draws: 2, meanBlock: 4, random });
  expect(means).toEqual([7 / 3, 10 / 3]);
});

test("the draws are reproducible by their seed, and sorted", () => {
  const values = [3, 1, 4, 1, 5, 9, 2, 6];
  const means = stationaryBootstrap(values);
  expect(means).toHaveLength(DRAWS);
  expect(means).toEqual(stationaryBootstrap(values));
  expect(means).toEqual(means.toSorted((a, b) => a - b));
  expect(means).not.toEqual(stationaryBootstrap(values, { random: randomNumbers(1) }));
});

describe("the spread of the means", () => {
  const variance = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  };
  const values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3];

  test("is what the authors of the method derived from the circular autocovariances", () => {
    // n·variance = c₀ + 2·Σ (1 − k/n)·(1 − p)^k·c[k] + 2·Σ (k/n)·(1 − p)^(n−k)·c[k] over the sample's
    // autocovariances, of k from 1 to n − 1 (Politis and Romano 1994, Lemma 1).
    const [count, p] = [values.length, 1 / 4];
    const mean = values.reduce((sum, value) => sum + value, 0) / count;
    const covariance = (lag: number) =>
      values.slice(lag).reduce((sum, v, i) => sum + (v - mean) * (values[i]! - mean), 0) / count;
    let expected = covariance(0);
    for (let k = 1; k < count; k++) {
      const weight = (1 - k / count) * (1 - p) ** k + (k / count) * (1 - p) ** (count - k);
      expected += 2 * weight * covariance(k);
    }
    const drawn = variance(stationaryBootstrap(values, { draws: 40_000 })) * count;
    expect(drawn / expected).toBeCloseTo(1, 1);
  });
});

test.each([
  [[1, 2, 3, 4], 0.5, 2.5],
  [[1, 2, 3, 4], 0.25, 1.75],
  [[7], 0.025, 7],
])("of %j the quantile of %d is %d", (sorted, probability, expected) => {
  expect(quantile(sorted, probability)).toBeCloseTo(expected, 12);
});
