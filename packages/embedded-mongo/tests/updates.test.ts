/** What updates do: https://www.mongodb.com/docs/manual/reference/operator/update/ */
import { Double, Long, Timestamp, type Document } from "mongodb";
import { describe, expect, test } from "vitest";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();

/** The fields of a document after an update. */
async function after(
  before: Document,
  update: Document,
  options: Document = {},
): Promise<Document> {
  const c = await database.collection([{ _id: 1, ...before }]);
  await c.updateOne(options.filter ?? { _id: 1 }, update, options);
  const { _id, ...rest } = (await c.findOne())!;
  expect(_id).toBe(1);
  return rest;
}

describe("operators", () => {
  test.each<[rule: string, before: Document, update: Document, after: Document]>([
    ["$rename moves a field", { a: 1, b: 2 }, { $rename: { a: "c.d" } }, { b: 2, c: { d: 1 } }],
    [
      "$push with $each, $sort and $slice sorts, then limits",
      { a: [5, 1] },
      { $push: { a: { $each: [4, 2], $sort: 1, $slice: 3 } } },
      { a: [1, 2, 4] },
    ],
    [
      "$push inserts at $position",
      { a: [1, 4] },
      { $push: { a: { $each: [2, 3], $position: 1 } } },
      { a: [1, 2, 3, 4] },
    ],
    [
      "$push sorts documents by a field",
      { a: [{ n: 2 }] },
      { $push: { a: { $each: [{ n: 1 }], $sort: { n: 1 } } } },
      { a: [{ n: 1 }, { n: 2 }] },
    ],
    [
      "$push with a negative $slice keeps the last elements",
      { a: [1, 2] },
      { $push: { a: { $each: [3], $slice: -2 } } },
      { a: [2, 3] },
    ],
    [
      "$addToSet adds values that are not in the array",
      { a: [1, 2] },
      { $addToSet: { a: { $each: [2, 3, 3] } } },
      { a: [1, 2, 3] },
    ],
    [
      "$addToSet treats documents with another field order as different",
      { a: [{ x: 1, y: 2 }] },
      { $addToSet: { a: { y: 2, x: 1 } } },
      {
        a: [
          { x: 1, y: 2 },
          { y: 2, x: 1 },
        ],
      },
    ],
    [
      "$pull removes values that meet conditions",
      { a: [1, 5, 9] },
      { $pull: { a: { $gte: 5 } } },
      { a: [1] },
    ],
    [
      "$pull removes documents that match",
      { a: [{ n: 1, x: 1 }, { n: 2 }] },
      { $pull: { a: { n: 1 } } },
      { a: [{ n: 2 }] },
    ],
    [
      "$pullAll removes all listed values",
      { a: [1, 2, 3] },
      { $pullAll: { a: [1, 3] } },
      { a: [2] },
    ],
    ["$bit", { a: 13 }, { $bit: { a: { and: 10 } } }, { a: 8 }],
    [
      "several operators apply at once",
      { a: 1, b: [1] },
      { $inc: { a: 1 }, $push: { b: 2 }, $set: { c: 3 } },
      { a: 2, b: [1, 2], c: 3 },
    ],
    ["an operator without fields does nothing", { a: 1 }, { $set: {} }, { a: 1 }],
  ])("%s", async (_rule, before, update, expected) => {
    const result = await after(before, update);
    expect(JSON.stringify(result)).toBe(JSON.stringify(expected));
  });

  test("$currentDate sets the time, or a timestamp", async () => {
    const { d, t } = await after({}, { $currentDate: { d: true, t: { $type: "timestamp" } } });
    expect(Date.now() - d.getTime()).toBeLessThan(5000);
    expect(t).toBeInstanceOf(Timestamp);
  });

  test("$inc keeps numeric types: longs beyond 2^53 are exact", async () => {
    const c = await database.collection([
      {
        _id: 1,
        long: Long.fromString("9007199254740993"),
        int: 2147483647,
      },
    ]);
    await c.updateOne({}, { $inc: { long: 1, int: 1 } });
    const found = await c.findOne({}, { promoteValues: false });
    expect(String(found!.long)).toBe("9007199254740994");
    expect(found!.int).toBeInstanceOf(Long);
    expect(String(found!.int)).toBe("2147483648");
  });

  test("$inc of a double by a fraction gives a double even if the sum is integral", async () => {
    const c = await database.collection([{ _id: 1, v: 4.5 }]);
    await c.updateOne({}, { $inc: { v: 0.5 } });
    expect(await c.findOne({ v: { $type: "double" } })).not.toBeNull();
    expect((await c.findOne({}, { promoteValues: false }))!.v).toBeInstanceOf(Double);
  });

  test("an update that changes nothing counts as matched, not as modified", async () => {
    const c = await database.collection([{ _id: 1, a: 1 }]);
    const result = await c.updateOne({ _id: 1 as never }, { $set: { a: 1 } });
    expect([result.matchedCount, result.modifiedCount]).toEqual([1, 0]);
  });

  test("updateMany updates each document once, even if the update moves it forward in the index being read", async () => {
    const c = await database.collection(
      Array.from({ length: 500 }, (_, i) => ({ _id: i, n: i + 1 })),
    );
    await c.createIndex({ n: 1 });
    const result = await c.updateMany({ n: { $gt: 0 } }, { $inc: { n: 1000 } });
    expect(result.modifiedCount).toBe(500);
    expect(await c.countDocuments({ n: { $gt: 2000 } })).toBe(0);
  });
});

