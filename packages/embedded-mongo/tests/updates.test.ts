/** What updates do: https://www.mongodb.com/docs/manual/reference/operator/update/ */
import { DBRef, Double, Long, type Document } from "mongodb";
import { describe, expect, test } from "vitest";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();

const [XY, YX] = [
  { x: 1, y: 2 },
  { y: 2, x: 1 },
];

test.each<[operator: string, operand: unknown, before: unknown, after: unknown]>([
  ["$push", { $each: [4, 2], $slice: 3 }, [5, 1], [5, 1, 4]],
  ["$push", { $each: [3], $slice: -2 }, [1, 2], [2, 3]],
  ["$push", { $each: [3], $slice: 0 }, [1, 2], []],
  ["$addToSet", { $each: [2, 3, 3] }, [1, 2], [1, 2, 3]],
  ["$addToSet", YX, [XY], [XY, YX]],
  ["$pull", { $gt: 5 }, [[10], 1, 10, [1]], [1, [1]]],
  ["$pull", { $elemMatch: { $gt: 5 } }, [[10], 10], [10]],
  ["$pull", { x: 1 }, [XY, { x: 2 }, [XY]], [{ x: 2 }, [XY]]],
  ["$pull", { $or: [{ x: 1 }, { c: 1 }] }, [XY, { c: 2 }, 1], [{ c: 2 }, 1]],
  ["$pull", [10], [[10], 10, [[10]]], [10, [[10]]]],
  ["$set", { $b: 1 }, 1, { $b: 1 }],
  ["$min", 2, 3, 2],
  ["$inc", 2, undefined, 2],
])("%s %j of %j makes %j", async (operator, operand, before, after) => {
  const c = await database.collection([before === undefined ? { _id: 1 } : { _id: 1, a: before }]);
  await c.updateOne({ _id: 1 as never }, { [operator]: { a: operand } });
  expect(JSON.stringify(await c.findOne())).toBe(JSON.stringify({ _id: 1, a: after }));
});

test.each<[update: Document, before: Document, after: Document]>([
  [{ $inc: { a: 1 }, $push: { b: 2 }, $set: { c: 3 } }, { a: 1 }, { a: 2, b: [2], c: 3 }],
  [{ $set: {} }, { a: 1 }, { a: 1 }],
  [
    { $set: { "b.c": 1, "a.2": 1, "a.1.x": 2 } },
    { a: [] },
    { a: [null, { x: 2 }, 1], b: { c: 1 } },
  ],
  [{ $unset: { "a.0": "", "b.c": "" } }, { a: [1, 2], b: { c: 1 } }, { a: [null, 2], b: {} }],
  [{ $inc: { "a.$b.c": 2 } }, {}, { a: { $b: { c: 2 } } }],
  [{ $set: { "a.$ref": "x", "a.$id": 1 } }, {}, { a: new DBRef("x", 1 as never) }],
])("%j", async (update, before, after) => {
  const c = await database.collection([{ _id: 1, ...before }]);
  await c.updateOne({ _id: 1 as never }, update);
  expect(JSON.stringify(await c.findOne())).toBe(JSON.stringify({ _id: 1, ...after }));
});

test("$currentDate sets the time, the same for each field", async () => {
  const c = await database.collection([{ _id: 1 }]);
  await c.updateOne({}, { $currentDate: { d: true, "e.f": { $type: "date" } } } as object);
  const { d, e } = (await c.findOne()) as Document;
  expect(Date.now() - d.getTime()).toBeLessThan(5000);
  expect(e.f).toEqual(d);
});

