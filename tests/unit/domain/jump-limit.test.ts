import { expect, test } from "vitest";
import { addDays } from "~/domain/calendar-days";
import { jumpLimit } from "~/domain/jump-limit";

/** Closes whose returns alternate between r and −r, so that their median is one of the two, or 0. */
const swinging = (count: number, r: number, { days = 1, from = 0 } = {}) =>
  Array.from({ length: count + 1 }, (_, i) => ({
    day: addDays("2026-01-01", from + i * days),
    close: 100 * Math.exp((i % 2) * r),
  }));

test.each([
  ["no close is the minimum", [], 0.25],
  // 90 returns, 45 of each sign: median 0, all of them 0.05 off: 6 · 1.4826 · 0.05 = 0.44478
  ["90 returns", swinging(90, 0.05), 0.44478],
  ["30 returns", swinging(30, 0.05), 0.44478],
  ["29 returns is the minimum", swinging(29, 0.05), 0.25],
  // 6 · 1.4826 · 0.02 = 0.177912
  ["small returns is the minimum", swinging(90, 0.02), 0.25],
  // 90 returns of ±0.05 before 90 of ±0.03: 6 · 1.4826 · 0.03 = 0.266868
  [
    "180 returns is that of the last 90",
    [...swinging(89, 0.05), ...swinging(90, 0.03, { from: 90 })],
    0.266868,
  ],
  // 0.5 / √30 = 0.0912871: 6 · 1.4826 · 0.0912871 = 0.812053
  ["returns over 30 days", swinging(40, 0.5, { days: 30 }), 0.812053],
  // A gap counts as 90 days at most: 0.5 / √90 = 0.0527046: 6 · 1.4826 · 0.0527046 = 0.468839
  ["returns over 365 days", swinging(40, 0.5, { days: 365 }), 0.468839],
  // 60 returns of ±0.05 over a day, and 30 of ±0.05 · √3 over three: all are 0.05 per day.
  [
    "returns before and after a change from three days to one",
    [
      ...swinging(30, 0.05 * Math.sqrt(3), { days: 3 }),
      ...swinging(60, 0.05, { from: 90 }).slice(1),
    ],
    0.44478,
  ],
])("the limit of %s", (_what, closes, expected) => {
  expect(jumpLimit(closes)).toBeCloseTo(expected, 5);
});
