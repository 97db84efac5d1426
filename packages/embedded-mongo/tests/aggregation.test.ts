/** Pipelines: https://www.mongodb.com/docs/manual/reference/operator/aggregation-pipeline/ */
import type { Collection, Document } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();
let posts: Collection<Document>;
let authors: Collection<Document>;

beforeAll(async () => {
  authors = await database.collection([
    { _id: "ann", name: "Ann" },
    { _id: "bob", name: "Bob" },
  ]);
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
  avg: { $avg: "$n" },
  first: { $first: "$_id" },
  all: { $push: "$n" },
  most: { $max: "$n" },
  count: { $count: {} },
};
const twice = { $multiply: ["$n", 2] };
const numbered = { path: "$n", includeArrayIndex: "i" };

test.each<[what: string, pipeline: Document[], result: Document[]]>([
  [
    "$group",
    [{ $group: { _id: "$by", ...ALL } }, { $sort: { _id: 1 } }],
    [
      { _id: null, n: 1, avg: 1, first: 4, all: [1], most: 1, count: 1 },
      { _id: "ann", n: 13, avg: 6.5, first: 1, all: [5, 8], most: 8, count: 2 },
      { _id: "bob", n: 3, avg: 3, first: 2, all: [3], most: 3, count: 1 },
    ],
  ],
  [
    "$unwind",
    [{ $match: { _id: { $lt: 3 } } }, { $unwind: "$tags" }, { $project: { tags: 1 } }],
    [
      { _id: 1, tags: "a" },
      { _id: 1, tags: "b" },
      { _id: 2, tags: "a" },
    ],
  ],
  [
    "$unwind that preserves documents without elements",
    [
      { $unwind: { path: "$tags", preserveNullAndEmptyArrays: true, includeArrayIndex: "i" } },
      { $project: { tags: 1, i: 1 } },
      { $skip: 3 },
    ],
    [
      { _id: 3, i: null },
      { _id: 4, i: null },
    ],
  ],
  [
    "$unwind of values that are in no array, and a $last that is missing",
    [{ $unwind: numbered }, { $group: { _id: "$i", t: { $last: "$tags" } } }],
    [{ _id: null, t: null }],
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

test("$lookup joins by equality, and null only if there is no value at the local path", async () => {
  const join = (from: Collection, localField: string, foreignField: string) => ({
    $lookup: { from: from.collectionName, localField, foreignField, as: "found" },
  });
  const joined = await run(join(authors, "by", "_id"));
  expect(joined.map(({ found }) => found.map(({ name }: Document) => name))).toEqual([
    ...[["Ann"], ["Bob"], ["Ann"], []],
  ]);
  const foreign = await database.collection([{ _id: 1, k: 1 }, { _id: 2, k: null }, { _id: 3 }]);
  const local = await database.collection([
    { _id: 1, a: [{ b: 1 }, {}] },
    { _id: 2, a: [{}, 5] },
    { _id: 3, a: [{ b: [] }] },
    { _id: 4, a: [{ b: null }, { b: 1 }] },
  ]);
  const all = await local.aggregate([join(foreign, "a.b", "k")]).toArray();
  expect(all.map(({ found }) => found.map(({ _id }: Document) => _id))).toEqual([
    ...[[1], [2, 3], [2, 3], [1, 2, 3]],
  ]);
});

test("$unwind goes through documents only", async () => {
  const c = await database.collection([
    { _id: 1, a: [{ b: [1] }] },
    { _id: 2, a: { b: [2] } },
  ] as Document[]);
  expect(await c.aggregate([{ $unwind: "$a.b" }]).toArray()).toEqual([{ _id: 2, a: { b: 2 } }]);
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

test("find projects the first element that $elemMatch matches", async () => {
  const c = await database.collection([{ _id: 1, t: [{ b: [1, 2] }, { b: [3, 4] }], a: 1 }]);
  const projection = { t: { $elemMatch: { b: 3 } }, a: 1 };
  expect(await c.findOne({}, { projection })).toEqual({ _id: 1, a: 1, t: [{ b: [3, 4] }] });
});
