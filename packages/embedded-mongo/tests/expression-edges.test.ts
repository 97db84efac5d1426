/** Edge cases of expressions in which JavaScript behaves differently from MongoDB. */
import { Decimal128, Double, Long, MaxKey, MinKey, type Document } from "mongodb";
import { describe, expect, test } from "vitest";
import { expectRefusal, ids, useDatabase } from "./helpers/database";

const database = useDatabase();
const decimal = (text: string) => Decimal128.fromString(text);
const date = (text: string) => new Date(text);
const NOW = date("2024-02-29T13:05:09.007Z");
const WEEK = { date: NOW, unit: "week" };

/** The value of an expression; doubles and ints are distinguished unless `promoteValues` is set. */
async function compute(expression: unknown, promoteValues = false): Promise<unknown> {
  const [{ v } = { v: undefined }]: Document[] = await database.db
    .aggregate([{ $documents: [{ there: 1 }] }, { $project: { v: expression } }], {
      promoteValues,
    })
    .toArray();
  return plain(v);
}

/** Converts ints to numbers and leaves all other values unchanged. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  const { _bsontype } = Object(value) as { _bsontype?: string };
  if (_bsontype === "Int32") return Number(value);
  if (_bsontype || value instanceof Date || typeof value !== "object" || !value) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, plain(inner)]));
}

describe("numbers", () => {
  test.each<[what: string, expression: unknown, value: unknown]>([
    ["a negative double that rounds to zero is -0", { $round: -0.4 }, new Double(-0)],
    ["a negative double that is truncated to zero is -0", { $trunc: [-0.04, 1] }, new Double(-0)],
    ["ties round to even left of the decimal point", { $round: [25, -1] }, 20],
    ["negative ties round to even", { $round: [-35, -1] }, -40],
    [
      "an int that rounds beyond its range becomes a long",
      { $round: [2147483647, -1] },
      Long.fromNumber(2147483650),
    ],
    ["negative powers of 1 are ints", { $pow: [1, -1] }, 1],
    ["negative powers of -1 are ints", { $pow: [-1, -3] }, -1],
    ["high powers of 0 are ints", { $pow: [0, 100] }, 0],
    ["negative powers of other ints are doubles", { $pow: [2, -1] }, new Double(0.5)],
    ["powers of longs are longs", { $pow: [Long.fromNumber(1), -1] }, Long.ONE],
    ["$mod of an int by an integral double is an int", { $mod: [7, new Double(2)] }, 1],
    ["$mod of a double by an int is a double", { $mod: [new Double(7), 2] }, new Double(1)],
  ])("%s", async (_what, expression, value) => {
    expect(await compute(expression)).toEqual(value);
  });
});

describe("dates", () => {
  test.each<[what: string, expression: unknown, value: unknown]>([
    ["$dayOfYear supports early years", { $dayOfYear: date("0050-02-01T00:00:00Z") }, 32],
    [
      "$dateTrunc supports early years",
      { $dateTrunc: { date: date("0050-02-01T00:00:00Z"), unit: "quarter" } },
      date("0050-01-01T00:00:00Z"),
    ],
    [
      "bins of weeks that start on Saturday begin on 1 January 2000",
      {
        $dateTrunc: {
          date: date("2000-01-09T00:00:00Z"),
          unit: "week",
          binSize: 2,
          startOfWeek: "saturday",
        },
      },
      date("2000-01-01T00:00:00Z"),
    ],
    [
      "bins of weeks that start on Sunday begin on 2 January 2000",
      { $dateTrunc: { date: date("2000-01-15T00:00:00Z"), unit: "week", binSize: 2 } },
      date("2000-01-02T00:00:00Z"),
    ],
    ["fractions of a millisecond are truncated", { $subtract: [new Date(10), 1.7] }, new Date(9)],
    ["a missing time zone gives null", { $hour: { date: new Date(0), timezone: "$nope" } }, null],
  ])("%s", async (_what, expression, value) => {
    expect(await compute(expression)).toEqual(value);
  });
});

describe("strings", () => {
  test.each<[what: string, expression: unknown, value: unknown]>([
    ["$split at the ends leaves empty parts", { $split: ["-a-", "-"] }, ["", "a", ""]],
  ])("%s", async (_what, expression, value) => {
    expect(await compute(expression)).toEqual(value);
  });
});

describe("arrays", () => {
  const items = { $literal: [{ a: { b: 2 } }, { a: { b: 1 } }] };
  test.each<[what: string, expression: unknown, value: unknown]>([
    [
      "$map binds CURRENT, where paths start",
      { $map: { input: items, as: "CURRENT", in: "$a.b" } },
      [2, 1],
    ],
    [
      "$filter binds CURRENT",
      { $filter: { input: items, as: "CURRENT", cond: { $eq: ["$a.b", 1] } } },
      [{ a: { b: 1 } }],
    ],
    ["$let binds CURRENT", { $let: { vars: { CURRENT: { x: 5 } }, in: "$x" } }, 5],
    ["$slice from before the start begins at the start", { $slice: [[1, 2, 3], -5, 2] }, [1, 2]],
  ])("%s", async (_what, expression, value) => {
    expect(await compute(expression)).toEqual(value);
  });
});

describe("values too large for the memory are refused before they are built", () => {
  /** Combines a value with itself 40 times. */
  const doubled = (initialValue: unknown, by: Document) => ({
    $reduce: { input: Array(40).fill(0), initialValue, in: by },
  });
  const long = doubled("x".repeat(60), { $concat: ["$$value", "$$value"] });
  const letters = { $literal: "a".repeat(1_000_000) };

  test.each<[what: string, expression: unknown, code: number]>([
    ["a string that doubles", long, 16493],
    ["a string of two long ones", { $concat: ["$long", "$long"] }, 16493],
    ["an array that doubles", doubled([1], { $concatArrays: ["$$value", "$$value"] }), 146],
  ])("%s", async (_what, expression, code) => {
    const documents = [{ $documents: [{ long: { $literal: "x".repeat(9_000_000) } }] }];
    const size = { $project: { v: { $type: expression } } };
    await expectRefusal(database.db.aggregate([...documents, size]).toArray(), code);
  });

  test.each<[what: string, expression: unknown, value: unknown]>([
    [
      "a string of many bytes",
      { $strLenBytes: { $concat: [letters, letters, { $literal: "é".repeat(1_000_000) }] } },
      4_000_000,
    ],
  ])("%s is not refused", async (_what, expression, value) => {
    expect(await compute(expression)).toEqual(value);
  });
});

