import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, type Day } from "~/domain/calendar-days";
import type { Close } from "~/domain/close";
import {
  annualisedVolatility,
  computeMomentum,
  dailyLogReturns,
  momentumAssets,
  MomentumUnavailable,
  type Momentum,
  type MomentumAsset,
  type MomentumInputs,
} from "~/domain/momentum";
import { momentumRationale } from "~/domain/momentum-rationale";

const D: Day = "2026-03-29";
const ago = (days: number): Day => addDays(D, -days);

/** Closes of consecutive days up to D, one for each price. */
const endingAt = (prices: readonly number[], last: Day = D): Close[] =>
  prices.map((close, index) => ({ day: addDays(last, index - prices.length + 1), close }));

/**
 * 29 closes that change by `rate` percent in all, and whose daily returns are alternately `a` above and `a`
 * below their mean, so that the sample deviation is a·√(28/27).
 */
function pathOf(rate: number, volatility: number): Close[] {
  const mean = Math.log(1 + rate / 100) / 28;
  const swing = (volatility / 100 / Math.sqrt(365)) * Math.sqrt(27 / 28);
  const prices = Array.from(
    { length: 29 },
    (_, day) => 100 * Math.exp(day * mean + (day % 2) * swing),
  );
  // Each swing down takes back the swing up before it.
  return endingAt(prices);
}

const flat = (close = 1): Close[] => endingAt(Array.from({ length: 29 }, () => close));
const without = (closes: readonly Close[], ...days: number[]): Close[] =>
  closes.filter(({ day }) => !days.some((back) => day === ago(back)));
const inputs = (closes: Partial<MomentumInputs["closes"]>): MomentumInputs => ({
  asOf: D,
  closes: { BTC: pathOf(10, 50), SOL: pathOf(30, 100), USDT: flat(), ...closes },
});
const shares = ({ allocation: { BTC, SOL, USDT } }: Pick<Momentum, "allocation">) =>
  `${BTC}/${SOL}/${USDT}`;

interface Vector {
  rates: Record<MomentumAsset, number | null>;
  volatilities: { BTC: number | null; SOL: number | null };
  expected: string;
}

const vectors: Vector[] = [
  {
    // s = 0.2 and 0.3, w = 0.4 and 0.6, σp = 20 + 60 = 80, E = 0.5
    rates: { BTC: 10, SOL: 30, USDT: 0 },
    volatilities: { BTC: 50, SOL: 100 },
    expected: "20/30/50",
  },
  {
    // Everything goes to BTC, σp = 40, E = 1: the cap limits it
    rates: { BTC: 10, SOL: -5, USDT: 0 },
    volatilities: { BTC: 40, SOL: 100 },
    expected: "60/0/40",
  },
  {
    // BTC is at the hurdle, not above it; σp = 80, E = 0.5
    rates: { BTC: 2, SOL: 12, USDT: 2 },
    volatilities: { BTC: 50, SOL: 80 },
    expected: "0/50/50",
  },
  {
    rates: { BTC: 8, SOL: null, USDT: 0 },
    volatilities: { BTC: 80, SOL: null },
    expected: "50/0/50",
  },
  {
    // s = 0.2 and 0.15, w = 4/7 and 3/7, σp = 440/7, E = 280/440: 16000/440 = 36.4, 12000/440 = 27.3
    rates: { BTC: 10, SOL: 12, USDT: 0 },
    volatilities: { BTC: 50, SOL: 80 },
    expected: "36/27/37",
  },
  {
    // USDT lost: the hurdle is 0, not negative. s = 0.01 for SOL alone, σp = 100, E = 0.4
    rates: { BTC: -1, SOL: 1, USDT: -2 },
    volatilities: { BTC: 50, SOL: 100 },
    expected: "0/40/60",
  },
];

