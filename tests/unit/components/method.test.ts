import { describe, expect, test } from "vitest";
import { allocateMomentum, type AssetMomentum, type Momentum } from "~/domain/momentum";
import { calculationRows } from "~/routes/momentum/method";

/** A calculation of the engine for given rates of change and volatilities. */
function momentum(
  rates: [number | null, number | null, number],
  volatilities: [number | null, number | null],
): Momentum {
  const split = allocateMomentum(
    { BTC: rates[0], SOL: rates[1], USDT: rates[2] },
    { BTC: volatilities[0], SOL: volatilities[1] },
  );
  const asset = (name: "BTC" | "SOL", index: 0 | 1): AssetMomentum => ({
    isAvailable: rates[index] !== null,
    last: null,
    first: null,
    returns: 28,
    isFloored: false,
    rateOfChange: rates[index],
    volatility: volatilities[index],
    excess: split.excesses[name],
    score: split.scores[name],
    weight: split.weights[name],
  });
  const assets = { BTC: asset("BTC", 0), SOL: asset("SOL", 1) };
  const usdt = { ...assets.BTC, rateOfChange: rates[2], volatility: null };
  return {
    asOf: "2026-01-31",
    isDegraded: false,
    hasPegWarning: false,
    ...split,
    assets: { ...assets, USDT: { ...usdt, excess: null, score: null, weight: null } },
  };
}

/** The rows of the calculation from the change on, as text. */
const sheet = (...given: Parameters<typeof momentum>) =>
  calculationRows(momentum(...given))
    .slice(2)
    .map(({ label, values }) => [label, ...values].join(" | "));

describe("the rows of a momentum calculation", () => {
  test("show half invested if the combined volatility is twice the limit", () => {
    expect(sheet([10, 30, 0], [50, 100])).toEqual([
      "Change | +10.00% | +30.00% | 0.00%",
      "Gain above the hurdle of 0.00% | 10.00% | 30.00% | –",
      "Annual volatility | 50.00% | 100.00% | –",
      "Gain ÷ volatility | 0.200 | 0.300 | –",
      "Weight | 40.00% | 60.00% | –",
      "Invested: 40% ÷ 80.00% combined volatility = 50.00% | 20.00% | 30.00% | –",
    ]);
  });

  test("show nothing for an asset at the hurdle, and everything invested within the volatility limit", () => {
    const lines = sheet([2, 12, 2], [50, 40]);
    expect(lines[1]).toBe("Gain above the hurdle of 2.00% | 0.00% | 10.00% | –");
    expect(lines.at(-1)).toBe(
      "Invested: all, as their combined volatility of 40.00% is within 40% | 0.00% | 100.00% | –",
    );
  });
});