describe("refused", () => {
  test.each<[what: string, expression: unknown, code: number]>([
    [
      "formatting a year of five digits",
      { $dateToString: { date: new Date(253402300800000) } },
      18537,
    ],
    ["a negative start in an array", { $indexOfArray: [[1], 1, -1] }, 40097],
    ["a negative start in a string", { $indexOfCP: ["a", "a", -1] }, 40097],
    ["a negative end", { $indexOfCP: ["a", "a", 0, -1] }, 40097],
    ["a variable with a capital letter", { $map: { input: [1], as: "This", in: 1 } }, 9],
    [
      "a long that rounds beyond its type",
      { $round: [Long.fromString("9223372036854775806"), -1] },
      51080,
    ],
  ])("%s", async (_what, expression, code) => {
    await expectRefusal(compute(expression, true), code);
  });
});

/** A missing field is not an operand that was left out, which has a default. */
describe("missing and null operands", () => {
  test.each<[what: string, expression: unknown, value: unknown]>([
    ["$in does not find missing as null", { $in: ["$nope", [null]] }, false],
    ["$in finds null", { $in: [null, [1, null]] }, true],
    ["$in of a missing value in no elements", { $in: ["$nope", []] }, false],
    ["$indexOfArray does not find missing as null", { $indexOfArray: [[null], "$nope"] }, -1],
    ["$indexOfArray finds null", { $indexOfArray: [[1, null], null] }, 1],
    ["$round at a missing place", { $round: [2.567, "$nope"] }, null],
    ["$round at null", { $round: [2.567, null] }, null],
    ["$round of an int at a missing place", { $round: [25, "$nope"] }, null],
    ["$trunc at a missing place", { $trunc: [2.567, "$nope"] }, null],
    ["$trunc at null", { $trunc: [2.567, null] }, null],
    ["$slice from a missing position", { $slice: [[1, 2], "$nope"] }, null],
    ["$slice of a missing length", { $slice: [[1, 2], 1, "$nope"] }, null],
    ["$slice of a null length", { $slice: [[1, 2], 1, null] }, null],
    ["$trim of missing characters", { $trim: { input: " x ", chars: "$nope" } }, null],
    ["$dateToString in a missing format", { $dateToString: { date: NOW, format: "$nope" } }, null],
    ["$dateTrunc with missing bins", { $dateTrunc: { ...WEEK, binSize: "$nope" } }, null],
    [
      "$dateTrunc with a missing first day",
      { $dateTrunc: { ...WEEK, startOfWeek: "$nope" } },
      null,
    ],
    [
      "a first day that is not used",
      { $dateTrunc: { date: NOW, unit: "year", startOfWeek: "$nope" } },
      date("2024-01-01T00:00:00Z"),
    ],
  ])("%s", async (_what, expression, value) => {
    expect(await compute(expression, true)).toEqual(value);
  });

  test.each<[what: string, expression: unknown, code: number]>([
    ["a search from a missing position", { $indexOfArray: [[1], 1, "$nope"] }, 40096],
    ["a search to a null position", { $indexOfArray: [[1], 1, 0, null] }, 40096],
    ["a search of a text from a missing position", { $indexOfCP: ["a", "a", "$nope"] }, 40096],
    ["an unknown type, also of null", { $convert: { input: null, to: "nope" } }, 2],
  ])("%s is refused", async (_what, expression, code) => {
    await expectRefusal(compute(expression, true), code);
  });
});