describe("rates of change and volatilities give an allocation", () => {
  test.each(vectors)(
    "closes with $rates.BTC/$rates.SOL/$rates.USDT at $volatilities.BTC/$volatilities.SOL give $expected",
    ({ rates, volatilities, expected }) => {
      const risky = (asset: "BTC" | "SOL") => {
        const [rate, volatility] = [rates[asset], volatilities[asset]];
        return rate === null || volatility === null ? [] : pathOf(rate, volatility);
      };
      const momentum = computeMomentum({
        asOf: D,
        closes: { BTC: risky("BTC"), SOL: risky("SOL"), USDT: pathOf(rates.USDT ?? 0, 0) },
      });
      expect(shares(momentum)).toBe(expected);
      expect(momentum.isDegraded).toBe(rates.SOL === null);
      for (const asset of ["BTC", "SOL"] as const) {
        const { rateOfChange, volatility } = momentum.assets[asset];
        if (rates[asset] === null) expect([rateOfChange, volatility]).toEqual([null, null]);
        else expect(rateOfChange).toBeCloseTo(rates[asset], 9);
        if (volatilities[asset] !== null) expect(volatility).toBeCloseTo(volatilities[asset], 6);
      }
    },
  );

  test("all intermediate values are returned", () => {
    const momentum = computeMomentum(inputs({}));
    const { BTC, SOL } = momentum.assets;
    expect(momentum).toMatchObject({ asOf: D, hurdle: 0, isDegraded: false, hasPegWarning: false });
    expect(momentum.portfolioVolatility).toBeCloseTo(80, 6);
    expect(momentum.exposure).toBeCloseTo(0.5, 8);
    expect(BTC).toMatchObject({ isAvailable: true, returns: 28, isFloored: false });
    expect([BTC.excess, BTC.score, BTC.weight].map((value) => value?.toFixed(6))).toEqual([
      "10.000000",
      "0.200000",
      "0.400000",
    ]);
    expect([SOL.excess, SOL.score, SOL.weight].map((value) => value?.toFixed(6))).toEqual([
      "30.000000",
      "0.300000",
      "0.600000",
    ]);
    expect([BTC.first?.day, BTC.last?.day]).toEqual([ago(28), D]);
  });
});

describe("rates of change and volatilities by hand", () => {
  test.each([
    [80, 60, -25],
    [50_000, 61_234.5, 22.469],
  ])("from %d to %d is %d %", (first, last, expected) => {
    const path = flat(first).map((close) => (close.day === D ? { day: D, close: last } : close));
    const { assets } = computeMomentum(inputs({ BTC: path, USDT: path }));
    expect(assets.BTC.rateOfChange).toBeCloseTo(expected, 9);
    expect(assets.USDT.rateOfChange).toBeCloseTo(expected, 9);
  });

  test("returns of +1 %, −1 % and +2 %", () => {
    // Mean 2/300; deviations 1/300, −5/300, 4/300; (1 + 25 + 16)/90000/2 = 0.000233…; √ = 0.015275…
    expect(annualisedVolatility([0.01, -0.01, 0.02])).toBeCloseTo(29.1833286, 6);
  });

  test("100 and 110 in turn", () => {
    // ln 1.1 = 0.0953102; ·√(28/27) = 0.0970592; ·√365·100 = 185.4313…
    const prices = Array.from({ length: 29 }, (_, day) => (day % 2 ? 110 : 100));
    const { assets } = computeMomentum(inputs({ BTC: endingAt(prices) }));
    expect(assets.BTC.volatility).toBeCloseTo(185.4313, 3);
  });

  test("a missing day gives no return", () => {
    const closes = [
      { day: "2026-02-27", close: 100 },
      { day: "2026-02-28", close: 110 },
      { day: "2026-03-01", close: 99 },
      { day: "2026-03-03", close: 500 },
      { day: "2026-03-04", close: 500 },
    ];
    expect(dailyLogReturns(closes).map((value) => Number(value.toFixed(6)))).toEqual([
      0.09531, // ln 1.1
      -0.105361, // ln 0.9, over the end of a month
      0,
    ]);
  });

  test("a volatility below 10 % a year counts as 10 %", () => {
    const { BTC, SOL } = computeMomentum(
      inputs({ BTC: pathOf(5, 9.99), SOL: pathOf(5, 10.01) }),
    ).assets;
    expect(BTC).toMatchObject({ volatility: 10, isFloored: true });
    expect(SOL.isFloored).toBe(false);
    expect(SOL.volatility).toBeCloseTo(10.01, 6);
  });
});

