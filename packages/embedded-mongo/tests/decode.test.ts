import { deserialize, ObjectId, serialize } from "bson";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decode } from "../src/bson/decode";

const fieldName = fc
  .string({ unit: "binary", minLength: 1, maxLength: 30 })
  .filter((name) => !name.includes("\0") && name !== "_bsontype" && name !== "__proto__");

test("decode returns field names unchanged, whichever names it has cached", () => {
  const check = (names: string[]) => {
    const bytes = Buffer.from(serialize(Object.fromEntries(names.map((name) => [name, true]))));
    // The library decodes what UTF-8 cannot represent, such as a lone surrogate, in the same way.
    const expected = Object.keys(deserialize(bytes));
    for (let time = 0; time < 2; time++) expect(Object.keys(decode(bytes))).toEqual(expected);
  };
  fc.assert(fc.property(fc.uniqueArray(fieldName, { maxLength: 40 }), check));
  // These have the same hash: 31 · "A" + "a" and 31 · "B" + "B".
  check(["Aa", "BB"]);
});

test("decode refuses a name without a terminator, even if the name is cached", () => {
  const bytes = Buffer.from(serialize({ known: true }));
  expect(decode(bytes)).toEqual({ known: true });
  const cut = bytes.subarray(0, bytes.length - 3);
  cut.writeInt32LE(cut.length);
  expect(() => decode(cut)).toThrow(/invalid BSON/);
});

test("decoded ObjectIds do not share memory with the bytes they were decoded from", () => {
  const id = new ObjectId();
  const bytes = Buffer.from(serialize({ id }));
  const { id: read } = decode(bytes);
  bytes.fill(0xff);
  expect(read).toEqual(id);
});
