/** What expressions do at the edges of their operands, where JavaScript would do something else. */
import { Decimal128, Double, Long, type Document } from "mongodb";
import { describe, expect, test } from "vitest";
import { refused, useDatabase } from "./helpers/database";

const database = useDatabase();
const decimal = (text: string) => Decimal128.fromString(text);
const date = (text: string) => new Date(text);

/** The value of an expression, with doubles and ints told apart. */
async function compute(expression: unknown, promoteValues = false): Promise<unknown> {
  const [{ v } = { v: undefined }]: Document[] = await database.db
    .aggregate([{ $documents: [{ there: 1 }] }, { $project: { v: expression } }], {
      promoteValues,
    })
    .toArray();
  return plain(v);
}

/** Ints as numbers, everything else as it came. */
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
    ["a negative that rounds to zero keeps its sign", { $round: -0.4 }, new Double(-0)],
    ["one that is cut to zero as well", { $trunc: [-0.04, 1] }, new Double(-0)],
    ["and a decimal", { $round: decimal("-0.4") }, decimal("-0")],
    ["ties go to the even neighbour left of the point", { $round: [25, -1] }, 20],
    ["also with negative numbers", { $round: [-35, -1] }, -40],
    [
      "an int that outgrows its type is a long",
      { $round: [2147483647, -1] },
      Long.fromNumber(2147483650),
    ],
    ["decimals get the places asked for", { $round: [decimal("1.5"), 3] }, decimal("1.500")],
    [
      "but no more than 34 digits",
      { $trunc: [decimal("1.298"), 100] },
      decimal("1.298000000000000000000000000000000"),
    ],
    ["powers of one are ints, also negative ones", { $pow: [1, -1] }, 1],
    ["powers of minus one alternate", { $pow: [-1, -3] }, -1],
    ["powers of nought, however high", { $pow: [0, 100] }, 0],
    ["other negative powers are doubles", { $pow: [2, -1] }, new Double(0.5)],
    ["powers of longs are longs", { $pow: [Long.fromNumber(1), -1] }, Long.ONE],
    ["integers divide by a whole double as by an int", { $mod: [7, new Double(2)] }, 1],
    ["a double on the left makes a double", { $mod: [new Double(7), 2] }, new Double(1)],
  ])("%s", async (_what, expression, value) => {
    expect(await compute(expression)).toEqual(value);
  });
});

describe("dates", () => {
  test.each<[what: string, expression: unknown, value: unknown]>([
    ["the year 50 is not 1950", { $dateFromParts: { year: 50 } }, date("0050-01-01T00:00:00Z")],
    ["days of an early year", { $dayOfYear: date("0050-02-01T00:00:00Z") }, 32],
    [
      "text of an early year",
      { $dateFromString: { dateString: "0050-01-01T00:00:00Z" } },
      date("0050-01-01T00:00:00Z"),
    ],
    [
      "pairs of weeks are counted from the first week that begins in 2000: from Saturday the 1st",
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
      "from Sunday the 2nd",
      { $dateTrunc: { date: date("2000-01-15T00:00:00Z"), unit: "week", binSize: 2 } },
      date("2000-01-02T00:00:00Z"),
    ],
    [
      "bins of hours go on through summer time",
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
      "hours between dates are those that pass",
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
      "a time that the clocks skip is moved on, west of Greenwich",
      {
        $dateFromParts: { year: 2024, month: 3, day: 10, hour: 2, minute: 30, timezone: NEW_YORK },
      },
      date("2024-03-10T07:30:00Z"),
    ],
    [
      "and east of it",
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
    ["parts of a millisecond are cut off", { $subtract: [new Date(10), 1.7] }, new Date(9)],
    ["a time zone that is missing", { $hour: { date: new Date(0), timezone: "$nope" } }, null],
    [
      "text in another zone than UTC has no Z",
      { $dateToString: { date: new Date(0), timezone: "+01:00" } },
      "1970-01-01T01:00:00.000",
    ],
  ])("%s", async (_what, expression, value) => {
    expect(await compute(expression)).toEqual(value);
  });
});

describe("texts", () => {
  test.each<[what: string, expression: unknown, value: unknown]>([
    ["only ASCII letters are the same in both cases", { $strcasecmp: ["É", "é"] }, -1],
    ["which ASCII letters are", { $strcasecmp: ["aB", "Ab"] }, 0],
    ["fractions of bytes are cut off", { $substrBytes: ["abcdef", 1.7, 2.9] }, "bc"],
    ["a negative length is the rest", { $substrBytes: ["abc", 1, -1] }, "bc"],
    ["a separator at the ends leaves empty parts", { $split: ["-a-", "-"] }, ["", "a", ""]],
    [
      "empty matches end before the end of the text",
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
      "$sortArray by a dotted path",
      { $sortArray: { input: items, sortBy: { "a.b": 1 } } },
      [{ a: { b: 1 } }, { a: { b: 2 } }],
    ],
    [
      "$map with paths that start at the element",
      { $map: { input: items, as: "CURRENT", in: "$a.b" } },
      [2, 1],
    ],
    [
      "$filter as well",
      { $filter: { input: items, as: "CURRENT", cond: { $eq: ["$a.b", 1] } } },
      [{ a: { b: 1 } }],
    ],
    ["and $let", { $let: { vars: { CURRENT: { x: 5 } }, in: "$x" } }, 5],
    ["$slice from before the start", { $slice: [[1, 2, 3], -5, 2] }, [1, 2]],
  ])("%s", async (_what, expression, value) => {
    expect(await compute(expression)).toEqual(value);
  });
});

describe("refused", () => {
  test.each<[what: string, expression: unknown, code: number]>([
    ["a year before the first", { $dateFromParts: { year: 0 } }, 40523],
    [
      "a year of five digits as text",
      { $dateToString: { date: new Date(253402300800000) } },
      18537,
    ],
    ["a negative start in bytes", { $substrBytes: ["abc", -1, 2] }, 50752],
    ["a start that is no number", { $substrBytes: ["abc", "1", 2] }, 16034],
    ["an end within a character", { $substrBytes: ["é", 0, 1] }, 28657],
    ["a negative start in an array", { $indexOfArray: [[1], 1, -1] }, 40097],
    ["a negative start in a text", { $indexOfCP: ["a", "a", -1] }, 40097],
    ["a negative end", { $indexOfBytes: ["a", "a", 0, -1] }, 40097],
    ["a range beyond 32 bits", { $range: [0, 3e9] }, 34446],
    ["a range from a text", { $range: ["0", 3] }, 34443],
    ["nothing to zip", { $zip: { inputs: [] } }, 34465],
    [
      "defaults for some inputs only",
      { $zip: { inputs: [[1], [2]], useLongestLength: true, defaults: [0] } },
      34467,
    ],
    ["a name with a capital", { $map: { input: [1], as: "This", in: 1 } }, 9],
    [
      "a long that rounds beyond its type",
      { $round: [Long.fromString("9223372036854775806"), -1] },
      51080,
    ],
  ])("%s", async (_what, expression, code) => {
    await refused(compute(expression, true), code);
  });
});
