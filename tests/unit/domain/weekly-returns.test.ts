import { describe, expect, test } from "vitest";
import { addDays } from "~/domain/calendar-days";
import {
  autocorrelation,
  independentBets,
  returnsOf,
  valuesOn,
  weeklyDays,
} from "~/domain/weekly-returns";

const on = (days: number) => addDays("2026-03-02", days);

describe("one day per week", () => {
  const range = (to: number) => Array.from({ length: to + 1 }, (_, day) => day);
  const without = (...gone: number[]) => range(22).filter((day) => !gone.includes(day));
  test.each([
    { what: "is every seventh from the first", days: range(21), weeks: [0, 7, 14, 21] },
    { what: "does not exist before the week is over", days: range(20), weeks: [0, 7, 14] },
    { what: "is the last one before a missing day", days: without(7, 8), weeks: [0, 6, 14, 21] },
    { what: "can be several days earlier", days: without(4, 5, 6, 7, 8), weeks: [0, 3, 14, 21] },
    { what: "is skipped in a week without any", days: [0, 3, 15, 21, 22], weeks: [0, 3, 21] },
  ])("$what", ({ days, weeks }) => {
    expect(weeklyDays(days.map(on))).toEqual(weeks.map(on));
  });
});

test("an unknown value of a day is the last known one", () => {
  const points = [
    { day: on(1), value: 110 },
    { day: on(3), value: 130 },
  ];
  expect(valuesOn(points, [0, 1, 2, 3, 9].map(on), 100)).toEqual([100, 110, 110, 130, 130]);
});

test("returns are relative to the previous value, and 0 if nothing was left", () => {
  expect(returnsOf([100, 110, 99, 0, 0])).toEqual([
    ...[expect.closeTo(0.1, 12), expect.closeTo(-0.1, 12), -1, 0],
  ]);
});

describe("autocorrelation", () => {
  // Of 1, 2, 3, 4 the deviations are −1.5, −0.5, 0.5, 1.5, and their squares 5.
  test.each([
    { values: [1, 2, 3, 4], lag: 1, expected: (0.75 - 0.25 + 0.75) / 5 },
    { values: [1, 2, 3, 4], lag: 2, expected: (-0.75 - 0.75) / 5 },
    { values: [1, -1, 1, -1], lag: 1, expected: -3 / 4 },
    { values: [2, 2, 2], lag: 1, expected: 0 },
  ])("of $values, $lag apart", ({ values, lag, expected }) => {
    expect(autocorrelation(values, lag)).toBeCloseTo(expected, 12);
  });
});

describe("independent bets", () => {
  test.each([
    // 0.25, −0.3 and −0.45: 4 / (1 + 2·0.25).
    { values: [1, 2, 3, 4], lags: 8, expected: 4 / 1.5 },
    // −0.75, 0.5, −0.25: 4 / (1 + 2·0.5), or 4 with one lag, because negative ones do not count.
    { values: [1, -1, 1, -1], lags: 8, expected: 2 },
    { values: [1, -1, 1, -1], lags: 1, expected: 4 },
  ])("in $values, over $lags lags at most", ({ values, lags, expected }) => {
    expect(independentBets(values, lags)).toBeCloseTo(expected, 12);
  });
});
