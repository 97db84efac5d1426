import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { describeShares, sharesOf } from "~/components/recommendations/allocation-colors";
import { AllocationBar } from "~/components/recommendations/allocation-bar";
import { markCash } from "~/domain/cash";

const draw = (allocation: Record<string, number>, size?: "lg" | "sm") =>
  renderToStaticMarkup(<AllocationBar allocation={sharesOf(allocation)} size={size} />);

/** The offset and width of each coloured part, in percent. */
const parts = (markup: string) =>
  [...markup.matchAll(/<rect x="([\d.]+)%" width="([\d.]+)%"/g)].map(([, x, width]) => [
    Number(x),
    Number(width),
  ]);

test("the largest part comes first, and cash always last", () => {
  const shares = sharesOf({ USDT: 50, SOL: 20, BTC: 30, ADA: 0, AAVE: 0 });
  expect(shares.map(({ asset }) => asset)).toEqual(["BTC", "SOL", "AAVE", "ADA", "USDT"]);
});

describe("the bar", () => {
  test("describes itself in words", () => {
    expect(draw({ BTC: 20, SOL: 30, USDT: 50 })).toContain(
      'role="img" aria-label="Allocation: SOL 30%, BTC 20%, USDT 50%"',
    );
  });

  test("lays the parts end to end over its whole width", () => {
    expect(parts(draw({ BTC: 20, SOL: 30, USDT: 50 }))).toEqual([
      [0, 30],
      [30, 20],
      [50, 50],
    ]);
  });
});

test("only a stablecoin that has lost its peg is marked as not cash", () => {
  const shares = markCash(sharesOf({ BTC: 20, USDC: 30, USDT: 50 }), {
    day: "2026-03-09",
    close: 0.9,
  });
  expect(describeShares(shares)).toBe("USDC 30%, BTC 20%, USDT (not cash) 50%");
  expect(renderToStaticMarkup(<AllocationBar allocation={shares} />)).toContain("USDT (not cash)");
  expect(describeShares(markCash(sharesOf({ BTC: 20, USDT: 80 }), null))).toBe("BTC 20%, USDT 80%");
});