describe("a missing value is between MinKey and null", () => {
  const MIN = { $literal: new MinKey() };
  test.each<[expression: unknown, value: unknown]>([
    [{ $lt: [MIN, "$nope"] }, true],
    [{ $lte: [MIN, "$nope"] }, true],
    [{ $gt: [MIN, "$nope"] }, false],
    [{ $gt: ["$nope", MIN] }, true],
    [{ $lt: ["$nope", MIN] }, false],
    [{ $eq: ["$nope", MIN] }, false],
    [{ $ne: ["$nope", MIN] }, true],
    [{ $cmp: ["$nope", MIN] }, 1],
    [{ $cmp: [MIN, "$nope"] }, -1],
    [{ $cmp: ["$nope", null] }, -1],
    [{ $cmp: ["$nope", "$nope"] }, 0],
    [{ $lt: ["$nope", { $literal: new MaxKey() }] }, true],
    [{ $in: ["$nope", [MIN]] }, false],
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
    expect(await whose("$lte", min)).toEqual(["least"]);
    expect(await whose("$lt", null)).toEqual(["least", "missing"]);
    expect(await whose("$gte", null)).toEqual(["null", "number"]);
    // Sorts and conditions on a field take missing for null.
    const sort = { v: 1, _id: 1 };
    expect(await ids(c, {}, { sort })).toEqual(["least", "missing", "null", "number"]);
    expect(await ids(c, { v: { $gt: min } })).toEqual(["missing", "null", "number"]);
    expect(await ids(c, { v: { $gte: min } })).toEqual(["least", "missing", "null", "number"]);
    expect(await ids(c, { v: { $lte: min } })).toEqual(["least"]);
    expect(await ids(c, { v: null })).toEqual(["missing", "null"]);
  });
});

describe("time zones other than UTC are refused, whatever the date", () => {
  test.each([
    { $dateToString: { date: NOW, timezone: "Asia/Kolkata" } },
    { $dateToString: { date: null, timezone: "Europe/Berlin" } },
    { $dateToString: { date: "$nope", timezone: "Nowhere/Land", onNull: "none" } },
    { $dateToString: { date: NOW, format: "%Z", timezone: "+05:30" } },
    { $dateToString: { date: null, timezone: "-01" } },
    { $hour: { date: NOW, timezone: "America/New_York" } },
    { $year: { date: null, timezone: "+0530" } },
    { $dateTrunc: { ...WEEK, timezone: "Europe/London" } },
    { $dateTrunc: { date: null, unit: "day", timezone: "x" } },
  ])("%j", async (expression) => {
    await expectRefusal(compute(expression, true), 238);
  });

  test.each(["UTC", "GMT", "+00:00", "-0000", "+00"])("%s is UTC", async (timezone) => {
    expect(await compute({ $dateToString: { date: NOW, timezone } })).toBe(
      "2024-02-29T13:05:09.007Z",
    );
    expect(await compute({ $dateToString: { date: null, timezone, onNull: "none" } })).toBe("none");
  });

  test("a missing one gives null, a number is refused as in MongoDB", async () => {
    expect(await compute({ $year: { date: NOW, timezone: "$nope" } })).toBeNull();
    await expectRefusal(compute({ $year: { date: NOW, timezone: 5 } }, true), 40517);
  });
});

