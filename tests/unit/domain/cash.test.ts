import { expect, test } from "vitest";
import { describeCashRisk, findCashRisk } from "~/domain/cash";

test.each([
  [1, false],
  [0.98, false],
  [0.9799, true],
  [0.01, true],
  [1.05, false],
])("USDT at $%d is a risk: %s", (close, isRisk) => {
  const last = { day: "2026-03-09", close };
  expect(findCashRisk(last)).toBe(isRisk ? last : null);
});

test("an unknown close is not a risk", () => {
  expect(findCashRisk(null)).toBeNull();
});

test.each([
  [56, "Below $0.98 USDT is not cash: the 56% in it is at risk as well."],
  [0, "Below $0.98 USDT is not cash: nothing is in it."],
])("the warning names the %d percent at risk", (percent, said) => {
  expect(describeCashRisk(percent)).toBe(said);
});