describe("missing closes", () => {
  const rising = endingAt(Array.from({ length: 32 }, (_, day) => 100 + day)); // D is 131, D−28 is 103.

  test("the close of the day before may replace the first", () => {
    const { BTC } = computeMomentum(inputs({ BTC: without(rising, 28) })).assets;
    expect(BTC.first).toEqual({ day: ago(29), close: 102 });
    expect(BTC.rateOfChange).toBeCloseTo((131 / 102 - 1) * 100, 12);
    expect(BTC.returns).toBe(27); // D−29 is none of the 29 days that end at D.
  });

  test("the close of the day before may replace the last: the 29 days then end with it", () => {
    const { BTC } = computeMomentum(inputs({ BTC: without(rising, 0) })).assets;
    expect(BTC.last).toEqual({ day: ago(1), close: 130 });
    expect(BTC.first).toEqual({ day: ago(28), close: 103 });
    expect(BTC.rateOfChange).toBeCloseTo((130 / 103 - 1) * 100, 12);
    expect(BTC.returns).toBe(28);
  });

  test.each([
    { gone: [0, 1], last: null, first: ago(28) },
    { gone: [28, 29], last: D, first: null },
  ])("a close of two days before replaces nothing: $gone", ({ gone, last, first }) => {
    const momentum = computeMomentum(inputs({ BTC: without(rising, ...gone) }));
    const { BTC } = momentum.assets;
    expect([BTC.last?.day ?? null, BTC.first?.day ?? null]).toEqual([last, first]);
    expect(BTC).toMatchObject({ isAvailable: false, rateOfChange: null, volatility: null });
    expect(BTC).toMatchObject({ excess: null, score: null, weight: null });
    expect(momentum.isDegraded).toBe(true);
    expect(shares(momentum)).toBe("0/40/60");
  });

  test.each([
    { gone: [5, 10], returns: 24, isAvailable: true },
    { gone: [5, 6, 10], returns: 23, isAvailable: false },
  ])(
    "an asset needs 24 returns: without $gone there are $returns",
    ({ gone, returns, isAvailable }) => {
      const momentum = computeMomentum(inputs({ SOL: without(pathOf(30, 100), ...gone) }));
      expect(momentum.assets.SOL).toMatchObject({ returns, isAvailable });
      expect(momentum.assets.SOL.rateOfChange === null).toBe(!isAvailable);
      expect(momentum.isDegraded).toBe(!isAvailable);
      if (!isAvailable) expect(momentum.allocation.SOL).toBe(0);
    },
  );

  test("without USDT the hurdle is 0, and the result is degraded", () => {
    const momentum = computeMomentum(inputs({ USDT: [] }));
    expect(momentum).toMatchObject({ hurdle: 0, isDegraded: true, hasPegWarning: false });
    expect(shares(momentum)).toBe("20/30/50");
    expect(momentum.assets.USDT).toMatchObject({ isAvailable: false, rateOfChange: null });
  });

  test("without BTC and SOL there is no result", () => {
    const without24 = without(pathOf(10, 50), 5, 10, 15);
    expect(() => computeMomentum(inputs({ BTC: [], SOL: without24 }))).toThrow(MomentumUnavailable);
  });
});

describe("invalid prices", () => {
  const withPrice = (close: number, day: Day) => [
    ...endingAt(Array.from({ length: 40 }, () => 100)).filter((known) => known.day !== day),
    { day, close },
  ];

  test.each(
    [0, -1, Number.NaN, Number.POSITIVE_INFINITY].flatMap((close) =>
      momentumAssets.flatMap((asset) => [0, 13, 29].map((back) => ({ close, asset, back }))),
    ),
  )("a close of $close of $asset, $back days before, fails", ({ close, asset, back }) => {
    const closes = { [asset]: withPrice(close, ago(back)) };
    expect(() => computeMomentum(inputs(closes))).toThrow(MomentumUnavailable);
  });

  test("two different closes of one day fail, two equal ones do not", () => {
    const twice = (close: number) => [...flat(100), { day: ago(3), close }];
    expect(() => computeMomentum(inputs({ BTC: twice(101) }))).toThrow(MomentumUnavailable);
    expect(computeMomentum(inputs({ BTC: twice(100) }))).toEqual(
      computeMomentum(inputs({ BTC: flat(100) })),
    );
  });

  test("a change that overflows fails", () => {
    const closes = flat(1e-200).map(({ day }) => ({ day, close: day === D ? 1e200 : 1e-200 }));
    expect(() => computeMomentum(inputs({ BTC: closes }))).toThrow(MomentumUnavailable);
  });
});

test.each([
  [1.0101, true],
  [0.99, false],
])("USDT at $%d warns of its peg: %s", (close, expected) => {
  expect(computeMomentum(inputs({ USDT: flat(close) })).hasPegWarning).toBe(expected);
  expect(computeMomentum(inputs({ USDT: without(flat(close), 0) })).hasPegWarning).toBe(expected);
  // The last close alone is enough for the warning, without a rate of change.
  const only = [{ day: D, close }];
  expect(computeMomentum(inputs({ USDT: only })).hasPegWarning).toBe(expected);
});

