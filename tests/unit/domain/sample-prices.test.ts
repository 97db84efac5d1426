import { describe, expect, test } from "vitest";
import { daysBetween, type Day } from "~/domain/calendar-days";
import { annualisedVolatility, dailyLogReturns } from "~/domain/momentum";
import { sampledTokens, samplePrices, SAMPLE_START } from "~/domain/sample-prices";
import { isStablecoin } from "~/domain/tokens";

const END: Day = "2028-12-31";
const all = (symbol: string) => samplePrices(symbol, SAMPLE_START, END);

test("a day has the same close in any requested range", () => {
  for (const symbol of ["BTC", "SOL", "USDT"]) {
    const known = new Map(all(symbol).map(({ day, close }) => [day, close]));
    for (const [from, to] of [
      [SAMPLE_START, SAMPLE_START],
      ["2025-02-27", "2025-03-02"],
      ["2028-12-30", END],
    ] as const) {
      const closes = samplePrices(symbol, from, to);
      expect(closes).toHaveLength(daysBetween(from, to) + 1);
      for (const { day, close } of closes) expect(close).toBe(known.get(day));
    }
  }
});

test("the closes are the same on every machine", () => {
  expect(samplePrices("BTC", "2026-01-01", "2026-01-03")).toEqual([
    { day: "2026-01-01", close: 88217.8 },
    { day: "2026-01-02", close: 87923.2 },
    { day: "2026-01-03", close: 85675.3 },
  ]);
});

test("there are no closes before the start, for an empty range, or for an unknown token", () => {
  expect(samplePrices("BTC", "2023-12-30", "2024-01-02").map(({ day }) => day)).toEqual([
    "2024-01-01",
    "2024-01-02",
  ]);
  expect(samplePrices("BTC", "2020-01-01", "2020-02-01")).toEqual([]);
  expect(samplePrices("BTC", "2026-01-02", "2026-01-01")).toEqual([]);
  expect(samplePrices("NOPE", "2026-01-01", "2026-01-02")).toEqual([]);
});

describe.each([...sampledTokens, "SUI", "PYUSD"].map((symbol) => ({ symbol })))(
  "$symbol",
  ({ symbol }) => {
    test("is plausible in level and volatility", () => {
      const closes = all(symbol);
      const prices = closes.map(({ close }) => close);
      const volatility = annualisedVolatility(dailyLogReturns(closes)) ?? 0;
      expect(Math.min(...prices)).toBeGreaterThan(0);
      if (isStablecoin(symbol)) {
        expect(Math.max(...prices)).toBeLessThan(1.005);
        expect(Math.min(...prices)).toBeGreaterThan(0.995);
        expect(volatility).toBeLessThan(2);
      } else {
        expect(Math.max(...prices) / Math.min(...prices)).toBeLessThan(10);
        expect(volatility).toBeGreaterThan(30);
        expect(volatility).toBeLessThan(110);
      }
    });
  },
);