describe("arithmetic of decimals is refused", () => {
  const one = decimal("1.10");
  test.each<[name: string, expression: unknown]>([
    ...[
      "$add",
      "$subtract",
      "$multiply",
      "$divide",
      "$mod",
      "$pow",
      "$log",
      "$round",
      "$trunc",
    ].flatMap((name): [string, unknown][] => [
      [`${name} of a decimal and an int`, { [name]: [one, 2] }],
      [`${name} of an int and a decimal`, { [name]: [2, decimal("3")] }],
    ]),
    ...["$abs", "$floor", "$ceil", "$round", "$trunc", "$exp", "$ln", "$log10", "$sqrt"].map(
      (name): [string, unknown] => [name, { [name]: one }],
    ),
    ["$add of a date and a decimal", { $add: [NOW, one] }],
    ["$sum", { $sum: [[1, one]] }],
    ["$avg", { $avg: [[one]] }],
    ["$slice", { $slice: [[1, 2], decimal("1")] }],
    ["$arrayElemAt", { $arrayElemAt: [[1, 2], decimal("1")] }],
    ["a size of bins", { $dateTrunc: { ...WEEK, binSize: decimal("2") } }],
    ["$toInt", { $toInt: one }],
    ["$toLong", { $toLong: one }],
    ["$toDouble", { $toDouble: one }],
    ["$toDate", { $toDate: one }],
    ["$toDecimal", { $toDecimal: "1" }],
    ["$convert", { $convert: { input: 1, to: "decimal", onError: 0 } }],
  ])("%s", async (_name, expression) => {
    await expectRefusal(compute(expression, true), 238);
  });

  test("in a group, in filters and in updates", async () => {
    const c = await database.collection([{ _id: 1, v: decimal("2.50") }]);
    const groups = (of: Document) => c.aggregate([{ $group: { _id: null, of } }]).toArray();
    await expectRefusal(groups({ $sum: "$v" }), 238);
    await expectRefusal(groups({ $avg: "$v" }), 238);
    await expectRefusal(c.findOne({ v: { $mod: [2, 0] } }), 238);
    await expectRefusal(c.updateOne({}, { $inc: { v: 1 } }), 238);
    await expectRefusal(c.updateOne({}, { $mul: { v: decimal("2") } }), 238);
    expect(await c.findOne({ v: 2.5 })).toEqual({ _id: 1, v: decimal("2.50") });
  });

  test("their comparison, truth and text are exact", async () => {
    const tiny = decimal("1E-6000");
    const values = [one, decimal("-1"), tiny];
    const computed = {
      $map: {
        input: values,
        in: [{ $gt: ["$$this", 0] }, { $toBool: "$$this" }, { $toString: "$$this" }],
      },
    };
    expect(await compute(computed)).toEqual([
      [true, true, "1.10"],
      [false, true, "-1"],
      [true, true, "1E-6000"],
    ]);
    expect(await compute({ $and: [tiny] })).toBe(true);
    expect(await compute({ $not: decimal("0E+3") })).toBe(true);
    expect(await compute({ $max: [values] })).toEqual(one);
  });
});

test.each([
  ...["$firstN", "$lastN", "$minN", "$maxN", "$range", "$sortArray", "$zip", "$atan2", "$sin"],
  ...["$bitAnd", "$bitNot", "$degreesToRadians", "$dateAdd", "$dateSubtract", "$dateDiff"],
  ...["$dateFromParts", "$dateFromString", "$dateToParts", "$indexOfBytes", "$substr"],
  ...["$substrBytes", "$strcasecmp", "$replaceOne", "$replaceAll", "$regexFind", "$regexFindAll", "$regexMatch"],
  ...["$stdDevPop", "$median"],
])("the expression %s is refused by name", async (name) => {
  const refusal = compute({ [name]: {} }, true);
  await expectRefusal(refusal, 238);
  await expect(refusal).rejects.toThrow(`${name} is not supported`);
});