describe("positions in arrays", () => {
  test("$ selects the first element that the filter matched", async () => {
    const c = await database.collection([{ _id: 1, a: [{ n: 1 }, { n: 2 }, { n: 2 }] }]);
    await c.updateOne({ "a.n": 2 }, { $set: { "a.$.hit": true } });
    expect((await c.findOne())!.a).toEqual([{ n: 1 }, { n: 2, hit: true }, { n: 2 }]);
  });

  test("$ works when an index alone answers the filter", async () => {
    const c = await database.collection([{ _id: 1, a: [5, 6, 7] }]);
    await c.createIndex({ a: 1 });
    await c.updateOne({ a: 6 }, { $set: { "a.$": 0 } });
    expect((await c.findOne())!.a).toEqual([5, 0, 7]);
  });

  test("$ selects the element that $elemMatch matched", async () => {
    const c = await database.collection([
      {
        _id: 1,
        a: [
          { x: 1, y: 1 },
          { x: 1, y: 2 },
        ],
      },
    ]);
    await c.updateOne({ a: { $elemMatch: { x: 1, y: 2 } } }, { $inc: { "a.$.y": 10 } });
    expect((await c.findOne())!.a[1]).toEqual({ x: 1, y: 12 });
  });

  test.each<[rule: string, before: Document, update: Document, options: Document, after: unknown]>([
    [
      "array filters see the elements as they were before the update",
      { a: [{ x: 1, y: 1 }] },
      { $set: { "a.$[].x": 2 }, $inc: { "a.$[j].y": 3 } },
      { arrayFilters: [{ "j.x": 1 }] },
      [{ x: 2, y: 4 }],
    ],
    [
      "array filters of inner arrays see them as they were, too",
      { a: [{ b: [1, 5] }] },
      { $inc: { "a.$[].b.$[i]": 10, "a.$[k].b.$[j]": 100 } },
      { arrayFilters: [{ i: { $lt: 5 } }, { j: { $gte: 5 } }, { "k.b": 1 }] },
      [{ b: [11, 105] }],
    ],
    [
      "an element that an array filter selects may be unset",
      { a: [{ x: 1, y: 1 }, { x: 2 }] },
      { $unset: { "a.$[i].x": "" }, $set: { "a.$[j].z": 3 } },
      { arrayFilters: [{ "i.x": 1 }, { "j.x": 1 }] },
      [{ y: 1, z: 3 }, { x: 2 }],
    ],
    [
      "two array filters may select different elements",
      { a: [1, 2] },
      { $set: { "a.$[i]": 3, "a.$[j]": 4 } },
      { arrayFilters: [{ i: 1 }, { j: 2 }] },
      [3, 4],
    ],
    [
      "$ and an index may select different fields of one element",
      { a: [{ x: 1, y: 1 }] },
      { $set: { "a.$.x": 2, "a.0.y": 3 } },
      { filter: { "a.x": 1 } },
      [{ x: 2, y: 3 }],
    ],
    [
      "$ and an index may select different elements",
      { a: [1, 2] },
      { $set: { "a.$": 5, "a.0": 6 } },
      { filter: { a: 2 } },
      [6, 5],
    ],
  ])("%s", async (_rule, before, update, options, expected) => {
    expect((await after(before, update, options)).a).toEqual(expected);
  });

  test.each<[rule: string, update: Document, options?: Document]>([
    ["$[] and an index", { $inc: { "n.$[].x": 1, "n.0.x": 1 } }],
    ["an index and $[]", { $inc: { "n.0.x": 1, "n.$[].y": 1 } }],
    [
      "$ and $[name]",
      { $set: { "n.$.x": 2 }, $inc: { "n.$[j].y": 3 } },
      { arrayFilters: [{ j: 1 }] },
    ],
    ["a name and $[] within $[]", { $set: { "n.$[].x.y": 1, "n.$[].x.$[]": 1 } }],
    ["$[] twice", { $set: { "n.$[].x": 1 }, $inc: { "n.$[].x": 1 } }],
    ["$[] and a path below it", { $set: { "n.$[]": 1, "n.$[].x": 1 } }],
    [
      "two array filters that select one element",
      { $set: { "n.$[i]": 2, "n.$[j]": 3 } },
      { arrayFilters: [{ "i.x": 1 }, { "j.x": 1 }] },
    ],
    [
      "$[] and an array filter, which select one element",
      { $set: { "n.$[].x": 2 }, $inc: { "n.$[i].x": 3 } },
      { arrayFilters: [{ "i.x": 1 }] },
    ],
    [
      "a path and one below it in one element",
      { $set: { "n.$[].x": 2, "n.$[i].x.y": 3 } },
      { arrayFilters: [{ "i.x": 1 }] },
    ],
    [
      "inner array filters of two that select one element, even if they select nothing",
      { $set: { "n.$[i].a.$[k]": 2, "n.$[].a.$[k]": 3 } },
      { arrayFilters: [{ "i.x": 1 }, { k: 9 }] },
    ],
    ["$ and its index", { $set: { "n.$.x": 5, "n.0.x": 6 } }, { filter: { "n.x": 1 } }],
    ["$ and a path below its index", { $set: { "n.$": 5, "n.0.x": 6 } }, { filter: { "n.x": 1 } }],
  ])("%s conflict", async (_rule, update, options = {}) => {
    const before = { n: [{ x: 1, a: [1] }] };
    await expectRefusal(after(before, update, options), 40);
  });
});

