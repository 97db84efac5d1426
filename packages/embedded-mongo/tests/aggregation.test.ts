/** Pipelines: https://www.mongodb.com/docs/manual/reference/operator/aggregation-pipeline/ */
import type { Collection, Document } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();
let posts: Collection<Document>;

beforeAll(async () => {
  posts = await database.collection([
    { _id: 1, by: "ann", n: 5, tags: ["a", "b"] },
    { _id: 2, by: "bob", n: 3, tags: ["a"] },
    { _id: 3, by: "ann", n: 8, tags: [] },
    { _id: 4, by: null, n: 1 },
  ]);
});

const run = (...pipeline: Document[]) => posts.aggregate(pipeline).toArray();

const ALL = {
  n: { $sum: "$n" },
  all: { $push: "$n" },
  most: { $max: "$n" },
  count: { $count: {} },
};
const twice = { $multiply: ["$n", 2] };

test.each<[what: string, pipeline: Document[], result: Document[]]>([
  [
    "$group",
    [{ $group: { _id: "$by", ...ALL } }, { $sort: { _id: 1 } }],
    [
      { _id: null, n: 1, all: [1], most: 1, count: 1 },
      { _id: "ann", n: 13, all: [5, 8], most: 8, count: 2 },
      { _id: "bob", n: 3, all: [3], most: 3, count: 1 },
    ],
  ],
  [
    "$project that computes",
    [{ $limit: 1 }, { $project: { n: 1, twice, _id: 0 } }],
    [{ n: 5, twice: 10 }],
  ],
  [
    "$project that excludes",
    [{ $limit: 1 }, { $project: { tags: 0 } }],
    [{ _id: 1, by: "ann", n: 5 }],
  ],
  [
    "$addFields that sets, nests and removes",
    [
      { $limit: 1 },
      { $addFields: { "x.y": "$n", by: "$$REMOVE", n: { $literal: "$n" } } },
      { $unset: "tags" },
    ],
    [{ _id: 1, n: "$n", x: { y: 5 } }],
  ],
  [
    "$replaceWith",
    [{ $sort: { _id: -1 } }, { $limit: 1 }, { $replaceWith: { was: "$n" } }],
    [{ was: 1 }],
  ],
  ["$count of nothing", [{ $match: { n: { $gt: 100 } } }, { $count: "n" }], []],
])("%s", async (_what, pipeline, result) => {
  expect(await run(...pipeline)).toEqual(result);
});

test("$group treats equal numbers of different types as one key, and documents with another field order as another", async () => {
  const keys = [1, 1.0, { a: 1, b: 2 }, { b: 2, a: 1 }];
  const c = await database.collection(keys.map((k) => ({ k })));
  expect(await c.aggregate([{ $group: { _id: "$k" } }]).toArray()).toHaveLength(3);
});

test("a sort through two arrays is an error, also if both were computed from one field", async () => {
  const c = await database.collection([{ a: [1, 2], b: [1] }]);
  await expectRefusal(c.find().sort({ a: 1, b: 1 }).toArray(), 2);
  const pipeline = [{ $project: { x: "$a", y: "$a" } }, { $sort: { x: 1, y: 1 } }] as Document[];
  await expectRefusal(c.aggregate(pipeline).toArray(), 2);
});

test("distinct returns each element of arrays once, up to the size of a reply", async () => {
  expect(await posts.distinct("tags")).toEqual(["a", "b"]);
  expect(await posts.distinct("by", { n: { $gt: 2 } })).toEqual(["ann", "bob"]);
  const c = await database.collection();
  expect(await c.distinct("a")).toEqual([]);
  for (const _id of [1, 2]) await c.insertOne({ _id: _id as never, s: `${_id}`.repeat(8_388_000) });
  expect(await c.distinct("s", { _id: 1 as never })).toHaveLength(1);
  await expectRefusal(c.distinct("s"), 17217);
});

const NESTED = [1, { x: 1, b: 0 }, [2, { b: 3 }, [{ b: 4, y: 1 }]]];
const DEEP = [{ n: 7 }, { n: 7 }, [{ n: 7 }, { n: 7 }, [{ n: 7 }]]];

test.each<[spec: Document, before: Document, after: Document]>([
  [{ "a.n": "$c" }, { a: NESTED, c: 7 }, { a: DEEP }],
  [
    { "a.n": "$c", z: 1 },
    { a: 5, c: 7, z: 1 },
    { a: { n: 7 }, z: 1 },
  ],
  [{ "a.n": "$c" }, { c: 7 }, { a: { n: 7 } }],
  [{ "a.b": 1 }, { a: NESTED }, { a: [{ b: 0 }, [{ b: 3 }, [{ b: 4 }]]] }],
  [{ "a.b": 0 }, { a: NESTED }, { a: [1, { x: 1 }, [2, {}, [{ y: 1 }]]] }],
  [{ _id: 1, a: 0 }, { a: 5, b: 6 }, { b: 6 }],
])("find and $project give the same result for %j", async (spec, before, after) => {
  const c = await database.collection([{ _id: 1, ...before }]);
  const expected = JSON.stringify({ _id: 1, ...after });
  expect(JSON.stringify(await c.findOne({}, { projection: spec }))).toBe(expected);
  expect(JSON.stringify((await c.aggregate([{ $project: spec }]).toArray())[0])).toBe(expected);
});
