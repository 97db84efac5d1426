import { expect, test } from "vitest";
import { change, figure, formatNumber, ordinal, plural, price } from "~/utils/format";

test("numbers have thousands separators", () => {
  expect(formatNumber(1000)).toBe("1,000");
  expect(formatNumber(1234567)).toBe("1,234,567");
});

test.each([
  [1, "first"],
  [3, "third"],
  [4, "4th"],
  [11, "11th"],
  [21, "21st"],
  [22, "22nd"],
])("the rank %d is written %s", (value, written) => {
  expect(ordinal(value)).toBe(written);
});

test("figures have fixed decimals and a sign, and prices are exact", () => {
  expect([-3, 1234.5, 0.001].map((value) => figure(value))).toEqual(["−3.00", "1,234.50", "0.00"]);
  expect([-0.001, 2, -2, 0].map((value) => figure(value, { isSigned: true }))).toEqual([
    "0.00",
    "+2.00",
    "−2.00",
    "0.00",
  ]);
  expect([61234.5, 1.0002, 0.12345678].map(price)).toEqual(["61,234.50", "1.0002", "0.12345678"]);
});

test.each([
  [1.005, "+1.01%"],
  [1234.5, "+1,234.50%"],
  [-3, "−3.00%"],
  [-0.001, "0.00%"],
])("a change of %d is written %s", (value, written) => {
  expect(change(value)).toBe(written);
});

test("a count of one has the singular", () => {
  expect(plural(1, "comment")).toBe("1 comment");
  expect(plural(0, "comment")).toBe("0 comments");
  expect(plural(1200, "entry", "entries")).toBe("1,200 entries");
});