describe("updates by a pipeline", () => {
  test("pass the result of each stage to the next", async () => {
    const c = await database.collection([
      { _id: 1, up: 8, down: 2, at: new Date(1_700_000_000_000) },
    ]);
    await c.updateOne({ _id: 1 as never }, [
      { $set: { up: { $add: ["$up", 2] } } },
      {
        $set: {
          score: { $subtract: ["$up", "$down"] },
          log: { $log10: { $max: [{ $abs: "$up" }, 1] } },
        },
      },
      { $set: { hot: { $add: ["$log", { $divide: [{ $toLong: "$at" }, 45_000_000] }] } } },
      { $unset: "down" },
    ]);
    const { hot, ...rest } = (await c.findOne())!;
    expect(rest).toEqual({ _id: 1, up: 10, score: 8, log: 1, at: new Date(1_700_000_000_000) });
    expect(hot).toBeCloseTo(1 + 1_700_000_000_000 / 45_000_000, 9);
  });

  test("support $$NOW, $cond, $min and differences of dates", async () => {
    const before = new Date(Date.now() - 60_000);
    const c = await database.collection([{ _id: 1, at: before, n: 3 }]);
    await c.updateOne({}, [
      {
        $set: {
          age: { $subtract: ["$$NOW", "$at"] },
          kind: { $cond: [{ $gt: ["$n", 2] }, "many", { $literal: "$few" }] },
          least: { $min: ["$n", 10] },
        },
      },
    ]);
    const { age, ...rest } = (await c.findOne())!;
    expect(rest).toEqual({ _id: 1, at: before, n: 3, kind: "many", least: 3 });
    expect(age).toBeGreaterThanOrEqual(60_000);
    expect(age).toBeLessThan(70_000);
  });

  test("may set _id to its current value, and may omit it from a new root", async () => {
    const c = await database.collection([{ _id: 1, t: { v: 2 } }]);
    await c.updateOne({}, [{ $set: { _id: 1, x: 1 } }]);
    await c.updateOne({}, [{ $replaceWith: "$t" }]);
    expect(await c.findOne()).toEqual({ _id: 1, v: 2 });
  });
});

