import { describe, expect, test } from "vitest";
import { backtest } from "~/domain/backtest";
import { addDays, mondayOf } from "~/domain/calendar-days";
import { momentumAssets } from "~/domain/momentum";
import {
  firstOn,
  MAP_LEAD_DAYS,
  MAP_TRIALS,
  mapLookbacks,
  momentumMap,
  rankOf,
  trialsOf,
  type MapCell,
} from "~/domain/momentum-map";
import { samplePrices } from "~/domain/sample-prices";
import type { Closes } from "~/domain/track-record";

const FROM = "2025-01-01"; // A Wednesday.
const TO = "2025-09-30";
const closes: Closes = new Map(
  momentumAssets.map((asset) => [asset, samplePrices(asset, addDays(FROM, -MAP_LEAD_DAYS), TO)]),
);

test.each([
  [0, "2025-01-01", "2025-01-06"],
  [2, "2025-01-01", "2025-01-01"],
  [0, "2025-01-06", "2025-01-06"],
])("the first day that is %d days after a Monday, from %s on, is %s", (weekday, from, expected) => {
  expect(firstOn(weekday, from)).toBe(expected);
});

describe("the map", () => {
  const cells = momentumMap({ closes, from: FROM, to: TO });

  test("has a cell for each of nine periods on each of seven weekdays", () => {
    expect(mapLookbacks).toEqual([7, 14, 21, 28, 35, 42, 49, 56, 63]);
    expect(MAP_TRIALS).toBe(63);
    expect(cells).toHaveLength(63);
    expect(new Set(cells.map(({ lookback, weekday }) => `${lookback} ${weekday}`)).size).toBe(63);
  });

  test("has the result of the backtest of that period and weekday", () => {
    for (const { lookback, weekday, value } of cells.filter((_, at) => at % 20 === 0)) {
      const from = firstOn(weekday, FROM);
      expect(mondayOf(from)).toBe(addDays(from, -weekday));
      const { record } = backtest({ closes, from, to: TO, lookback });
      expect(value, `${lookback} days, ${weekday}`).toBe(record.summary?.value);
    }
    expect(new Set(cells.map(({ value }) => value)).size).toBeGreaterThan(60);
  });
});

describe("a rank", () => {
  const cell = (lookback: number, value: number, sharpe: number | null = null): MapCell => ({
    lookback,
    weekday: 0,
    value,
    sharpe,
  });

  test.each([
    { values: [140, 120, 130], rank: 3 },
    { values: [110, 120, 100], rank: 1 },
    { values: [130, 120, 120], rank: 2 },
  ])("of the second of $values is $rank", ({ values, rank }) => {
    const cells = values.map((value, index) => cell([7, 28, 63][index]!, value));
    expect(rankOf(cells)).toEqual({ rank, of: 3 });
  });

  test("trials have the variance of their Sharpe ratios", () => {
    // 0.1, 0.2 and 0.3 deviate by 0.1, 0 and 0.1: 0.02 / 2. A cell without a ratio still counts as a trial.
    const cells = [cell(7, 1, 0.1), cell(14, 1, 0.2), cell(21, 1, 0.3), cell(28, 1)];
    expect(trialsOf(cells)).toEqual({ count: 4, variance: expect.closeTo(0.01, 12) });
  });
});
