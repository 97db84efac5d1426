import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backtest } from "~/domain/backtest";
import { addDays, type Day } from "~/domain/calendar-days";
import type { Close } from "~/domain/close";
import { momentumAssets } from "~/domain/momentum";
import { samplePrices } from "~/domain/sample-prices";
import type { Closes } from "~/domain/track-record";
import { simulateEntries } from "~/domain/track-record-simulation";

const FROM: Day = "2025-01-06";
const TO: Day = "2025-07-07";
const LEAD: Day = addDays(FROM, -30);

const sample: Closes = new Map(
  momentumAssets.map((asset) => [asset, samplePrices(asset, LEAD, TO)]),
);
const map = (closes: Closes, change: (close: Close, asset: string) => Close): Closes =>
  new Map([...closes].map(([asset, list]) => [asset, list.map((close) => change(close, asset))]));
const run = (closes: Closes) => backtest({ closes, from: FROM, to: TO });

test("every week is decided from closes up to the day before, and entered at the close of the day", () => {
  const { weeks } = run(sample);
  expect(weeks).toHaveLength(26);
  weeks.forEach((week, index) => {
    const day = addDays(FROM, index * 7);
    expect(week).toMatchObject({ day, asOf: addDays(day, -1), until: addDays(day, 7) });
    expect(week.momentum?.asOf).toBe(addDays(day, -1));
    expect(week.skipReason).toBeNull();
  });
  expect(weeks[0]).toMatchObject({ day: "2025-01-06", asOf: "2025-01-05" });
  expect(weeks.at(-1)?.until).toBe(TO);
});

test("the record follows the decided allocations", () => {
  const { weeks, record } = run(sample);
  const entries = weeks.map(({ day, momentum }) => ({
    id: day,
    day,
    allocation: momentum!.allocation,
  }));
  expect(record).toEqual(simulateEntries(entries, sample, TO));
  expect(weeks.at(-1)?.value).toBe(record.summary?.value);
  const product = weeks.reduce((value, week) => value * (1 + week.return! / 100), 100);
  expect(product).toBeCloseTo(record.summary!.value, 8);
});

describe("there is no look-ahead:", () => {
  const { weeks } = run(sample);

  test("closes from the day of entry on do not change its decision or earlier ones", () => {
    const factor = fc.double({ min: 0.2, max: 5, noNaN: true });
    fc.assert(
      fc.property(
        fc.nat(25),
        fc.array(factor, { minLength: 3, maxLength: 3 }),
        (index, factors) => {
          const { day: entered } = weeks[index]!;
          let turn = 0;
          const changed = map(sample, ({ day, close }) => ({
            day,
            close: day < entered ? close : close * factors[turn++ % 3]!,
          }));
          const decided = run(changed).weeks.slice(0, index + 1);
          expect(decided.map(({ momentum }) => momentum)).toEqual(
            weeks.slice(0, index + 1).map(({ momentum }) => momentum),
          );
        },
      ),
      { numRuns: 15 },
    );
  }, 20_000);

  test("the close of the day before changes the decision", () => {
    const { asOf, momentum } = weeks[10]!;
    const changed = map(sample, ({ day, close }) => ({
      day,
      close: day === asOf ? close * 2 : close,
    }));
    expect(run(changed).weeks[10]?.momentum).not.toEqual(momentum);
  });

  /** Closes of BTC that rise by 1 % a day, and double once, on the day `jump`. */
  const jumping = (jump: Day): Closes => {
    const days = Array.from({ length: 30 + 8 }, (_, index) => addDays(LEAD, index));
    const rising = days.map((day, index) => ({
      day,
      close: 100 * 1.01 ** index * (day >= jump ? 2 : 1),
    }));
    const flat = days.map((day) => ({ day, close: 1 }));
    return new Map(Object.entries({ BTC: rising, SOL: flat, USDT: flat }));
  };
  const oneWeek = (jump: Day) =>
    backtest({ closes: jumping(jump), from: FROM, to: addDays(FROM, 7) }).weeks[0]!;

  test("a jump between the last known close and the entry is not earned", () => {
    // 60 % in BTC, which rises by 1.01^7 = 1.0721353521 in the week, after the fee:
    // (0.6·1.0721353521 + 0.4)·(1 − 0.0006) − 1 = 4.2655… %
    const expected = ((0.6 * 1.01 ** 7 + 0.4) * (1 - 0.0006) - 1) * 100;
    const week = oneWeek(FROM);
    expect(week.allocation).toEqual({ BTC: 60, SOL: 0, USDT: 40 });
    expect(week.return).toBeCloseTo(expected, 9);
    expect(week.return).toBeCloseTo(4.2655, 3);
  });
});

describe("without closes", () => {
  const without = (from: Day, to: Day, asset = "BTC"): Closes =>
    new Map(
      [...sample].map(([symbol, list]) => [
        symbol,
        symbol === asset ? list.filter(({ day }) => day < from || day > to) : list,
      ]),
    );

  test("a week that cannot be entered says why, and the former holdings are kept", () => {
    const day = addDays(FROM, 35);
    const { weeks, record } = run(without(day, day));
    expect(weeks[5]).toMatchObject({
      skipReason: "No closes for BTC",
      allocation: null,
      until: null,
    });
    expect(weeks[5]?.momentum).not.toBeNull();
    expect(weeks[4]?.until).toBe(addDays(FROM, 42));
    expect(record.missing).toEqual([{ id: day, assets: ["BTC"] }]);
  });

  test("a week that cannot be decided says why", () => {
    const { weeks } = run(new Map());
    expect(weeks).toHaveLength(26);
    for (const week of weeks) {
      expect(week).toMatchObject({ momentum: null, value: null, return: null });
      expect(week.skipReason).toBe("Neither BTC nor SOL has enough closes");
    }
  });
});