test("$inc keeps numeric types: longs beyond 2^53 are exact, and an integral double stays a double", async () => {
  const long = Long.fromString("9007199254740993");
  const c = await database.collection([{ _id: 1, long, int: 2147483647, double: 4.5 }]);
  await c.updateOne({}, { $inc: { long: 1, int: 1, double: 0.5 } });
  const found = (await c.findOne({}, { promoteValues: false }))!;
  expect([found.long, found.int].map(String)).toEqual(["9007199254740994", "2147483648"]);
  expect(found.int).toBeInstanceOf(Long);
  expect(found.double).toBeInstanceOf(Double);
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

test("$ selects the first element that the filter matched, also if an index alone answers it", async () => {
  const c = await database.collection([{ _id: 1, a: [{ n: 1 }, { n: 2 }, { n: 2 }], b: [5, 6] }]);
  await c.updateOne({ "a.n": 2 }, { $set: { "a.$.hit": true } });
  await c.updateOne({ a: { $elemMatch: { n: 2, hit: null } } }, { $set: { "a.$.other": true } });
  await c.createIndex({ b: 1 });
  await c.updateOne({ b: 6 }, { $set: { "b.$": 0 } });
  expect(await c.findOne()).toEqual({
    _id: 1,
    a: [{ n: 1 }, { n: 2, hit: true }, { n: 2, other: true }],
    b: [5, 0],
  });
});

test("an update by a pipeline passes the result of each stage to the next", async () => {
  const at = new Date(1_700_000_000_000);
  const c = await database.collection([{ _id: 1, up: 8, down: 2, at }]);
  await c.updateOne({ _id: 1 as never }, [
    { $set: { up: { $add: ["$up", 2] } } },
    { $set: { score: { $subtract: ["$up", "$down"] }, log: { $log10: "$up" } } },
    { $set: { hot: { $add: ["$log", { $divide: [{ $toLong: "$at" }, 45_000_000] }] } } },
    { $unset: "down" },
  ]);
  const { hot, ...rest } = (await c.findOne())!;
  expect(rest).toEqual({ _id: 1, up: 10, score: 8, log: 1, at });
  expect(hot).toBeCloseTo(1 + 1_700_000_000_000 / 45_000_000, 9);
});

test("a pipeline may set _id to its current value, and may omit it, as a replacement may", async () => {
  const c = await database.collection([{ _id: 1, t: { v: 2 } }]);
  await c.updateOne({}, [{ $set: { _id: 1, x: 1 } }]);
  await c.updateOne({}, [{ $replaceWith: "$t" }]);
  expect(await c.findOne()).toEqual({ _id: 1, v: 2 });
  await c.replaceOne({ v: 2 }, { b: 2 });
  expect(await c.findOne()).toEqual({ _id: 1, b: 2 });
});

describe("an upsert", () => {
  const set = { $set: { x: 1 } };
  const sum = [{ $set: { b: { $add: ["$a", 1] } } }];
  test.each<[filter: Document, update: Document | Document[], made: Document]>([
    [{ a: 1, "b.c": 2, d: { $gt: 5 } }, set, { a: 1, b: { c: 2 }, x: 1 }],
    [{ $and: [{ a: { $eq: 1 } }, { b: { $in: [9] } }] }, set, { a: 1, b: 9, x: 1 }],
    [{ $or: [{ a: 1 }, { a: 2 }], b: { $in: [1, 2] } }, set, { x: 1 }],
    [{}, { ...set, $setOnInsert: { y: 2 } }, { x: 1, y: 2 }],
    [{ a: 1 }, sum, { a: 1, b: 2 }],
  ])("by %j with %j inserts %j", async (filter, update, made) => {
    const c = await database.collection();
    const given = { _id: 9 as never, ...filter };
    const result = await c.updateOne(given, update as Document, { upsert: true });
    expect([result.upsertedId, result.matchedCount]).toEqual([9, 0]);
    expect(await c.findOne()).toEqual({ _id: 9, ...made });
    await c.deleteMany({});
    await c.replaceOne(given, { r: 1 }, { upsert: true });
    expect(await c.findOne()).toEqual({ _id: 9, r: 1 });
  });

  test("may set a top-level field with a dollar, unlike an update", async () => {
    const c = await database.collection();
    const set = () => c.updateOne({ _id: 1 as never }, { $set: { $b: 1 } }, { upsert: true });
    await set();
    expect(await c.findOne({})).toEqual({ _id: 1, $b: 1 });
    await expectRefusal(set(), 52);
    await c.updateOne({}, { $unset: { $b: "" } });
    expect(await c.findOne({})).toEqual({ _id: 1 });
  });

  test("that runs concurrently with others of one key inserts one document", async () => {
    const c = await database.collection();
    const upsert = () => c.updateOne({ key: "k" }, { $inc: { n: 1 } }, { upsert: true });
    await Promise.all(Array.from({ length: 40 }, upsert));
    expect((await c.find().toArray()).map(({ n }) => n)).toEqual([40]);
  });
});

describe("is refused", () => {
  test.each<[what: string, before: Document, update: Document | Document[], code: number]>([
    ...["$nope", "$rename", "$bit", "$mul", "$pop", "toString"].map(
      (name): [string, Document, Document, number] => [
        `the operator ${name}`,
        {},
        { $set: { a: 1 }, [name]: { b: 1 } },
        238,
      ],
    ),
    ["$currentDate with a timestamp", {}, { $currentDate: { a: { $type: "timestamp" } } }, 238],
    ["$[]", { a: [1] }, { $set: { "a.$[]": 1 } }, 238],
    ["$[name]", { a: [1] }, { $set: { "a.$[x].b": 1 } }, 238],
    ["an operand that is not a document", {}, { $set: 5 }, 9],
    ["an empty segment of a path", {}, { $set: { "a..b": 1 } }, 56],
    ["two positional operators in one path", { a: [{ b: [1] }] }, { $set: { "a.$.b.$": 1 } }, 2],
    ["a position without a match", { a: [1] }, { $set: { "a.$": 1 } }, 2],
    ["one path twice", { a: 1 }, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
    ["a path below another", { a: {} }, { $set: { a: 1, "a.b": 1 } }, 40],
    ["$inc by a string", { a: 1 }, { $inc: { a: "1" } }, 14],
    ["$inc beyond the longs", { a: Long.MAX_VALUE }, { $inc: { a: 1 } }, 2],
    ["another clause of $push", { a: [1] }, { $push: { a: { $each: [1], $sort: 1 } } }, 238],
    ["changing the _id", {}, { $set: { _id: 2 } }, 66],
    ["removing the _id", {}, { $unset: { _id: "" } }, 66],
    ["an element far beyond the end", { a: [] }, { $set: { "a.2000000": 1 } }, 2],
    ["a stage that is not for updates", {}, [{ $match: {} }], 72],
  ])("%s", async (_what, before, update, code) => {
    const c = await database.collection([{ _id: 1, ...before }]);
    await expectRefusal(c.updateOne({ _id: 1 as never }, update), code);
    await expectRefusal(c.findOneAndUpdate({ _id: 1 as never }, update), code);
    expect(await c.findOne({}, { promoteLongs: false })).toEqual({ _id: 1, ...before });
  });

  test("array filters", async () => {
    const c = await database.collection([{ _id: 1, a: [1] }]);
    const options = { arrayFilters: [{ x: 1 }] };
    await expectRefusal(c.updateOne({}, { $set: { "a.$[x]": 1 } }, options), 238);
  });
});