describe("for any prices", () => {
  const price = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
  const closes = fc
    .array(fc.option(price, { freq: 25 }), { minLength: 32, maxLength: 32 })
    .map((prices) =>
      prices.flatMap((close, index) => (close === null ? [] : [{ day: ago(31 - index), close }])),
    );
  const anyInputs = fc.record({ BTC: closes, SOL: closes, USDT: closes });

  /** The result, or `null` if there is none. */
  const resultOf = (closesOf: MomentumInputs["closes"]): Momentum | null => {
    try {
      return computeMomentum({ asOf: D, closes: closesOf });
    } catch (error) {
      if (error instanceof MomentumUnavailable) return null;
      throw error;
    }
  };
  const expectValid = ({ BTC, SOL, USDT }: Momentum["allocation"]) => {
    for (const share of [BTC, SOL, USDT]) {
      expect(Number.isInteger(share) && share >= 0 && share <= 100).toBe(true);
    }
    expect(Math.max(BTC, SOL)).toBeLessThanOrEqual(60);
    expect(BTC + SOL + USDT).toBe(100);
  };

  test("shares are whole numbers from 0 to 100, and 100 in all", () => {
    let count = 0;
    fc.assert(
      fc.property(anyInputs, (all) => {
        const momentum = resultOf(all);
        if (!momentum) return;
        count += 1;
        expectValid(momentum.allocation);
        for (const asset of ["BTC", "SOL"] as const) {
          if (!momentum.assets[asset].isAvailable) expect(momentum.allocation[asset]).toBe(0);
        }
      }),
      { numRuns: 500 },
    );
    expect(count).toBeGreaterThan(250);
  });
});

describe("the rationale is written from the numbers", () => {
  const live = { label: "Coinbase Exchange", isSample: false };
  const say = (closes: Partial<MomentumInputs["closes"]>, source = live) =>
    momentumRationale(computeMomentum(inputs(closes)), source);

  test("in full", () => {
    const usdt = flat().map(({ day, close }) => ({ day, close: day === ago(28) ? 0.995 : close }));
    expect(say({ USDT: usdt })).toBe(
      "19% BTC, 30% SOL and 51% USDT, as of the close of 2026-03-29 (Coinbase Exchange). " +
        "Over 28 days BTC rose by 10.00%, SOL rose by 30.00% and USDT rose by 0.50%. " +
        "Yearly volatility: BTC 50.0% and SOL 100.0%. The hurdle is the 0.50% that USDT gained. " +
        "Gain above the hurdle per volatility splits the risky part 39.2% BTC and 60.8% SOL. " +
        "That would swing by 80.4% a year, so 49.7% is exposed to keep it at 40%. " +
        "The rest, 51%, is in USDT.",
    );
  });

  test("with one that is steady and gets the maximum", () => {
    expect(say({ BTC: pathOf(12, 4), SOL: pathOf(-20, 100) })).toBe(
      "60% BTC, 0% SOL and 40% USDT, as of the close of 2026-03-29 (Coinbase Exchange). " +
        "Over 28 days BTC rose by 12.00%, SOL fell by 20.00% and USDT stayed where it was (0.00%). " +
        "Yearly volatility: BTC 10.0% (it was lower and counts as this) and SOL 100.0%. " +
        "The hurdle is 0.00%, as USDT gained nothing. Only BTC is above it. " +
        "That would swing by 10.0% a year, within the 40% allowed, so 100% may be exposed. " +
        "No asset gets more than 60%: BTC is held to that. The rest, 40%, is in USDT.",
    );
  });

  test("with an asset that has too few closes, and a replaced close", () => {
    expect(
      say({ BTC: [], SOL: without(pathOf(30, 100), 0), USDT: [{ day: D, close: 0.97 }] }),
    ).toBe(
      "0% BTC, 40% SOL and 60% USDT, as of the close of 2026-03-29 (Coinbase Exchange). " +
        "Over 28 days SOL rose by 35.58% (2026-03-01 to 2026-03-28). Yearly volatility: SOL 100.0%. " +
        "The hurdle is 0.00%. Only SOL is above it. " +
        "That would swing by 100.0% a year, so 40.0% is exposed to keep it at 40%. " +
        "The rest, 60%, is in USDT. " +
        "Degraded: there are too few closes of BTC and USDT. BTC gets nothing, and USDT sets no hurdle. " +
        "Peg warning: USDT closed at $0.97 on 2026-03-29, more than 1% off $1. " +
        "Below $0.98 USDT is not cash: the 60% in it is at risk as well.",
    );
  });
});
