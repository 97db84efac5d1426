/** Expressions: https://www.mongodb.com/docs/manual/reference/operator/aggregation/ */
import { Double, Long, MinKey, type Document } from "mongodb";
import { expect, test } from "vitest";
import { ids, useDatabase } from "./helpers/database";

const database = useDatabase();
const DATE = new Date("2024-02-29T13:05:09.007Z");

/** The value of an expression, in which ints are numbers and all other numbers are BSON types. */
async function compute(expression: unknown, doc: Document = {}): Promise<unknown> {
  const c = await database.collection([doc]);
  const [{ v } = { v: undefined }]: Document[] = await c
    .aggregate([{ $project: { v: expression } }], { promoteValues: false })
    .toArray();
  return plain(v);
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  const { _bsontype } = Object(value) as { _bsontype?: string };
  if (_bsontype === "Int32") return Number(value);
  if (_bsontype || value instanceof Date || typeof value !== "object" || !value) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, plain(inner)]));
}

const BIG = Long.fromString("9007199254740993");
const BIG_PLUS_2 = Long.fromString("9007199254740995");

test.each<[name: string, expression: unknown, value: unknown]>([
  ["ints add up to an int", { $add: [1, 2] }, 3],
  ["ints that overflow become a long", { $add: [2147483647, 1] }, Long.fromNumber(2147483648)],
  ["longs beyond 2^53 are exact", { $add: [BIG, 2] }, BIG_PLUS_2],
  ["ints divide to a double", { $divide: [7, 2] }, new Double(3.5)],
  ["a missing field gives null", { $multiply: ["$nope", 2] }, null],
  ["a date plus milliseconds", { $add: [DATE, 1000] }, new Date(DATE.getTime() + 1000)],
  ["dates differ by a long", { $subtract: [DATE, new Date(0)] }, Long.fromNumber(DATE.getTime())],
  ["fractions of a millisecond are truncated", { $subtract: [new Date(10), 1.7] }, new Date(9)],
  ["$floor keeps ints", [{ $floor: -1.2 }, { $floor: 3 }], [new Double(-2), 3]],
  ["$log10", { $log10: 1000 }, new Double(3)],
  ["$toLong of a date", { $toLong: DATE }, Long.fromNumber(DATE.getTime())],
  ["$sum and $max over an array", [{ $sum: [[1, 2, "x"]] }, { $max: [1, 5, null] }], [3, 5]],
  ["$sum compensates rounding errors", { $sum: [[1e16, 1, -1e16]] }, new Double(1)],
  ["$cond", { $cond: { if: { $gt: [2, 1] }, then: "y", else: "n" } }, "y"],
  ["$switch", { $switch: { branches: [{ case: 0, then: 1 }], default: 3 } }, 3],
  ["$and and $or: zero and null are false", [{ $and: [1, ""] }, { $or: [0, null] }], [true, false]],
  ["numbers of different types are equal", { $eq: [1, Long.ONE] }, true],
  ["comparisons across types", { $lt: [5, "a"] }, true],
  ["$filter", { $filter: { input: [1, 5], as: "n", cond: { $gt: ["$$n", 4] } } }, [5]],
  ["$map", { $map: { input: [1, 2], in: { $add: ["$$this", 1] } } }, [2, 3]],
  ["$slice from the end", { $slice: [[1, 2, 3], -2] }, [2, 3]],
  ["$slice from before the start", { $slice: [[1, 2, 3], -5, 2] }, [1, 2]],
  ["$slice of a missing length", { $slice: [[1, 2], 1, "$nope"] }, null],
  ["$concatArrays and $size", { $size: { $concatArrays: [[1], [[2]]] } }, 2],
  ["$in", [{ $in: [2, [1, 2]] }, { $in: ["$nope", [null]] }], [true, false]],
  ["$mergeObjects", { $mergeObjects: [{ a: 1, b: 1 }, null, { b: 2 }] }, { a: 1, b: 2 }],
])("%s", async (_name, expression, value) => {
  expect(await compute(expression)).toEqual(value);
});

test("paths go through arrays of documents; a number is not an array index", async () => {
  expect(await compute("$a.b", { a: [{ b: 1 }, { c: 2 }, { b: 3 }] })).toEqual([1, 3]);
  expect(await compute("$a.0", { a: [1, 2] })).toEqual([]);
});

test("a missing value is between MinKey and null in $expr, but not in conditions on a field", async () => {
  const c = await database.collection([
    { _id: "missing" },
    { _id: "least", v: new MinKey() },
    { _id: "null", v: null },
    { _id: "number", v: 1 },
  ]);
  const above = { $literal: new MinKey() };
  expect(await ids(c, { $expr: { $gt: ["$v", above] } })).toEqual(["missing", "null", "number"]);
  expect(await ids(c, { $expr: { $lt: ["$v", null] } })).toEqual(["least", "missing"]);
  expect(await ids(c, { $expr: { $eq: ["$v", "$v"] } })).toHaveLength(4);
  expect(await ids(c, { v: { $gt: new MinKey() } })).toEqual(["missing", "null", "number"]);
  expect(await ids(c, { v: null })).toEqual(["missing", "null"]);
});
