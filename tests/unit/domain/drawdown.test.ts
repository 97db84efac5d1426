import { describe, expect, test } from "vitest";
import { addDays } from "~/domain/calendar-days";
import { drawdowns, maximumDrawdown, timesUnderWater } from "~/domain/drawdown";

const on = (days: number) => addDays("2026-03-02", days);

test("a drawdown is the distance from the highest value so far", () => {
  expect(drawdowns([100, 80, 120, 90, 130])).toEqual([
    ...[0, expect.closeTo(-20, 10), 0, expect.closeTo(-25, 10), 0],
  ]);
});

test.each([
  [[], 0],
  [[100, 101, 102], 0],
  [[100, 80, 120, 90, 130], -25],
  [[100, 200, 150, 250, 125, 300], -50],
])("the maximum drawdown of %j is %d %", (values, expected) => {
  expect(maximumDrawdown(values)).toBeCloseTo(expected, 10);
});

describe("times under water", () => {
  const times = (values: readonly number[], days = values.map((_, index) => index)) =>
    timesUnderWater(values.map((value, index) => ({ day: on(days[index]!), value })));

  test.each([
    { what: "a rise", values: [100, 100, 101], expected: [] },
    {
      what: "a fall that is over, and one that is not",
      values: [100, 80, 90, 100, 120, 60, 90],
      expected: [
        { peak: 0, trough: 1, depth: -20, recovered: 3, days: 3 },
        { peak: 4, trough: 5, depth: -50, recovered: null, days: 2 },
      ],
    },
    {
      what: "a peak that is reached twice, from the second time on",
      values: [100, 100, 90, 110],
      expected: [{ peak: 1, trough: 2, depth: -10, recovered: 3, days: 2 }],
    },
  ])("of $what", ({ values, expected }) => {
    expect(times(values)).toEqual(
      expected.map(({ peak, trough, depth, recovered, days }) => ({
        peak: on(peak),
        trough: on(trough),
        depth: expect.closeTo(depth, 10),
        recovered: recovered === null ? null : on(recovered),
        days,
      })),
    );
  });

  test("count days, also those without a value", () => {
    expect(times([100, 90, 100], [0, 3, 10])[0]).toMatchObject({ recovered: on(10), days: 10 });
    expect(times([])).toEqual([]);
  });
});
