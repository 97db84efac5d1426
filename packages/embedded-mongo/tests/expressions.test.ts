/** Expressions: https://www.mongodb.com/docs/manual/reference/operator/aggregation/ */
import { Decimal128, Double, Long, MaxKey, MinKey, type Document } from "mongodb";
import { describe, expect, test } from "vitest";
import { expectRefusal, ids, useDatabase } from "./helpers/database";

const database = useDatabase();
const DATE = new Date("2024-02-29T13:05:09.007Z");
const date = (text: string) => new Date(text);
const trunc = (unit: string, more: Document = {}) => ({
  $dateTrunc: { date: DATE, unit, ...more },
});

/** The value of an expression, in which ints are numbers and all other numbers are BSON types. */
async function compute(
  expression: unknown,
  doc: Document = {},
  promoteValues = false,
): Promise<unknown> {
  const c = await database.collection([doc]);
  const [{ v } = { v: undefined }]: Document[] = await c
    .aggregate([{ $project: { v: expression } }], { promoteValues })
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

const items = { $literal: [{ a: { b: 2 } }, { a: { b: 1 } }] };

test.each<[name: string, expression: unknown, value: unknown]>([
  ["ints add up to an int", { $add: [1, 2] }, 3],
  ["ints that overflow become a long", { $add: [2147483647, 1] }, Long.fromNumber(2147483648)],
  [
    "longs beyond 2^53 are exact",
    { $add: [Long.fromString("9007199254740993"), 2] },
    Long.fromString("9007199254740995"),
  ],
  ["ints divide to a double", { $divide: [7, 2] }, new Double(3.5)],
  ["null gives null", { $add: [1, null] }, null],
  ["a missing field gives null", { $multiply: ["$nope", 2] }, null],
  ["a date plus milliseconds", { $add: [DATE, 1000] }, new Date(DATE.getTime() + 1000)],
  ["dates differ by a long", { $subtract: [DATE, new Date(0)] }, Long.fromNumber(DATE.getTime())],
  ["fractions of a millisecond are truncated", { $subtract: [new Date(10), 1.7] }, new Date(9)],
  ["$floor and $ceil keep ints", [{ $floor: -1.2 }, { $ceil: 3 }], [new Double(-2), 3]],
  ["$abs and $log10", [{ $abs: -2 }, { $log10: 1000 }], [2, new Double(3)]],
  ["$toLong of a date", { $toLong: DATE }, Long.fromNumber(DATE.getTime())],
  ["$sum and $max over an array", [{ $sum: [[1, 2, "x"]] }, { $max: [1, 5, null] }], [3, 5]],
  ["$avg", { $avg: [[1, 2]] }, new Double(1.5)],
  ["$sum compensates rounding errors", { $sum: [[1e16, 1, -1e16]] }, new Double(1)],
  ["$cond", { $cond: { if: { $gt: [2, 1] }, then: "y", else: "n" } }, "y"],
  ["$ifNull", { $ifNull: ["$nope", null, "d"] }, "d"],
  ["$switch", { $switch: { branches: [{ case: 0, then: 1 }], default: 3 } }, 3],
  ["$and and $or: zero and null are false", [{ $and: [1, ""] }, { $or: [0, null] }], [true, false]],
  ["$not", { $not: 0 }, true],
  ["numbers of different types are equal", { $eq: [1, Decimal128.fromString("1.0")] }, true],
  ["comparisons across types", [{ $lt: [5, "a"] }, { $cmp: ["b", "a"] }], [true, 1]],
  ["$literal", { $literal: "$x" }, "$x"],
  ["$filter", { $filter: { input: [1, 5], as: "n", cond: { $gt: ["$$n", 4] } } }, [5]],
  ["$map", { $map: { input: [1, 2], in: { $add: ["$$this", 1] } } }, [2, 3]],
  ["$map binds CURRENT", { $map: { input: items, as: "CURRENT", in: "$a.b" } }, [2, 1]],
  ["$arrayElemAt, $first", [{ $arrayElemAt: [[1, 2], -1] }, { $first: [[4, 5]] }], [2, 4]],
  [
    "$last, $size, $isArray",
    [{ $last: [[4, 5]] }, { $size: [[1]] }, { $isArray: [[]] }],
    [5, 1, true],
  ],
  [
    "$slice",
    [{ $slice: [[1, 2, 3], -2] }, { $slice: [[1, 2, 3], -5, 2] }],
    [
      [2, 3],
      [1, 2],
    ],
  ],
  ["$slice of a missing length", { $slice: [[1, 2], 1, "$nope"] }, null],
  ["$concatArrays", { $concatArrays: [[1], [[2]]] }, [1, [2]]],
  ["$in", [{ $in: [2, [1, 2]] }, { $in: ["$nope", [null]] }], [true, false]],
  ["$mergeObjects", { $mergeObjects: [{ a: 1, b: 1 }, null, { b: 2 }] }, { a: 1, b: 2 }],
  ["$dateTrunc to a day", trunc("day", { timezone: "UTC" }), date("2024-02-29T00:00:00Z")],
  ["to a week", trunc("week", { startOfWeek: "monday" }), date("2024-02-26T00:00:00Z")],
  ["to six hours", trunc("hour", { binSize: 6 }), date("2024-02-29T12:00:00Z")],
  ["to three quarters", trunc("quarter", { binSize: 3 }), date("2024-01-01T00:00:00Z")],
  [
    "in an early year",
    { $dateTrunc: { date: date("0050-02-01T00:00:00Z"), unit: "quarter" } },
    date("0050-01-01T00:00:00Z"),
  ],
  [
    "bins of weeks begin with the first one of the year 2000",
    { $dateTrunc: { date: date("2000-01-15T00:00:00Z"), unit: "week", binSize: 2 } },
    date("2000-01-02T00:00:00Z"),
  ],
  ["with a missing size", trunc("week", { binSize: "$nope" }), null],
  [
    "with a first day that is not used",
    trunc("year", { startOfWeek: "$nope" }),
    date("2024-01-01"),
  ],
])("%s", async (_name, expression, value) => {
  expect(await compute(expression)).toEqual(value);
});

test("paths go through arrays of documents; a number is not an array index", async () => {
  expect(await compute("$a.b", { a: [{ b: 1 }, { c: 2 }, { b: 3 }] })).toEqual([1, 3]);
  expect(await compute("$a.0", { a: [1, 2] })).toEqual([]);
});

test.each<[string, unknown, number]>([
  ["adding a string", { $add: [1, "x"] }, 14],
  ["dividing by zero", { $divide: [1, 0] }, 2],
  ["a logarithm of zero", { $log10: 0 }, 28761],
  ["$size of a value that is not an array", { $size: "$nope" }, 17124],
  ["an unknown operator", { $nope: 1 }, 168],
  ["an inherited name", { $constructor: 1 }, 168],
  ["too many arguments", { $abs: [1, 2] }, 16020],
  ["an unknown variable", "$$nope", 17276],
  ["a variable with a capital letter", { $map: { input: [1], as: "This", in: 1 } }, 9],
  ["two operators in one", { $add: [1], $abs: 1 }, 15983],
  ["$toLong of a string", { $toLong: "1" }, 238],
  ["arithmetic with decimals", { $add: [1, Decimal128.fromString("1")] }, 238],
  ["a sum of decimals", { $sum: [[Decimal128.fromString("1")]] }, 238],
  ["a limit of $filter", { $filter: { input: [1], cond: true, limit: 1 } }, 238],
  ...["Asia/Kolkata", "+05:30", "Nowhere"].map((timezone): [string, unknown, number] => [
    timezone,
    trunc("day", { timezone }),
    238,
  ]),
  ...["$median", "$round", "$concat", "$let", "$convert", "$toString", "$dateToString", "$setUnion"]
    .concat(["$regexMatch", "$getField", "$reduce", "$year", "$rand", "$function", "$type"])
    .map((name): [string, unknown, number] => [name, { [name]: 1 }, 238]),
])("%s is refused", async (_what, expression, code) => {
  await expectRefusal(compute(expression, {}, true), code);
});

describe("a missing value is between MinKey and null", () => {
  const MIN = { $literal: new MinKey() };
  test.each<[expression: unknown, value: unknown]>([
    [{ $lt: [MIN, "$nope"] }, true],
    [{ $gt: [MIN, "$nope"] }, false],
    [{ $eq: ["$nope", MIN] }, false],
    [{ $cmp: ["$nope", null] }, -1],
    [{ $cmp: ["$nope", "$nope"] }, 0],
    [{ $lt: ["$nope", { $literal: new MaxKey() }] }, true],
  ])("%j is %s", async (expression, value) => {
    expect(await compute(expression)).toBe(value);
  });

  test.each([false, true])("in a filter (with an index: %s)", async (isIndexed) => {
    const c = await database.collection([
      { _id: "missing" },
      { _id: "least", v: new MinKey() },
      { _id: "null", v: null },
      { _id: "number", v: 1 },
    ]);
    if (isIndexed) await c.createIndex({ v: 1 });
    const whose = (operator: string, value: unknown) =>
      ids(c, { $expr: { [operator]: ["$v", { $literal: value }] } });
    const min = new MinKey();
    expect(await whose("$gt", min)).toEqual(["missing", "null", "number"]);
    expect(await whose("$lt", null)).toEqual(["least", "missing"]);
    // Sorts and conditions on a field take missing for null.
    const sort = { v: 1, _id: 1 };
    expect(await ids(c, {}, { sort })).toEqual(["least", "missing", "null", "number"]);
    expect(await ids(c, { v: { $gt: min } })).toEqual(["missing", "null", "number"]);
    expect(await ids(c, { v: { $lte: min } })).toEqual(["least"]);
    expect(await ids(c, { v: null })).toEqual(["missing", "null"]);
  });
});
