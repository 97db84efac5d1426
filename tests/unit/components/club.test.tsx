import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Performance } from "~/components/club/sections";
import { countApproved, sampleFigures, sampleHistory } from "~/components/club/sample-history";

const percent = (text: string) => Number(text.replace("−", "-").replace(/[%+]/g, ""));

describe("the sample history", () => {
  const performances = sampleHistory.map(({ performance }) => percent(performance));
  const sum = performances.reduce((total, value) => total + value, 0);

  test("has four entries, each with day, month and year", () => {
    expect(sampleHistory).toHaveLength(4);
    for (const { date, performance } of sampleHistory) {
      expect(date).toMatch(/^([0-2]\d|3[01])\/(0\d|1[0-2])\/\d{4}$/);
      expect(performance).toMatch(/^[+−]\d+\.\d%$/);
    }
  });

  test("agrees with the fixed figures", () => {
    expect(`+${sum.toFixed(1)}%`).toBe(sampleFigures.totalReturns);
    // 42.7 / 4 = 10.675, which one decimal rounds up.
    expect(`+${(Math.round((sum / 4) * 10) / 10).toFixed(1)}%`).toBe(
      sampleFigures.averagePerformance,
    );
    expect(`${(countApproved(sampleHistory) / 4) * 100}%`).toBe(sampleFigures.approvalRate);
  });
});

test.each([
  ["+18.4%", "text-positive"],
  ["−4.8%", "text-negative"],
  ["0.0%", "text-negative"],
])("a performance of %s is %s", (value, colour) => {
  const markup = renderToStaticMarkup(<Performance value={value} />);
  expect(markup).toContain(colour);
  expect(markup).toContain(value);
});
