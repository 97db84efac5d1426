import { expect, test } from "vitest";
import { canonicalJson } from "~/services/ledger/canonical";

test.each<[string, object, string]>([
  ["fields in order", { b: 1, a: -0, Z: -0.25 }, '{"Z":-0.25,"a":0,"b":1}'],
  ["fields that are numbers", { 10: "a", 9: "b", b: 1 }, '{"10":"a","9":"b","b":1}'],
  [
    "fields in the order of UTF-16",
    { "\u{1F600}": 1, "\uFB33": 2, é: 3 },
    '{"é":3,"\u{1F600}":1,"\uFB33":2}',
  ],
  ["numbers", { a: 1e21, b: 1_760_000_000_000, c: 0.1 }, '{"a":1e+21,"b":1760000000000,"c":0.1}'],
  ["undefined fields left out", { b: undefined, a: null }, '{"a":null}'],
  ["lists and objects", { b: [2, 1], a: { d: 1, c: 2 } }, '{"a":{"c":2,"d":1},"b":[2,1]}'],
])("canonical JSON has %s", (_, value, expected) => {
  expect(canonicalJson(value)).toBe(expected);
});

test.each([{ a: NaN }, { a: Infinity }, { a: "\uD800" }])(
  "a value without a canonical form is refused: %o",
  (value) => {
    expect(() => canonicalJson(value)).toThrow();
  },
);
