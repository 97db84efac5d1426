import { expect, test } from "vitest";
import { formatChange, formatNumber, formatPercent, plural } from "~/utils/format";

test("numbers have their thousands separated", () => {
  expect(formatNumber(0)).toBe("0");
  expect(formatNumber(999)).toBe("999");
  expect(formatNumber(1000)).toBe("1,000");
  expect(formatNumber(123456)).toBe("123,456");
  expect(formatNumber(1234567)).toBe("1,234,567");
});

test("a percentage has as many digits as are asked for", () => {
  expect(formatPercent(45)).toBe("45%");
  expect(formatPercent(12.345, 2)).toMatch(/^12\.3[45]%$/);
});

test("a change always carries its sign, and none when there is no change", () => {
  expect(formatChange(10.7, 1)).toBe("+10.7%");
  expect(formatChange(-3)).toBe("−3.00%");
  expect(formatChange(0)).toBe("0.00%");
  expect(formatChange(-0.001)).toBe("0.00%");
});

test("one thing is one thing", () => {
  expect(plural(1, "comment")).toBe("1 comment");
  expect(plural(0, "comment")).toBe("0 comments");
  expect(plural(1200, "entry", "entries")).toBe("1,200 entries");
});
