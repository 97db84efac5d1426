/** Edge cases of expressions in which JavaScript behaves differently from MongoDB. */
import { Decimal128, Double, Long, type Document } from "mongodb";
import { describe, expect, test } from "vitest";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();
const decimal = (text: string) => Decimal128.fromString(text);
const date = (text: string) => new Date(text);

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

const NEW_YORK = "America/New_York";

describe("numbers", () => {
  test.each<[what: string, expression: unknown, value: unknown]>([
    ["a negative double that rounds to zero is -0", { $round: -0.4 }, new Double(-0)],
    ["a negative double that is truncated to zero is -0", { $trunc: [-0.04, 1] }, new Double(-0)],
    ["a negative decimal that rounds to zero is -0", { $round: decimal("-0.4") }, decimal("-0")],
    ["ties round to even left of the decimal point", { $round: [25, -1] }, 20],
    ["negative ties round to even", { $round: [-35, -1] }, -40],
    [
      "an int that rounds beyond its range becomes a long",
      { $round: [2147483647, -1] },
      Long.fromNumber(2147483650),
    ],
    ["decimals get the requested places", { $round: [decimal("1.5"), 3] }, decimal("1.500")],
    [
      "decimals get no more than 34 digits",
      { $trunc: [decimal("1.298"), 100] },
      decimal("1.298000000000000000000000000000000"),
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
    ["the year 50 is not 1950", { $dateFromParts: { year: 50 } }, date("0050-01-01T00:00:00Z")],
    ["$dayOfYear supports early years", { $dayOfYear: date("0050-02-01T00:00:00Z") }, 32],
    [
      "$dateFromString supports early years",
      { $dateFromString: { dateString: "0050-01-01T00:00:00Z" } },
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
    [
      "bins of hours do not shift with daylight saving time",
      {
        $dateTrunc: {
          date: date("2024-07-01T12:00:00Z"),
          unit: "hour",
          binSize: 6,
          timezone: NEW_YORK,
        },
      },
      date("2024-07-01T11:00:00Z"),
    ],
    [
      "$dateDiff in hours counts elapsed time across a change to daylight saving time",
      {
        $dateDiff: {
          startDate: date("2024-03-10T06:30:00Z"),
          endDate: date("2024-03-10T07:30:00Z"),
          unit: "hour",
          timezone: NEW_YORK,
        },
      },
      Long.ONE,
    ],
    [
      "a local time skipped by daylight saving time moves forward west of Greenwich",
      {
        $dateFromParts: { year: 2024, month: 3, day: 10, hour: 2, minute: 30, timezone: NEW_YORK },
      },
      date("2024-03-10T07:30:00Z"),
    ],
    [
      "a local time skipped by daylight saving time moves forward east of Greenwich",
      {
        $dateFromParts: {
          year: 2024,
          month: 3,
          day: 31,
          hour: 2,
          minute: 30,
          timezone: "Europe/Berlin",
        },
      },
      date("2024-03-31T01:30:00Z"),
    ],
    ["fractions of a millisecond are truncated", { $subtract: [new Date(10), 1.7] }, new Date(9)],
    ["a missing time zone gives null", { $hour: { date: new Date(0), timezone: "$nope" } }, null],
    [
      "$dateToString in another zone than UTC has no Z",
      { $dateToString: { date: new Date(0), timezone: "+01:00" } },
      "1970-01-01T01:00:00.000",
    ],
  ])("%s", async (_what, expression, value) => {
    expect(await compute(expression)).toEqual(value);
  });
});

describe("strings", () => {
  test.each<[what: string, expression: unknown, value: unknown]>([
    ["$strcasecmp does not ignore the case of other letters", { $strcasecmp: ["É", "é"] }, -1],
    ["$strcasecmp ignores the case of ASCII letters", { $strcasecmp: ["aB", "Ab"] }, 0],
    ["$substrBytes truncates fractions", { $substrBytes: ["abcdef", 1.7, 2.9] }, "bc"],
    ["$substrBytes with length -1 returns the rest", { $substrBytes: ["abc", 1, -1] }, "bc"],
    ["$split at the ends leaves empty parts", { $split: ["-a-", "-"] }, ["", "a", ""]],
    [
      "$regexFindAll has no empty match at the end of the text",
      { $map: { input: { $regexFindAll: { input: "ab", regex: "x*" } }, in: "$$this.idx" } },
      [0, 1],
    ],
  ])("%s", async (_what, expression, value) => {
    expect(await compute(expression)).toEqual(value);
  });
});

describe("arrays", () => {
  const items = { $literal: [{ a: { b: 2 } }, { a: { b: 1 } }] };
  test.each<[what: string, expression: unknown, value: unknown]>([
    [
      "$sortArray sorts by a dotted path",
      { $sortArray: { input: items, sortBy: { "a.b": 1 } } },
      [{ a: { b: 1 } }, { a: { b: 2 } }],
    ],
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
    $reduce: { input: { $range: [0, 40] }, initialValue, in: by },
  });
  const long = doubled("x".repeat(60), { $concat: ["$$value", "$$value"] });
  const large = { $range: [0, 6_000_000] };
  const letters = { $literal: "a".repeat(1_000_000) };

  test.each<[what: string, expression: unknown, code: number]>([
    ["a range of all positive ints", { $range: [0, 2147483647] }, 146],
    ["a range of all ints, backwards", { $range: [2147483647, -2147483648, -1] }, 146],
    ["the shortest range that MongoDB refuses", { $range: [0, 6_553_598] }, 146],
    ["a string that doubles", long, 16493],
    ["a string of two long ones", { $concat: ["$long", "$long"] }, 16493],
    [
      "a string whose letters are replaced by long strings",
      { $replaceAll: { input: letters, find: "a", replacement: letters } },
      16493,
    ],
    [
      "a string with long strings between its letters",
      { $replaceAll: { input: letters, find: "", replacement: letters } },
      16493,
    ],
    [
      "a long string that replaces a letter of another",
      { $replaceOne: { input: "$long", find: "x", replacement: "$long" } },
      16493,
    ],
    ["an array that doubles", doubled([1], { $concatArrays: ["$$value", "$$value"] }), 146],
    ["an array of many arrays", { $zip: { inputs: [large, large] } }, 146],
    [
      "a short array zipped with a long one",
      { $zip: { inputs: [[], large], useLongestLength: true } },
      146,
    ],
    [
      "the matches of a pattern on each letter",
      { $regexFindAll: { input: letters, regex: "a" } },
      51151,
    ],
  ])("%s", async (_what, expression, code) => {
    const documents = [{ $documents: [{ long: { $literal: "x".repeat(9_000_000) } }] }];
    const size = { $project: { v: { $type: expression } } };
    await expectRefusal(database.db.aggregate([...documents, size]).toArray(), code);
  });

  test.each<[what: string, expression: unknown, value: unknown]>([
    ["the longest range that MongoDB accepts", { $size: { $range: [0, 6_553_597] } }, 6_553_597],
    ["a range of large steps", { $range: [0, 2147483647, 1_000_000_000] }, [0, 1e9, 2e9]],
    ["a range against its step", { $range: [0, 2147483647, -1] }, []],
    [
      "a string of many bytes",
      { $strLenBytes: { $concat: [letters, letters, { $literal: "é".repeat(1_000_000) }] } },
      4_000_000,
    ],
    [
      "the replacement of all letters by nothing",
      { $replaceAll: { input: letters, find: "a", replacement: "" } },
      "",
    ],
  ])("%s is not refused", async (_what, expression, value) => {
    expect(await compute(expression)).toEqual(value);
  });
});

describe("refused", () => {
  test.each<[what: string, expression: unknown, code: number]>([
    ["a year before year 1", { $dateFromParts: { year: 0 } }, 40523],
    [
      "formatting a year of five digits",
      { $dateToString: { date: new Date(253402300800000) } },
      18537,
    ],
    ["a negative start in bytes", { $substrBytes: ["abc", -1, 2] }, 50752],
    ["a start that is not a number", { $substrBytes: ["abc", "1", 2] }, 16034],
    ["an end within a character", { $substrBytes: ["é", 0, 1] }, 28657],
    ["a negative start in an array", { $indexOfArray: [[1], 1, -1] }, 40097],
    ["a negative start in a string", { $indexOfCP: ["a", "a", -1] }, 40097],
    ["a negative end", { $indexOfBytes: ["a", "a", 0, -1] }, 40097],
    ["a range beyond 32 bits", { $range: [0, 3e9] }, 34446],
    ["a range from a string", { $range: ["0", 3] }, 34443],
    ["$zip without inputs", { $zip: { inputs: [] } }, 34465],
    [
      "$zip with defaults for some inputs only",
      { $zip: { inputs: [[1], [2]], useLongestLength: true, defaults: [0] } },
      34467,
    ],
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
