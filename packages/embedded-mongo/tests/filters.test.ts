/** What filters match: https://www.mongodb.com/docs/manual/reference/operator/query/ */
import { BSONRegExp, Decimal128, Double, Long, ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import type { Collection, Document } from "mongodb";
import { ids, expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();

interface Rule {
  rule: string;
  docs: Record<string, unknown>[];
  filter: Document;
  matches: number[];
}

const v = (...values: unknown[]) =>
  values.map((value) => (value === undefined ? {} : { v: value }));

const RULES: Rule[] = [
  {
    rule: "null matches null and missing",
    docs: v(null, undefined, 0, ""),
    filter: { v: null },
    matches: [0, 1],
  },
  {
    rule: "$ne null matches values that are neither null nor missing",
    docs: v(null, undefined, 0),
    filter: { v: { $ne: null } },
    matches: [2],
  },
  {
    rule: "$exists: true matches null but not missing",
    docs: v(null, undefined, 0),
    filter: { v: { $exists: true } },
    matches: [0, 2],
  },
  {
    rule: "$exists: false matches missing only",
    docs: v(null, undefined, 0),
    filter: { v: { $exists: false } },
    matches: [1],
  },
  {
    rule: "$gte null matches null and missing",
    docs: v(null, undefined, 0),
    filter: { v: { $gte: null } },
    matches: [0, 1],
  },
  { rule: "an empty array is not null", docs: v([], null), filter: { v: null }, matches: [1] },
  {
    rule: "null matches an array that contains null",
    docs: v([1, null], [1]),
    filter: { v: null },
    matches: [0],
  },
  {
    rule: "null below an array matches an element without the field, but not an element that is not a document",
    docs: v([{ b: 1 }, {}], [1, 2], [], { b: null }, 5),
    filter: { "v.b": null },
    matches: [0, 3, 4],
  },
  {
    rule: "comparisons match values of the same type only",
    docs: v(5, "5", new Date(5), true, null, undefined),
    filter: { v: { $gt: 1 } },
    matches: [0],
  },
  {
    rule: "$lt on numbers does not match NaN",
    docs: v(NaN, 1),
    filter: { v: { $lt: 5 } },
    matches: [1],
  },
  { rule: "$gte NaN matches NaN", docs: v(NaN, 1), filter: { v: { $gte: NaN } }, matches: [0] },
  {
    rule: "a value matches an array that contains it",
    docs: v([1, 2], 2, [3]),
    filter: { v: 2 },
    matches: [0, 1],
  },
  {
    rule: "an array matches an equal array, or an array that contains it",
    docs: v([1, 2], [[1, 2]], [2, 1], [1, 2, 3]),
    filter: { v: [1, 2] },
    matches: [0, 1],
  },
  {
    rule: "a range on an array matches if different elements meet its bounds",
    docs: v([1, 10], [5], [1]),
    filter: { v: { $gt: 4, $lt: 6 } },
    matches: [0, 1],
  },
  {
    rule: "contradictory conditions match an array if different elements meet them",
    docs: v([1, 10], [5]),
    filter: { v: { $gt: 8, $lt: 2 } },
    matches: [0],
  },
  {
    rule: "$elemMatch requires one element to meet all conditions",
    docs: v([1, 10], [5, 9]),
    filter: { v: { $elemMatch: { $gt: 4, $lt: 6 } } },
    matches: [1],
  },
  {
    rule: "$elemMatch matches documents in arrays only",
    docs: v([{ a: 1, b: 2 }], [{ a: 1 }, { b: 2 }], { a: 1, b: 2 }),
    filter: { v: { $elemMatch: { a: 1, b: 2 } } },
    matches: [0],
  },
  {
    rule: "paths go through arrays",
    docs: v([{ a: 1 }, { a: 2 }], { a: 2 }, [{ a: 3 }]),
    filter: { "v.a": 2 },
    matches: [0, 1],
  },
  {
    rule: "a number in a path is an array index or a field name",
    docs: v([7, 8], [8, 7], { 0: 7 }),
    filter: { "v.0": 7 },
    matches: [0, 2],
  },
  {
    rule: "$in accepts regular expressions",
    docs: v("abc", "xbc", 3),
    filter: { v: { $in: [/^a/, 3] } },
    matches: [0, 2],
  },
  {
    rule: "$in with null matches missing",
    docs: v(undefined, 1, 2),
    filter: { v: { $in: [null, 2] } },
    matches: [0, 2],
  },
  {
    rule: "$nin matches missing",
    docs: v(undefined, 1, 2),
    filter: { v: { $nin: [1] } },
    matches: [0, 2],
  },
  {
    rule: "$nin matches an array if it contains none of the values",
    docs: v([1, 2], [3]),
    filter: { v: { $nin: [1] } },
    matches: [1],
  },
  {
    rule: "$not negates, and matches missing",
    docs: v(undefined, 1, 9),
    filter: { v: { $not: { $gt: 5 } } },
    matches: [0, 1],
  },
  {
    rule: "$not accepts a regular expression",
    docs: v("abc", "x", undefined),
    filter: { v: { $not: /^a/ } },
    matches: [1, 2],
  },
  {
    rule: "$all requires every value",
    docs: v([1, 2, 3], [1], 1),
    filter: { v: { $all: [1, 2] } },
    matches: [0],
  },
  {
    rule: "$all with one value also matches a value that is not in an array",
    docs: v([1], 1, 2),
    filter: { v: { $all: [1] } },
    matches: [0, 1],
  },
  {
    rule: "$all with an empty array matches nothing",
    docs: v([1], []),
    filter: { v: { $all: [] } },
    matches: [],
  },
  {
    rule: "$size matches arrays of exactly this length",
    docs: v([], [1], [1, 2], [[1, 2]], "ab"),
    filter: { v: { $size: 2 } },
    matches: [2],
  },
  {
    rule: "$mod truncates fractions",
    docs: v(4, 4.9, 5, "4"),
    filter: { v: { $mod: [4, 0] } },
    matches: [0, 1],
  },
  {
    rule: "$type: objectId",
    docs: v(new ObjectId(), "x"),
    filter: { v: { $type: "objectId" } },
    matches: [0],
  },
  {
    rule: "$type distinguishes the numeric types",
    docs: v(1, new Double(1), Long.fromNumber(1), Decimal128.fromString("1")),
    filter: { v: { $type: ["double", 18] } },
    matches: [1, 2],
  },
  {
    rule: "$type: number matches all numeric types",
    docs: v(1, new Double(1), Long.fromNumber(1), Decimal128.fromString("1"), "1"),
    filter: { v: { $type: "number" } },
    matches: [0, 1, 2, 3],
  },
  { rule: "$type: array", docs: v([1], 1, []), filter: { v: { $type: "array" } }, matches: [0, 2] },
  {
    rule: "a regular expression matches anywhere in a string",
    docs: v("abc", "xab", ["q", "ab"]),
    filter: { v: /ab/ },
    matches: [0, 1, 2],
  },
  {
    rule: "$regex with options",
    docs: v("ABC", "abc", "x"),
    filter: { v: { $regex: "^aB", $options: "i" } },
    matches: [0, 1],
  },
  {
    rule: "$ in a regular expression also matches before a final line feed, as in PCRE",
    docs: v("a\n", "a\nb"),
    filter: { v: /a$/ },
    matches: [0],
  },
  {
    rule: "a dot matches a line feed with the option s",
    docs: v("a\nb", "a b"),
    filter: { v: { $regex: "a.b", $options: "s" } },
    matches: [0, 1],
  },
  {
    rule: "a regular expression matches an equal one that is stored",
    docs: v(new BSONRegExp("^a"), "b"),
    filter: { v: new BSONRegExp("^a") },
    matches: [0],
  },
  {
    rule: "$or, $and, $nor",
    docs: v(1, 2, 3, 4),
    filter: { $or: [{ v: 1 }, { $and: [{ v: { $gt: 2 } }, { $nor: [{ v: 4 }] }] }] },
    matches: [0, 2],
  },
  {
    rule: "$expr compares fields",
    docs: [
      { a: 1, b: 2 },
      { a: 2, b: 1 },
    ],
    filter: { $expr: { $gt: ["$a", "$b"] } },
    matches: [1],
  },
  {
    rule: "$comment has no effect",
    docs: v(1, 2),
    filter: { v: { $eq: 1, $comment: "x" }, $comment: "y" },
    matches: [0],
  },
  {
    rule: "the bits beyond those of a long are copies of its sign",
    docs: v(5, -1, Long.MIN_VALUE, 2 ** 63),
    filter: { v: { $bitsAllSet: [2147483647] } },
    matches: [1, 2],
  },
  {
    rule: "$bitsAllSet",
    docs: v(5, 4, 7),
    filter: { v: { $bitsAllSet: [0, 2] } },
    matches: [0, 2],
  },
];

describe.each(["without", "with"])("%s an index", (how) => {
  test.each(RULES)("$rule", async ({ docs, filter, matches }) => {
    const c = await database.collection(docs.map((doc, _id) => ({ _id, ...doc })));
    if (how === "with")
      await c.createIndexes([{ key: { v: 1 } }, { key: { "v.b": 1 } }, { key: { "v.a": -1 } }]);
    expect(await ids(c, filter)).toEqual(matches);
    expect(await c.countDocuments(filter)).toBe(matches.length);
  });
});

describe("filters that MongoDB refuses", () => {
  let c: Collection<Document>;
  beforeAll(async () => {
    c = await database.collection([{ _id: 1, v: 1 }]);
  });
  test.each<[string, Document, number]>([
    ["an unknown operator", { v: { $nope: 1 } }, 2],
    ["an inherited name as an operator", { v: { $gt: 1, constructor: 2 } }, 2],
    ["an unknown type", { v: { $type: "nope" } }, 2],
    ["an inherited name as a type", { v: { $type: ["int", "constructor"] } }, 2],
    ["an unknown operator at the top", { $nope: 1 }, 2],
    ["an $in that is not an array", { v: { $in: 1 } }, 2],
    ["an empty $or", { $or: [] }, 2],
    ["operators mixed with fields", { v: { $gt: 1, b: 2 } }, 2],
    ["a $mod by zero", { v: { $mod: [0, 1] } }, 2],
    ["a bit position beyond 32 bits", { v: { $bitsAllSet: [2147483648] } }, 2],
    ["a $size below zero", { v: { $size: -1 } }, 9],
    ["an undefined variable", { $expr: { $eq: ["$v", "$$x"] } }, 17276],
    ["an unknown expression", { $expr: { $nope: 1 } }, 168],
    ["an invalid regular expression", { v: { $regex: "(" } }, 51091],
    ["an unknown regex option", { v: { $regex: "a", $options: "q" } }, 51108],
  ])("%s", async (_what, filter, code) => {
    await expectRefusal(c.find(filter).toArray(), code);
    await expectRefusal(c.countDocuments(filter), code);
    await expectRefusal(c.deleteMany(filter), code);
  });

  test.each<[string, Document]>([
    ["$where", { $where: "true" }],
    ["$text", { $text: { $search: "x" } }],
    ["$jsonSchema", { $jsonSchema: {} }],
    ["$near", { v: { $near: [0, 0] } }],
    ["$geoWithin", { v: { $geoWithin: {} } }],
  ])("%s is refused as not supported", async (_what, filter) => {
    await expectRefusal(c.find(filter).toArray(), 238);
  });
});

test("inherited properties of JavaScript objects count as missing fields", async () => {
  const c = await database.collection([{ _id: 1 }]);
  expect(await ids(c, { constructor: { $exists: true } })).toEqual([]);
  await c.updateOne({ _id: 1 as never }, { $set: { "__proto__.polluted": 1 } });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
