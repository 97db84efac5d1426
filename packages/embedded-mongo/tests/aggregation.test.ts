/** Pipelines: https://www.mongodb.com/docs/manual/reference/operator/aggregation-pipeline/ */
import type { Collection, Document } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();
let posts: Collection<Document>;
let authors: Collection<Document>;

beforeAll(async () => {
  authors = await database.collection([
    { _id: "ann", name: "Ann", teams: ["red", "blue"] },
    { _id: "bob", name: "Bob", teams: [] },
  ]);
  posts = await database.collection([
    { _id: 1, by: "ann", n: 5, tags: ["a", "b"], at: new Date("2024-01-01T00:00:00Z") },
    { _id: 2, by: "bob", n: 3, tags: ["a"], at: new Date("2024-01-08T12:00:00Z") },
    { _id: 3, by: "ann", n: 8, tags: [], at: new Date("2024-02-01T00:00:00Z") },
    { _id: 4, by: null, n: 1, at: new Date("2024-02-29T23:59:59Z") },
  ]);
});

const run = (pipeline: Document[], options?: Document) =>
  posts.aggregate(pipeline, options).toArray();

describe("stages", () => {
  test("$group groups by a key and treats null and missing alike", async () => {
    const groups = await run([
      {
        $group: {
          _id: "$by",
          n: { $sum: "$n" },
          avg: { $avg: "$n" },
          first: { $first: "$_id" },
          all: { $push: "$n" },
          most: { $max: "$n" },
          count: { $count: {} },
        },
      },
      { $sort: { _id: 1 } },
    ]);
    expect(groups).toEqual([
      { _id: null, n: 1, avg: 1, first: 4, all: [1], most: 1, count: 1 },
      { _id: "ann", n: 13, avg: 6.5, first: 1, all: [5, 8], most: 8, count: 2 },
      { _id: "bob", n: 3, avg: 3, first: 2, all: [3], most: 3, count: 1 },
    ]);
  });

  test("$group treats equal numbers of different types as one key, and documents with another field order as another", async () => {
    const c = await database.collection([
      { k: 1 },
      { k: 1.0 },
      { k: { a: 1, b: 2 } },
      { k: { b: 2, a: 1 } },
    ]);
    expect(await c.aggregate([{ $group: { _id: "$k" } }]).toArray()).toHaveLength(3);
  });

  test("$unwind yields a document for each element", async () => {
    expect(await run([{ $unwind: "$tags" }, { $project: { tags: 1 } }])).toEqual([
      { _id: 1, tags: "a" },
      { _id: 1, tags: "b" },
      { _id: 2, tags: "a" },
    ]);
    const all = await run([
      { $unwind: { path: "$tags", preserveNullAndEmptyArrays: true, includeArrayIndex: "i" } },
      { $project: { tags: 1, i: 1 } },
    ]);
    expect(all.slice(3)).toEqual([
      { _id: 3, i: null },
      { _id: 4, i: null },
    ]);
  });

  test("$lookup joins by equality", async () => {
    const joined = await run([
      {
        $lookup: {
          from: authors.collectionName,
          localField: "by",
          foreignField: "_id",
          as: "author",
        },
      },
      { $project: { author: "$author.name" } },
    ]);
    expect(joined.map(({ author }) => author)).toEqual([["Ann"], ["Bob"], ["Ann"], []]);
  });

  test("$project includes, excludes and computes fields", async () => {
    expect(
      await run([{ $limit: 1 }, { $project: { n: 1, twice: { $multiply: ["$n", 2] }, _id: 0 } }]),
    ).toEqual([{ n: 5, twice: 10 }]);
    expect(await run([{ $limit: 1 }, { $project: { tags: 0, at: 0 } }])).toEqual([
      { _id: 1, by: "ann", n: 5 },
    ]);
    await expectRefusal(run([{ $project: { a: 1, b: 0 } }]), 31254);
    await expectRefusal(run([{ $project: { a: 1, "a.b": 1 } }]), 31249);
  });

  test("$addFields sets, nests and removes fields", async () => {
    const [doc] = await run([
      { $limit: 1 },
      { $addFields: { "x.y": "$n", by: "$$REMOVE", n: { $literal: "$n" } } },
      { $unset: ["at", "tags"] },
    ]);
    expect(doc).toEqual({ _id: 1, n: "$n", x: { y: 5 } });
  });

  test("$replaceWith, $skip and $count work", async () => {
    expect(
      await run([{ $sort: { _id: 1 } }, { $skip: 3 }, { $replaceWith: { was: "$n" } }]),
    ).toEqual([{ was: 1 }]);
    expect(await run([{ $match: { n: { $gt: 100 } } }, { $count: "n" }])).toEqual([]);
  });

  test("an empty collection has no groups, a count of 0 and no distinct values", async () => {
    const c = await database.collection();
    expect(await c.aggregate([{ $group: { _id: null, n: { $sum: 1 } } }]).toArray()).toEqual([]);
    expect(await c.countDocuments()).toBe(0);
    expect(await c.distinct("a")).toEqual([]);
  });

  test("$match and $sort use fields that an earlier stage has computed", async () => {
    expect(
      await run([
        { $project: { half: { $divide: ["$n", 2] } } },
        { $match: { half: { $gte: 1.5 } } },
        { $sort: { half: -1 } },
        { $limit: 2 },
      ]),
    ).toEqual([
      { _id: 3, half: 4 },
      { _id: 1, half: 2.5 },
    ]);
  });
});

