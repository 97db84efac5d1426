/** The calculation on the page of a momentum recommendation, in its special cases. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { addDays } from "~/domain/calendar-days";
import type { Close } from "~/domain/close";
import { computeMomentum, type MomentumInputs } from "~/domain/momentum";
import { Calculation } from "~/routes/momentum/calculation";

const asOf = "2026-03-31";

/** Closes up to `asOf`, the last one first; NaN leaves its day out. */
const closes = (count: number, close: (back: number) => number): Close[] =>
  Array.from({ length: count }, (_, back) => ({
    day: addDays(asOf, -back),
    close: close(back),
  })).filter((one) => one.close > 0);

const swinging = (back: number) => 100 * 1.005 ** -back * (back % 2 ? 1.02 : 1);
const steady = (back: number) => 100 * 1.001 ** -back;
const dollar = () => 1;

const inputs = (given: Partial<MomentumInputs["closes"]>): MomentumInputs => ({
  asOf,
  closes: {
    BTC: closes(31, swinging),
    SOL: closes(31, swinging),
    USDT: closes(31, dollar),
    ...given,
  },
});

function words(given: Partial<MomentumInputs["closes"]>): string {
  const all = inputs(given);
  const markup = renderToStaticMarkup(
    <Calculation inputs={all} calculation={computeMomentum(all)} source="imported closes" />,
  );
  return markup.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

test("marks a close that replaces a missing one", () => {
  const said = words({ SOL: closes(31, (back) => (back === 0 ? NaN : swinging(back))) });
  expect(said).toContain("stand-in from Mar 30, 2026");
  expect(said).toContain("P at D, stand-in");
  expect(said).toMatch(/Mar 31, 2026 100\.00 [−+][\d.]+ P at D – 1\.00 P at D/);
});

test.each([
  [(back: number) => (back < 2 ? NaN : swinging(back)), "no close for D or the day before it"],
  [(back: number) => (back > 27 ? NaN : swinging(back)), "no close for D−28 or the day before it"],
  [(back: number) => (back % 7 === 3 ? NaN : swinging(back)), "only 20 daily returns"],
])("says why an asset was left out (%#)", (close, why) => {
  const said = words({ SOL: closes(31, close) });
  expect(said.split(`SOL left out: ${why}`)).toHaveLength(4);
  expect(said).not.toContain("s SOL");
});

test("says when a volatility was raised to the minimum", () => {
  expect(words({ SOL: closes(31, steady) })).toMatch(/√365 · 100, raised to 10 = 10\.0000%/);
});

test("without USDT says that it sets no hurdle", () => {
  const said = words({ USDT: [] });
  expect(said).toContain("0, since USDT has no rate of change = 0.0000");
  expect(said).toContain("USDT left out: no close for D");
});
