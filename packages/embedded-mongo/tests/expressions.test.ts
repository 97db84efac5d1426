/** Expressions: https://www.mongodb.com/docs/manual/reference/operator/aggregation/ */
import { Decimal128, Long, ObjectId, type Document } from "mongodb";
import { describe, expect, test } from "vitest";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();
const decimal = (text: string) => Decimal128.fromString(text);

const compute = async (expression: unknown, doc: Document = {}): Promise<unknown> => {
  const fields = Object.fromEntries(
    Object.entries(doc).map(([field, value]) => [field, { $literal: value }]),
  );
  const [{ v } = { v: undefined }] = await database.db
    .aggregate([{ $documents: [{ ...fields, there: 1 }] }, { $project: { v: expression } }], {
      promoteLongs: false,
    })
    .toArray();
  return v;
};

describe("values", () => {
  const DATE = new Date("2024-02-29T13:05:09.007Z");
  test.each<[name: string, expression: unknown, value: unknown]>([
    ["ints add up to an int", { $add: [1, 2] }, 3],
    ["ints that overflow become a long", { $add: [2147483647, 1] }, Long.fromNumber(2147483648)],
    [
      "longs beyond 2^53 are exact",
      { $add: [Long.fromString("9007199254740993"), 2] },
      Long.fromString("9007199254740995"),
    ],
    ["ints divide to a double", { $divide: [7, 2] }, 3.5],
    ["null gives null", { $add: [1, null] }, null],
    ["a missing field gives null", { $multiply: ["$nope", 2] }, null],
    ["a date plus milliseconds", { $add: [DATE, 1000] }, new Date(DATE.getTime() + 1000)],
    ["dates differ by a long", { $subtract: [DATE, new Date(0)] }, Long.fromNumber(DATE.getTime())],
    ["$mod", { $mod: [-7, 3] }, -1],
    ["$round to even", { $map: { input: [0.5, 1.5, 2.5], in: { $round: "$$this" } } }, [0, 2, 2]],
    ["$round at a place", { $round: [1234.567, -2] }, 1200],
    ["$trunc, $ceil and $floor", [{ $trunc: -1.7 }, { $ceil: 1.2 }, { $floor: -1.2 }], [-1, 2, -2]],
    [
      "$pow, $sqrt, $log10, $ln, $exp",
      [{ $pow: [2, 10] }, { $sqrt: 16 }, { $log10: 1000 }, { $ln: 1 }, { $exp: 0 }],
      [1024, 4, 3, 0, 1],
    ],
    ["$abs", { $abs: -1.5 }, 1.5],
    [
      "$cond and $ifNull",
      [{ $cond: { if: { $gt: [2, 1] }, then: "y", else: "n" } }, { $ifNull: ["$nope", null, "d"] }],
      ["y", "d"],
    ],
    [
      "$switch",
      {
        $switch: {
          branches: [
            { case: false, then: 1 },
            { case: 1, then: 2 },
          ],
          default: 3,
        },
      },
      2,
    ],
    [
      "$and, $or, $not: zero and null are false, everything else is true",
      [{ $and: [1, "", []] }, { $or: [0, null, "$nope"] }, { $not: 0 }],
      [true, false, true],
    ],
    [
      "comparisons work across types",
      [{ $lt: [5, "a"] }, { $eq: [1, decimal("1.0")] }, { $cmp: ["b", "a"] }],
      [true, true, 1],
    ],
    ["missing is less than null", { $lt: ["$nope", null] }, true],
    ["$literal", { $literal: "$x" }, "$x"],
    ["$let", { $let: { vars: { a: 2 }, in: { $multiply: ["$$a", "$$a"] } } }, 4],
    [
      "$filter with a limit",
      { $filter: { input: [1, 5, 7, 9], as: "n", cond: { $gt: ["$$n", 4] }, limit: 2 } },
      [5, 7],
    ],
    [
      "$reduce",
      { $reduce: { input: [1, 2, 3], initialValue: 0, in: { $add: ["$$value", "$$this"] } } },
      6,
    ],
    [
      "$arrayElemAt, $first, $last, $size",
      [
        { $arrayElemAt: [[1, 2, 3], -1] },
        { $first: [[4, 5]] },
        { $last: [[4, 5]] },
        { $size: [[1, 2]] },
      ],
      [3, 4, 5, 2],
    ],
    [
      "$slice, $concatArrays, $reverseArray",
      [{ $slice: [[1, 2, 3], -2] }, { $concatArrays: [[1], [2]] }, { $reverseArray: [[1, 2]] }],
      [
        [2, 3],
        [1, 2],
        [2, 1],
      ],
    ],
    [
      "$in, $indexOfArray, $isArray",
      [{ $in: [2, [1, 2]] }, { $indexOfArray: [[5, 6], 6] }, { $isArray: [[]] }],
      [true, 1, true],
    ],
    [
      "$setUnion, $setIntersection, $setDifference, $setIsSubset",
      [
        {
          $setUnion: [
            [1, 2],
            [2, 3],
          ],
        },
        { $setIntersection: [[1, 2], [2]] },
        { $setDifference: [[1, 2], [2]] },
        { $setIsSubset: [[1], [1, 2]] },
      ],
      [[1, 2, 3], [2], [1], true],
    ],
    [
      "$objectToArray and back",
      { $arrayToObject: { $objectToArray: { a: 1, b: 2 } } },
      { a: 1, b: 2 },
    ],
    ["$mergeObjects", { $mergeObjects: [{ a: 1, b: 1 }, null, { b: 2 }] }, { a: 1, b: 2 }],
    [
      "$concat, $toUpper, $substrCP, $strLenCP, $split",
      [
        { $concat: ["a", "b"] },
        { $toUpper: "aé" },
        { $substrCP: ["h😀llo", 1, 2] },
        { $strLenCP: "😀" },
        { $split: ["a,b", ","] },
      ],
      ["ab", "Aé", "😀l", 1, ["a", "b"]],
    ],
    [
      "$trim and $indexOfCP",
      [{ $trim: { input: "  x " } }, { $indexOfCP: ["abc", "c"] }],
      ["x", 2],
    ],
    [
      "$toString",
      [
        { $toString: 1.5 },
        { $toString: true },
        { $toString: DATE },
        { $toString: new ObjectId("0123456789abcdef01234567") },
      ],
      ["1.5", "true", "2024-02-29T13:05:09.007Z", "0123456789abcdef01234567"],
    ],
    [
      "$toLong of a date, $toDate of a long",
      [{ $toLong: DATE }, { $toDate: Long.fromNumber(5) }],
      [Long.fromNumber(DATE.getTime()), new Date(5)],
    ],
    [
      "$toDouble, $toInt, $toBool",
      [{ $toDouble: "1.5" }, { $toDouble: "-inf" }, { $toInt: "42" }, { $toBool: "false" }],
      [1.5, -Infinity, 42, true],
    ],
    ["$convert with onError", { $convert: { input: "x", to: "int", onError: -1 } }, -1],
    ["$type", [{ $type: 1 }, { $type: "$nope" }, { $type: [[]] }], ["int", "missing", "array"]],
    [
      "parts of a date",
      [
        { $year: DATE },
        { $month: DATE },
        { $dayOfMonth: DATE },
        { $dayOfWeek: DATE },
        { $dayOfYear: DATE },
        { $hour: { date: DATE, timezone: "+00:00" } },
        { $isoWeek: DATE },
      ],
      [2024, 2, 29, 5, 60, 13, 9],
    ],
    [
      "$dateToString",
      { $dateToString: { date: DATE, format: "%Y-%m-%d %H:%M:%S.%L %z %Z", timezone: "UTC" } },
      "2024-02-29 13:05:09.007 +0000 0",
    ],
    [
      "$dateTrunc",
      [
        { $dateTrunc: { date: DATE, unit: "day" } },
        { $dateTrunc: { date: DATE, unit: "week", startOfWeek: "monday" } },
        { $dateTrunc: { date: DATE, unit: "hour", binSize: 6 } },
        { $dateTrunc: { date: DATE, unit: "quarter", binSize: 3 } },
      ],
      [
        new Date("2024-02-29T00:00:00Z"),
        new Date("2024-02-26T00:00:00Z"),
        new Date("2024-02-29T12:00:00Z"),
        new Date("2024-01-01T00:00:00Z"),
      ],
    ],
    [
      "$sum and $avg over an array",
      [{ $sum: [[1, 2, "x"]] }, { $avg: [[1, 2]] }, { $max: [1, 5, null] }],
      [3, 1.5, 5],
    ],
    ["$sum compensates rounding errors of doubles", { $sum: [[1e16, 1, -1e16]] }, 1],
  ])("%s", async (_name, expression, value) => {
    expect(await compute(expression)).toEqual(value);
  });

  test("paths go through arrays of documents; a number is not an array index", async () => {
    expect(await compute("$a.b", { a: [{ b: 1 }, { c: 2 }, { b: 3 }] })).toEqual([1, 3]);
    expect(await compute("$a.0", { a: [1, 2] })).toEqual([]);
  });

  test("$getField and $setField accept field names with dots and dollars", async () => {
    const c = await database.collection([{ _id: 1, "a.b": 7, $x: 2 }]);
    const computed = { dotted: { $getField: "a.b" }, dollar: { $getField: { $literal: "$x" } } };
    const set = { $setField: { field: { $literal: "$y" }, input: "$$ROOT", value: 3 } };
    expect(await c.aggregate([{ $project: computed }]).toArray()).toEqual([
      { _id: 1, dotted: 7, dollar: 2 },
    ]);
    expect(await c.aggregate([{ $replaceWith: set }]).next()).toMatchObject({ $y: 3 });
  });
});

describe("refused", () => {
  test.each<[string, unknown, number]>([
    ["adding a string", { $add: [1, "x"] }, 14],
    ["dividing by zero", { $divide: [1, 0] }, 2],
    ["a remainder by zero", { $mod: [1, 0] }, 16610],
    ["a logarithm of zero", { $log10: 0 }, 28761],
    ["$size of a value that is not an array", { $size: "$nope" }, 17124],
    ["converting a string that is not a number", { $toInt: "x" }, 241],
    ["converting a number that overflows", { $toInt: 3e9 }, 241],
    ["an unknown operator", { $nope: 1 }, 168],
    ["converting to an unknown type", { $convert: { input: 1, to: "nope" } }, 2],
    ["an inherited name as a type", { $convert: { input: 1, to: "constructor" } }, 2],
    ["too many arguments", { $abs: [1, 2] }, 16020],
    ["an unknown variable", "$$nope", 17276],
    ["two operators in one", { $add: [1], $abs: 1 }, 15983],
    ["a date from a string", { $toDate: "2024-02-03" }, 238],
    ["$median", { $median: { input: [1], method: "approximate" } }, 238],
  ])("%s", async (_what, expression, code) => {
    await expectRefusal(compute(expression), code);
  });
});
