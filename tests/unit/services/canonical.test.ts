import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  canonicalJson,
  canonicalLines,
  canonicalRow,
  RowDigest,
} from "~/services/ledger/canonical";

const row = {
  token: "BTC",
  p: -0.25,
  weight: 1e21,
  "a b": "“é”\n\u2028\u0001",
  isCopy: false,
  createdAt: 1_760_000_000_000,
  Z: -0,
};

test("a flat row has its fields in order", () => {
  expect(canonicalRow(row)).toBe(
    '{"Z":0,"a b":"“é”\\n\u2028\\u0001","createdAt":1760000000000,"isCopy":false,"p":-0.25,"token":"BTC","weight":1e+21}',
  );
});

test.each<[string, object]>([
  ["fields that are numbers", { 10: "a", 9: "b", b: 1, "1x": 2 }],
  ["a field named __proto__", JSON.parse('{"b":1,"__proto__":2,"a":3}') as object],
  ["an undefined field", { b: undefined, a: 1 }],
  ["null", { b: null, a: 1 }],
  ["a list and an object", { b: [2, 1], a: { d: 1, c: 2 } }],
  ["a date", { b: new Date(0), a: 1 }],
  ["a toJSON method", { b: 1, toJSON: () => ({ c: 1 }) }],
  ["no fields, which is a date", new Date(0)],
  ["no fields, which is a list", []],
  ["fields in the order of UTF-16", { "\u{1F600}": 1, "\uFB33": 2, é: 3, z: 4 }],
])("a row with %s has the form of the library", (_, value) => {
  expect(canonicalRow(value)).toBe(canonicalJson(value));
});

test.each([{ a: NaN }, { a: Infinity }, { a: "\uD800" }])(
  "a value without a canonical form is refused: %o",
  (value) => {
    expect(() => canonicalRow(value)).toThrow();
  },
);

test("any row has the form of the library", () => {
  const plain = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
  );
  const value = fc.oneof({ weight: 9, arbitrary: plain }, fc.jsonValue());
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: "grapheme" }), value, { noNullPrototype: true }),
      (any) => {
        expect(canonicalRow(any)).toBe(canonicalJson(any));
      },
    ),
  );
});

/** A row whose fields are in order. */
const flat = { author: "5f", createdAt: 1_760_000_000_000, p: -0.25, token: "BTC", weight: 1e21 };

test.each<[string, object[]]>([
  ["none", []],
  ["one", [flat]],
  ["several", [flat, { ...flat, p: -0 }, flat]],
  ["a text that looks like the end of a row", [flat, { ...flat, author: "},{" }, flat]],
  ["such a text in the only row", [{ ...flat, author: '"},{"' }]],
  [
    "a line break in a text",
    [flat, { ...flat, author: "a\nb\\u" }, { ...flat, author: "é\u0001" }],
  ],
])("many rows have the form of each single one: %s", (_, rows) => {
  expect(canonicalLines(rows)).toBe(rows.map(canonicalRow).join("\n"));
});

test.each([{ p: NaN }, { p: Infinity }, { author: "\uD800" }])(
  "a value without a canonical form is refused among many rows: %o",
  (value) => {
    expect(() => canonicalLines([flat, { ...flat, ...value }])).toThrow();
  },
);

test("the hash of rows, one per line, does not depend on how they are split", () => {
  const rows = Array.from({ length: 2_000 }, (_, number) => ({ ...row, number }));
  const lines = rows.map((one) => `${canonicalJson(one)}\n`).join("");
  const expected = createHash("sha256").update(lines).digest("hex");
  const texts = rows.map(canonicalRow);
  for (const size of [1, 300, texts.length]) {
    const digest = new RowDigest();
    digest.add("");
    for (let from = 0; from < texts.length; from += size) {
      digest.add(texts.slice(from, from + size).join("\n"));
    }
    expect(digest.result()).toBe(expected);
  }
});