test("$group reads every field that it refers to, by a path or in another way", async () => {
  const whole = { $push: "$$ROOT" };
  const expected = (await posts.find({ n: { $gt: 4 } }).toArray()) as unknown[];
  const group = (fields: Document) =>
    run([{ $match: { n: { $gt: 4 } } }, { $group: { _id: null, ...fields } }]);
  expect(await group({ whole })).toEqual([{ _id: null, whole: expected }]);
  expect(await group({ tags: { $push: { $size: "$tags" } }, by: { $first: "$by" } })).toEqual([
    { _id: null, tags: [2, 0], by: "ann" },
  ]);
});

test("find supports projections with $slice, $elemMatch, positions and paths through arrays", async () => {
  const c = await database.collection([
    {
      _id: 1,
      a: [
        { x: 1, y: 1 },
        { x: 2, y: 2 },
        { x: 2, y: 3 },
      ],
      b: 5,
    },
  ]);
  const project = async (projection: Document, filter: Document = {}) =>
    c.findOne(filter, { projection });
  expect(await project({ a: { $slice: -1 } })).toEqual({ _id: 1, a: [{ x: 2, y: 3 }], b: 5 });
  expect(await project({ a: { $elemMatch: { x: 2 } } })).toEqual({ _id: 1, a: [{ x: 2, y: 2 }] });
  expect(await project({ "a.$": 1 }, { "a.x": 2 })).toEqual({ _id: 1, a: [{ x: 2, y: 2 }] });
  expect(await project({ "a.y": 1, _id: 0 })).toEqual({ a: [{ y: 1 }, { y: 2 }, { y: 3 }] });
  expect(await project({ a: 0 })).toEqual({ _id: 1, b: 5 });
  expect(await project({ b: 1, six: { $add: ["$b", 1] } })).toEqual({ _id: 1, b: 5, six: 6 });
});

test("a positional projection finds its position when an index alone answers the filter, and is refused without one", async () => {
  const c = await database.collection([{ _id: 1, a: [5, 6, 7], b: 1 }]);
  await c.createIndex({ a: 1 });
  expect(await c.findOne({ a: 6 }, { projection: { "a.$": 1 } })).toEqual({ _id: 1, a: [6] });
  await expectRefusal(c.find({ b: 1 }, { projection: { "a.$": 1 } }).toArray(), 51246);
});

test("distinct returns the elements of arrays", async () => {
  expect(await posts.distinct("tags")).toEqual(["a", "b"]);
  expect(await posts.distinct("by", { n: { $gt: 2 } })).toEqual(["ann", "bob"]);
});
