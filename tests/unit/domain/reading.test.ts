import { expect, test } from "vitest";
import { newSince } from "~/domain/reading";
import { lineBefore } from "~/utils/readings.server";

const NOW = new Date("2026-03-10T12:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

test.each<[string, [number | null, number] | null, number | null]>([
  ["the first time", null, null],
  ["again in the first sitting", [null, 29], null],
  ["back after the first sitting", [null, 31], 31],
  ["again in a later sitting", [500, 29], 500],
  ["back after a later sitting", [500, 31], 31],
])("%s, what is newer than the visit before is new", (_, reading, expected) => {
  const stored = reading && {
    previousAt: reading[0] === null ? null : ago(reading[0]),
    latestAt: ago(reading[1]),
  };
  expect(newSince(stored, NOW)).toEqual(expected === null ? null : ago(expected));
});

test("a later page belongs to the sitting of the first one, however long that was read", () => {
  const reading = { previousAt: ago(500), latestAt: ago(45) };
  expect(newSince(reading, NOW, true)).toEqual(ago(500));
});

test.each([
  ["between new and old", [5, 10, 20, 30], null, "2"],
  ["not above a list without news", [20, 30], null, null],
  ["not below a page of news", [5, 10], null, null],
  ["above a page that follows one of news", [20, 30], 8, "0"],
  ["not above a page that follows one of old ones", [20, 30], 18, null],
])("the line is drawn %s", (_, ages, afterAge, expected) => {
  const items = ages.map((age, i) => ({ id: `${i}`, createdAt: ago(age).toISOString() }));
  const after = afterAge === null ? null : { id: "x", value: ago(afterAge).getTime() };
  const line = lineBefore({ items, after }, ago(15).toISOString());
  expect(line).toBe(expected);
});
