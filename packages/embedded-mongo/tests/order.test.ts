/** The order of values: https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/ */
import {
  Binary,
  BSONRegExp,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from "mongodb";
import { describe, expect, test } from "vitest";
import { ids, useDatabase } from "./helpers/database";

const database = useDatabase();

const ASCENDING: [name: string, value: unknown][] = [
  ["MinKey", new MinKey()],
  ["an empty array, before null", []],
  ["null", null],
  ["NaN", NaN],
  ["-Infinity", -Infinity],
  ["a negative decimal", Decimal128.fromString("-1.5")],
  ["a negative fraction", -0.5],
  ["zero", 0],
  ["the double nearest to 0.1 is above the decimal", Decimal128.fromString("0.1")],
  ["0.1", 0.1],
  ["2^53", new Double(2 ** 53)],
  ["2^53 + 1, which no double can hold", Long.fromString("9007199254740993")],
  ["the greatest long", Long.MAX_VALUE],
  ["2^63", 2 ** 63],
  ["a decimal beyond all doubles", Decimal128.fromString("1E+400")],
  ["Infinity", Infinity],
  ["the empty string", ""],
  ["upper case", "B"],
  ["lower case", "a"],
  ["a string that goes on", "ab"],
  ["beyond ASCII", "é"],
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

describe.each([
  ["in memory", false],
  ["by an index", true],
])("sorting %s", (_how, indexed) => {
  test("orders values of all types as MongoDB does, and reverses the order when descending", async () => {
    const shuffled = ASCENDING.map(([, v], _id) => ({ _id, v })).sort(
      (a, b) => ((a._id * 7) % 37) - ((b._id * 7) % 37),
    );
    const c = await database.collection(shuffled);
    if (indexed) await c.createIndex({ v: 1 });
    const expected = ASCENDING.map((_, i) => i);
    const named = (found: unknown[]) => found.map((i) => ASCENDING[i as number]![0]);
    expect(named(await ids(c, {}, { sort: { v: 1 } }))).toEqual(named(expected));
    expect(named(await ids(c, {}, { sort: { v: -1 } }))).toEqual(named([...expected].reverse()));
  });

  test("sorts a missing field like null", async () => {
    const c = await database.collection([{ _id: 1, v: 1 }, { _id: 2 }, { _id: 3, v: null }]);
    if (indexed) await c.createIndex({ v: 1, _id: 1 });
    expect(await ids(c, {}, { sort: { v: 1, _id: 1 } })).toEqual([2, 3, 1]);
  });

  test("sorts an array by its least element when ascending, by its greatest when descending", async () => {
    const c = await database.collection([
      { _id: 1, v: [5, 1] },
      { _id: 2, v: 3 },
      { _id: 3, v: [2, 9] },
    ]);
    if (indexed) await c.createIndex({ v: 1 });
    expect(await ids(c, {}, { sort: { v: 1 } })).toEqual([1, 3, 2]);
    expect(await ids(c, {}, { sort: { v: -1 } })).toEqual([3, 1, 2]);
  });

  test("sorts by the least value that a path through an array reaches", async () => {
    const c = await database.collection([
      { _id: 1, v: [{ n: 5 }, { n: 2 }] },
      { _id: 2, v: { n: 3 } },
      { _id: 3, v: [{ n: 1 }, { n: 9 }] },
    ]);
    if (indexed) await c.createIndex({ "v.n": 1 });
    expect(await ids(c, {}, { sort: { "v.n": 1 } })).toEqual([3, 1, 2]);
  });
});

test("numbers of different types are equal if their values are", async () => {
  const c = await database.collection([
    { _id: 1, v: 5 },
    { _id: 2, v: new Double(5) },
    { _id: 3, v: Long.fromNumber(5) },
    { _id: 4, v: Decimal128.fromString("5.00") },
  ]);
  expect(await ids(c, { v: 5 })).toEqual([1, 2, 3, 4]);
  await c.createIndex({ v: 1 });
  expect(await ids(c, { v: Decimal128.fromString("5") })).toEqual([1, 2, 3, 4]);
});

test("longs beyond 2^53 are distinguished", async () => {
  const c = await database.collection([
    { _id: Long.fromString("9007199254740992"), n: 1 },
    { _id: Long.fromString("9007199254740993"), n: 2 },
  ]);
  const found = await c.findOne({ _id: Long.fromString("9007199254740993") } as never);
  expect(found?.n).toBe(2);
});

test("documents are equal only with the same fields in the same order", async () => {
  const c = await database.collection([
    { _id: 1, v: { a: 1, b: 2 } },
    { _id: 2, v: { b: 2, a: 1 } },
  ]);
  expect(await ids(c, { v: { a: 1, b: 2 } })).toEqual([1]);
  await c.createIndex({ v: 1 });
  expect(await ids(c, { v: { b: 2, a: 1 } })).toEqual([2]);
});

test("a sort by several fields compares them in turn, each in its own direction", async () => {
  const c = await database.collection([
    { _id: 1, a: 1, b: 1 },
    { _id: 2, a: 2, b: 1 },
    { _id: 3, a: 1, b: 2 },
  ]);
  expect(await ids(c, {}, { sort: { a: 1, b: -1 } })).toEqual([3, 1, 2]);
});

test("values of every type are returned as they were stored, also after another field was updated", async () => {
  const c = await database.collection();
  const doc = {
    _id: 1,
    values: Object.fromEntries(
      ASCENDING.map(([name, value]) => [name.replaceAll(".", ","), value]),
    ),
    text: "é😀\u0000z",
    whole: new Double(5),
    long: Long.fromNumber(5),
    n: 1,
  };
  await c.insertOne(doc as never);
  const raw = () => c.findOne({ _id: 1 as never }, { promoteValues: false, bsonRegExp: true });
  const before = await raw();
  await c.updateOne({ _id: 1 as never }, { $set: { n: 2 } });
  const after = await raw();
  expect({ ...after, n: 0 }).toEqual({ ...before, n: 0 });
  expect(after!.whole).toBeInstanceOf(Double);
  expect(after!.long).toBeInstanceOf(Long);
});
