import { describe, expect, test } from "vitest";
import { decodeCursor, encodeCursor, cursorBefore } from "~/domain/cursor";

const id = "65f0c0ffee65f0c0ffee65f0";

test.each([
  0,
  7,
  -3,
  1_767_225_600_000,
  0.1 + 0.2,
  1 / 129_600_000,
  Number.MIN_VALUE,
  13_636.845098040014,
  Math.log10(7) + 13_706 + 1 / 3,
  8_640_000_000_000_000,
])("a cursor at %d is decoded to exactly the same number", (value) => {
  const text = encodeCursor({ value, id });
  expect(decodeCursor(text)).toEqual({ value, id });
  expect(encodeURIComponent(text), "needs no escaping in a URL").toBe(text);
});

describe("an invalid cursor is refused:", () => {
  test.each([
    "",
    ".",
    id,
    `${id}.`,
    `.${id}`,
    `${id}.x`,
    `${id}.NaN`,
    `${id}.Infinity`,
    `${id}.-Infinity`,
    `${id}.1e5`,
    `${id}.0x10`,
    `${id}.1.`,
    `${id}..1`,
    `${id}.--1`,
    `${id}.1,5`,
    `${id}.1 `,
    ` ${id}.1`,
    `${id}.1\n`,
    `${id}\0.1`,
    `${id.toUpperCase()}.1`,
    `${id}0.1`,
    `${id.slice(1)}.1`,
    `${"g".repeat(24)}.1`,
    `${id}.٣`,
    '{"$gt":""}',
    "[object Object]",
  ])("%j", (text) => {
    expect(decodeCursor(text)).toBeNull();
  });
});

test("a text that is far too long is refused", () => {
  expect(decodeCursor(`${id}.${"9".repeat(400)}`)).toBeNull();
  expect(decodeCursor(`${id}.1.${"9".repeat(400)}`)).toBeNull();
  expect(decodeCursor("a".repeat(100_000))).toBeNull();
});

test("a number beyond the range of dates is refused", () => {
  expect(decodeCursor(`${id}.8640000000000000`)).not.toBeNull();
  expect(decodeCursor(`${id}.8640000000000001`)).toBeNull();
  expect(decodeCursor(`${id}.99999999999999999`)).toBeNull();
  expect(decodeCursor(`${id}.-8640000000000001`)).toBeNull();
});

test.each([
  ["ascending", "65f0c0ffee65f0c0ffee65ef"],
  ["descending", "65f0c0ffee65f0c0ffee65f1"],
] as const)("the cursor before a row of an %s list has the neighbouring id", (order, neighbour) => {
  expect(cursorBefore({ value: 7, id }, order)).toEqual({ value: 7, id: neighbour });
});

test("the neighbouring id has the full length, and carries over", () => {
  const place = (text: string, order: "ascending" | "descending") =>
    cursorBefore({ value: 0, id: text.padStart(24, "0") }, order).id;
  expect(place("1", "ascending")).toBe("0".repeat(24));
  expect(place("1000", "ascending")).toBe("fff".padStart(24, "0"));
  expect(place(`1${"f".repeat(16)}`, "descending")).toBe(`2${"0".repeat(16)}`.padStart(24, "0"));
});
