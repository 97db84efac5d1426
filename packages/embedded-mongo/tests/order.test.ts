/** The order of values: https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/ */
import { Binary, BSONRegExp, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from "mongodb";
import { expect, test } from "vitest";
import { ids, useDatabase } from "./helpers/database";

const database = useDatabase();

const ASCENDING: [name: string, value: unknown][] = [
  ["MinKey", new MinKey()],
  ["an empty array, before null", []],
  ["null", null],
  ["NaN", NaN],
  ["-Infinity", -Infinity],
  ["a negative double", -1.5],
  ["zero", 0],
  ["0.1", 0.1],
  ["2^53", new Double(2 ** 53)],
  ["2^53 + 1, which no double can hold", Long.fromString("9007199254740993")],
  ["the greatest long", Long.MAX_VALUE],
  ["2^63", 2 ** 63],
  ["Infinity", Infinity],
  ["the empty string", ""],
  ["lower case", "a"],
  ["beyond the basic plane", "😀"],
  ["an empty document", {}],
  ["a document with a number", { b: 1 }],
  ["a document with a greater name", { c: 0 }],
  ["a document with a string: types come before names", { a: "x" }],
  ["binary data", new Binary(Buffer.from([9]))],
  ["longer binary data", new Binary(Buffer.from([1, 1]))],
  ["an ObjectId", new ObjectId("000000000000000000000001")],
  ["false", false],
  ["true", true],
  ["a date before 1970", new Date(-5)],
  ["a date", new Date(5)],
  ["a timestamp", new Timestamp({ t: 1, i: 1 })],
  ["a pattern", new BSONRegExp("a")],
  ["MaxKey", new MaxKey()],
];

test.each([false, true])(
  "values of all types sort as in MongoDB, by an index: %s",
  async (indexed) => {
    const shuffled = ASCENDING.map(([, v], _id) => ({ _id, v })).sort(
      (a, b) => ((a._id * 7) % 37) - ((b._id * 7) % 37),
    );
    const c = await database.collection(shuffled);
    if (indexed) await c.createIndex({ v: 1 });
    const expected = ASCENDING.map(([name]) => name);
    const sorted = async (v: 1 | -1, filter = {}) =>
      (await ids(c, filter, { sort: { v } })).map((i) => ASCENDING[i as number]![0]);
    expect(await sorted(1)).toEqual(expected);
    expect(await sorted(-1)).toEqual(expected.toReversed());
    expect(await sorted(1, { v: { $lt: 0 } })).toEqual(["-Infinity", "a negative double"]);
  },
);

test("numbers of different types are equal if their values are; longs beyond 2^53 are distinguished", async () => {
  const big = (digit: number) => Long.fromString(`900719925474099${digit}`);
  const c = await database.collection([
    { _id: 1, v: 5 },
    { _id: 2, v: new Double(5) },
    { _id: 3, v: Long.fromNumber(5) },
    { _id: 5, v: big(2) },
    { _id: 6, v: big(3) },
  ]);
  for (const _ of ["without an index", "with"]) {
    expect(await ids(c, { v: Long.fromNumber(5) })).toEqual([1, 2, 3]);
    expect(await ids(c, { v: big(3) })).toEqual([6]);
    await c.createIndex({ v: 1 });
  }
});

test("values of every type are returned as they were stored, also after another field was updated", async () => {
  const values = ASCENDING.map(([, value]) => value);
  const [whole, long, text] = [new Double(5), Long.fromNumber(5), "é😀\u0000z"];
  const c = await database.collection([{ _id: 1, values, whole, long, text, n: 1 }]);
  const raw = () => c.findOne({}, { promoteValues: false, bsonRegExp: true });
  const before = (await raw())!;
  await c.updateOne({}, { $set: { n: 2 } });
  const after = (await raw())!;
  expect({ ...after, n: 0 }).toEqual({ ...before, n: 0 });
  expect([after.whole, after.long, after.text]).toEqual([whole, long, text]);
});