describe("replacement", () => {
  test("keeps the _id and nothing else", async () => {
    const c = await database.collection([{ _id: 1, a: 1 }]);
    await c.replaceOne({ a: 1 }, { b: 2 });
    expect(await c.findOne()).toEqual({ _id: 1, b: 2 });
  });
});

describe("upserts", () => {
  test.each<[rule: string, filter: Document, update: Document | Document[], made: Document]>([
    [
      "insert the equality conditions of the filter",
      { a: 1, "b.c": 2, d: { $gt: 5 }, e: { $eq: 3 }, _id: 9 },
      { $set: { x: 1 } },
      { _id: 9, a: 1, b: { c: 2 }, e: 3, x: 1 },
    ],
    [
      "insert the equality conditions within $and",
      { $and: [{ a: 1 }, { _id: 9 }] },
      { $inc: { n: 2 } },
      { _id: 9, a: 1, n: 2 },
    ],
    ["insert an $in of one value", { _id: { $in: [9] } }, { $set: { x: 1 } }, { _id: 9, x: 1 }],
    [
      "insert nothing from an $or of several alternatives",
      { $or: [{ a: 1 }, { a: 2 }], _id: 9 },
      { $set: { x: 1 } },
      { _id: 9, x: 1 },
    ],
    [
      "apply $setOnInsert",
      { _id: 9 },
      { $set: { x: 1 }, $setOnInsert: { y: 2 } },
      { _id: 9, x: 1, y: 2 },
    ],
    ["may set the _id by $setOnInsert", { a: 1 }, { $setOnInsert: { _id: 9 } }, { _id: 9, a: 1 }],
    [
      "apply a pipeline",
      { _id: 9, a: 1 },
      [{ $set: { b: { $add: ["$a", 1] } } }],
      { _id: 9, a: 1, b: 2 },
    ],
  ])("%s", async (_rule, filter, update, made) => {
    const c = await database.collection();
    const result = await c.updateOne(filter, update as Document, { upsert: true });
    expect(result.upsertedId).toBe(9);
    expect(result.matchedCount).toBe(0);
    expect(await c.findOne()).toEqual(made);
  });

  test("by a replacement insert only the _id of the filter", async () => {
    const c = await database.collection();
    await c.replaceOne({ _id: 9 as never, a: 1 }, { b: 2 }, { upsert: true });
    expect(await c.findOne()).toEqual({ _id: 9, b: 2 });
  });

  test("do not apply $setOnInsert to an existing document", async () => {
    const c = await database.collection([{ _id: 1 }]);
    await c.updateOne({ _id: 1 as never }, { $setOnInsert: { a: 1 } }, { upsert: true });
    expect(await c.findOne()).toEqual({ _id: 1 });
  });

  test("may set a top-level field with a dollar only when they insert", async () => {
    const c = await database.collection();
    const set = () => c.updateOne({ _id: 1 as never }, { $set: { $b: 1 } }, { upsert: true });
    await set();
    expect(await c.findOne({})).toEqual({ _id: 1, $b: 1 });
    await expect(set()).rejects.toMatchObject({ code: 52 });
    await c.updateOne({}, { $unset: { $b: "" } });
    expect(await c.findOne({})).toEqual({ _id: 1 });
  });

  test("that run concurrently with one key insert one document", async () => {
    const c = await database.collection();
    await Promise.all(
      Array.from({ length: 40 }, () =>
        c.updateOne({ key: "k" }, { $inc: { n: 1 } }, { upsert: true }),
      ),
    );
    const all = await c.find().toArray();
    expect(all.map(({ n }) => n)).toEqual([40]);
  });
});

