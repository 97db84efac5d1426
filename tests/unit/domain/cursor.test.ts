import { describe, expect, test } from "vitest";
import { decodeCursor, encodeCursor, cursorBefore } from "~/domain/cursor";

const id = "65f0c0ffee65f0c0ffee65f0";

test.each([0, -3, 1_767_225_600_000, 0.1 + 0.2, Number.MIN_VALUE, 8_640_000_000_000_000])(
  "a cursor at %d is decoded to exactly the same number",
  (value) => {
    const text = encodeCursor({ value, id });
    expect(decodeCursor(text)).toEqual({ value, id });
    expect(encodeURIComponent(text), "needs no escaping in a URL").toBe(text);
  },
);

describe("an invalid cursor is refused:", () => {
  test.each([
    "",
    `.${id}`,
    `${id}.x`,
    `${id}.Infinity`,
    `${id}.1e5`,
    `${id}.1 `,
    `${id}.1\n`,
    `${id.toUpperCase()}.1`,
    `${id.slice(1)}.1`,
    `${id}.٣`,
    '{"$gt":""}',
  ])("%j", (text) => {
    expect(decodeCursor(text)).toBeNull();
  });
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
