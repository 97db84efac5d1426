/**
 * What filters match: https://www.mongodb.com/docs/manual/reference/operator/query/. Integers, strings, null, arrays and
 * documents are covered by `random-paths.test.ts`; these are the other types, and what that file's rules leave out.
 */
import { BSONRegExp, DBRef, Double, Long, type Document } from "mongodb";
import { describe, expect, test } from "vitest";
import { ids, useDatabase } from "./helpers/database";

const database = useDatabase();

const RULES: [rule: string, values: unknown[], condition: unknown, matches: number[]][] = [
  ["a comparison matches its type only", [5, "5", new Date(5), true, null], { $gt: 1 }, [0]],
  ["$gte null matches null and missing", [null, undefined, 0], { $gte: null }, [0, 1]],
  ["$lt does not match NaN", [NaN, 1], { $lt: 5 }, [1]],
  ["an array matches as a whole", [[1, 2], [[1, 2]], [2, 1]], [1, 2], [0, 1]],
  ["different elements meet two bounds", [[1, 10], [5], [1]], { $gt: 4, $lt: 6 }, [0, 1]],
  ["$in takes regular expressions", ["abc", "xbc", 3], { $in: [/^a/, 3] }, [0, 2]],
  ["$not takes a regular expression", ["abc", "x", undefined], { $not: /^a/ }, [1, 2]],
  ["$all of nothing", [[1], []], { $all: [] }, []],
  ["$type double and long", [1, new Double(1), Long.ONE], { $type: ["double", 18] }, [1, 2]],
  ["$type number", [1, Long.ONE, "1"], { $type: "number" }, [0, 1]],
  ["$regex with options", ["ABC", "abc", "x"], { $regex: "^aB", $options: "i" }, [0, 1]],
  ["$ matches before a final line feed", ["a\n", "a\nb"], /a$/, [0]],
  ["a stored pattern", [new BSONRegExp("^a"), "b"], new BSONRegExp("^a"), [0]],
  ["$comment has no effect", [1, 2], { $eq: 1, $comment: "x" }, [0]],
  ["a DBRef is a value", [new DBRef("x", 5 as never), 5], { $ref: "x", $id: 5 }, [0]],
  ["$elemMatch of a DBRef", [[new DBRef("x", 5 as never)], [5]], { $elemMatch: { $id: 5 } }, [0]],
];

describe.each(["without", "with"])("%s an index", (how) => {
  test.each(RULES)("%s", async (_rule, values, condition, matches) => {
    const c = await database.collection(
      values.map((v, _id): Document => (v === undefined ? { _id } : { _id, v })),
    );
    if (how === "with") await c.createIndex({ v: 1 });
    expect(await ids(c, { v: condition })).toEqual(matches);
    expect(await c.countDocuments({ v: condition as never })).toBe(matches.length);
  });
});

test("inherited properties of JavaScript objects count as missing fields", async () => {
  const c = await database.collection([{ _id: 1 }]);
  expect(await ids(c, { constructor: { $exists: true } })).toEqual([]);
  await c.updateOne({ _id: 1 as never }, { $set: { "__proto__.polluted": 1 } });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