describe("updates that MongoDB refuses", () => {
  test.each<[what: string, before: Document, update: Document, code: number]>([
    ["an unknown operator", {}, { $nope: { a: 1 } }, 9],
    ["an inherited name as an operator", {}, { $set: { a: 1 }, toString: { b: 1 } }, 9],
    ["an unknown operation of $bit", { a: 1 }, { $bit: { a: { not: 1 } } }, 2],
    ["an inherited name as an operation of $bit", { a: 1 }, { $bit: { a: { toString: 1 } } }, 2],
    ["an operator whose operand is not a document", {}, { $set: 5 }, 9],
    ["an empty segment of a path", {}, { $set: { "a..b": 1 } }, 56],
    ["a top-level field with a dollar", {}, { $set: { $b: 1 } }, 52],
    ["$rename to a top-level field with a dollar", { a: 1 }, { $rename: { a: "$b" } }, 52],
    ["a path of 256 segments", {}, { $unset: { [`a${".a".repeat(255)}`]: "" } }, 15],
    ["$rename to the same field", { a: 1 }, { $rename: { a: "a" } }, 2],
    ["$rename to a field within the source", { a: { b: 1 } }, { $rename: { a: "a.b" } }, 2],
    ["$rename to the document of the source", { a: { b: 1 } }, { $rename: { "a.b": "a" } }, 2],
    ["$rename from a path through a number", { a: 1 }, { $rename: { "a.b": "c" } }, 28],
    ["$rename from a name in an array", { a: [{ b: 1 }] }, { $rename: { "a.b": "c" } }, 28],
    ["$rename from an element of an array", { a: [{ b: 1 }] }, { $rename: { "a.0.b": "c" } }, 2],
    ["$rename to an element of an array", { a: 1, b: [1] }, { $rename: { a: "b.0" } }, 2],
    ["two positional operators in one path", { a: [{ b: [1] }] }, { $set: { "a.$.b.$": 1 } }, 2],
    ["$rename with a positional operator", { a: [{ b: 1 }] }, { $rename: { "a.$[].b": "c" } }, 2],
    ["an invalid identifier without its array filter", { a: [1] }, { $set: { "a.$[x-y]": 1 } }, 2],
    ["$inc by a string", { a: 1 }, { $inc: { a: "1" } }, 14],
    ["$inc beyond the longs", { a: Long.MAX_VALUE }, { $inc: { a: 1 } }, 2],
    ["$pop by anything but 1 and -1", { a: [1] }, { $pop: { a: 2 } }, 9],
    ["an unknown clause of $push", { a: [1] }, { $push: { a: { $each: [1], $nope: 1 } } }, 2],
    ["$[name] without its array filter", { a: [1] }, { $set: { "a.$[x]": 1 } }, 2],
    ["changing the _id", {}, { $set: { _id: 2 } }, 66],
    ["removing the _id", {}, { $unset: { _id: "" } }, 66],
    ["an element far beyond the end", { a: [] }, { $set: { "a.2000000": 1 } }, 2],
  ])("%s", async (_what, before, update, code) => {
    const c = await database.collection([{ _id: 1, ...before }]);
    await expectRefusal(c.updateOne({ _id: 1 as never }, update), code);
    await expectRefusal(c.findOneAndUpdate({ _id: 1 as never }, update), code);
    const { _id, ...rest } = (await c.findOne({}, { promoteLongs: false }))!;
    expect([_id, rest]).toEqual([1, before]);
  });

  test("an array filter that is unused, duplicate or has an invalid name", async () => {
    const c = await database.collection([{ _id: 1, a: [1] }]);
    const update = { $set: { "a.$[x]": 2 } };
    await expectRefusal(c.updateOne({}, update, { arrayFilters: [{ x: 1 }, { y: 1 }] }), 9);
    await expectRefusal(c.updateOne({}, update, { arrayFilters: [{ x: 1 }, { x: 2 }] }), 9);
    await expectRefusal(c.updateOne({}, update, { arrayFilters: [{ X: 1 }] }), 2);
  });

  test("a pipeline stage that is not allowed in updates", async () => {
    const c = await database.collection([{ _id: 1 }]);
    await expectRefusal(c.updateOne({}, [{ $match: {} }]), 72);
  });

  test("sort in updateOne, which MongoDB 7 does not support", async () => {
    const c = await database.collection([{ _id: 1 }]);
    const updates = [{ q: {}, u: { $set: { a: 1 } }, sort: { _id: -1 } }];
    const reply = await database.command({ update: c.collectionName, updates });
    expect(reply.writeErrors).toMatchObject([{ index: 0, code: 40415 }]);
  });
});
