import { deserialize, ObjectId, serialize } from "bson";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decode } from "../src/bson/decode";

const fieldName = fc
  .string({ unit: "binary", minLength: 1, maxLength: 30 })
  .filter((name) => !name.includes("\0") && name !== "_bsontype" && name !== "__proto__");

test("names of fields are read as they are, whichever were read before", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fieldName, { maxLength: 40 }), (names) => {
      const bytes = Buffer.from(serialize(Object.fromEntries(names.map((name) => [name, true]))));
      // The library reads what UTF-8 cannot say, such as half of a surrogate pair, in the same way.
      const expected = Object.keys(deserialize(bytes));
      for (let time = 0; time < 2; time++) expect(Object.keys(decode(bytes))).toEqual(expected);
    }),
  );
});

test.each([
  // Of the same hash: 31 · "A" + "a" and 31 · "B" + "B".
  ["Aa", "BB"],
  ["\u00e9", "e"],
  ["a".repeat(20), "a".repeat(21)],
])("%s and %s are told apart", (one, other) => {
  for (const name of [one, other, one]) {
    expect(decode(Buffer.from(serialize({ [name]: name })))).toEqual({ [name]: name });
  }
});

test("a name without an end is refused, also if it is known", () => {
  const bytes = Buffer.from(serialize({ known: true }));
  expect(decode(bytes)).toEqual({ known: true });
  const cut = bytes.subarray(0, bytes.length - 3);
  cut.writeInt32LE(cut.length);
  expect(() => decode(cut)).toThrow(/invalid BSON/);
});

test("ids do not share memory with what they were read from", () => {
  const id = new ObjectId();
  const bytes = Buffer.from(serialize({ id }));
  const { id: read } = decode(bytes);
  bytes.fill(0xff);
  expect(read).toEqual(id);
});
