import { expect, test } from "vitest";
import { normalProbability, normalQuantile } from "~/domain/normal-distribution";

test.each([
  [0, 0.5],
  [1, 0.8413447460685429],
  [1.96, 0.9750021048517795],
  [-3, 0.0013498980316300946],
  [40, 1],
])("a value of at most %d has the probability %d", (x, probability) => {
  expect(normalProbability(x)).toBeCloseTo(probability, 14);
});

test.each([
  [0.5, 0],
  [0.975, 1.959963984540054],
  [0.001, -3.090232306167813],
])("the quantile of %d is %d", (probability, x) => {
  expect(normalQuantile(probability)).toBeCloseTo(x, 10);
});

test("the quantiles of 0 and 1 are finite", () => {
  expect(normalQuantile(0)).toBeCloseTo(-8.5, 5);
  expect(normalQuantile(1)).toBeGreaterThan(8);
});
