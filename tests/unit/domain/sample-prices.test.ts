import { describe, expect, test } from "vitest";
import { addDays, daysBetween, type Day } from "~/domain/calendar-days";
import { annualisedVolatility, dailyLogReturns, momentumAssets } from "~/domain/momentum";
import { MAP_LEAD_DAYS, momentumMap } from "~/domain/momentum-map";
import { kurtosisOf } from "~/domain/sharpe-ratio";
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
    { day: "2026-01-01", close: 96809.5 },
    { day: "2026-01-02", close: 97652.6 },
    { day: "2026-01-03", close: 98423.2 },
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

test("no variant of the momentum method earns more or less from them than luck explains", () => {
  const closes = new Map(momentumAssets.map((asset) => [asset, all(asset)]));
  const from = addDays(SAMPLE_START, MAP_LEAD_DAYS);
  const cells = momentumMap({ closes, from, to: "2025-12-31" });
  for (const { value, sharpe } of cells) {
    expect(value).toBeGreaterThan(50);
    expect(value).toBeLessThan(300);
    // Over 94 weeks, ratios without skill have a standard deviation of 1 / √94 = 0.103.
    expect(Math.abs(sharpe!)).toBeLessThan(3 * 0.103);
  }
});

test("moves are more extreme than normal ones, and volatility comes in clusters", () => {
  const returns = dailyLogReturns(all("BTC"));
  expect(kurtosisOf(returns)).toBeGreaterThan(4);
  const sizes = returns.map(Math.abs);
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const products = sizes.slice(20).map((size, at) => (size - mean) * (sizes[at]! - mean));
  expect(products.reduce((sum, product) => sum + product, 0)).toBeGreaterThan(0);
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
        expect(Math.max(...prices) / Math.min(...prices)).toBeLessThan(40);
        expect(volatility).toBeGreaterThan(30);
        expect(volatility).toBeLessThan(110);
      }
    });
  },
);
