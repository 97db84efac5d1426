/** Paths through arrays, by minimal examples: https://www.mongodb.com/docs/manual/tutorial/query-array-of-documents/ */
import type { Document } from "mongodb";
import { describe, expect, test } from "vitest";
import { ids, expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();

describe("sorting by several paths", () => {
  const docs = [
    {
      _id: 1,
      a: [
        { b: 1, c: 9 },
        { b: 2, c: 1 },
      ],
    },
    { _id: 2, a: [{ b: 1, c: 5 }] },
  ];

  test.each([
    [{ "a.b": 1, "a.c": 1 }, [2, 1]],
    [{ "a.b": -1, "a.c": 1 }, [1, 2]],
    [{ "a.b": 1, "a.c": -1 }, [1, 2]],
  ])("through one array takes both values from the same element: %j", async (sort, order) => {
    const c = await database.collection(docs);
    expect(await ids(c, {}, { sort })).toEqual(order);
    const sorted = await c.aggregate([{ $set: { z: 1 } }, { $sort: sort as never }]).toArray();
    expect(sorted.map(({ _id }) => _id)).toEqual(order);
  });

  test("through two arrays is an error, also if both were computed from one field", async () => {
    const c = await database.collection([{ a: [1, 2], b: [1] }]);
    await expectRefusal(c.find().sort({ a: 1, b: 1 }).toArray(), 2);
    const pipeline = [
      { $project: { x: "$a", y: "$a" } },
      { $sort: { x: 1 as const, y: 1 as const } },
    ];
    await expectRefusal(c.aggregate(pipeline).toArray(), 2);
  });

  test("with a number that is both an array index and a field name is an error, as in an index", async () => {
    const c = await database.collection([{ a: [{ 0: 5 }] }]);
    await expectRefusal(c.find().sort({ "a.0": 1 }).toArray(), 16746);
    await expectRefusal(c.createIndex({ "a.0": 1 }), 16746);
  });

  test("compares an array selected by an array index as one value", async () => {
    const c = await database.collection([
      { _id: 1, a: [[1, 9]] },
      { _id: 2, a: [[0, 0], 7] },
      { _id: 3, a: [5] },
    ]);
    expect(await ids(c, {}, { sort: { "a.0": 1 } })).toEqual([3, 2, 1]);
    await c.createIndex({ "a.0": 1 });
    expect(await ids(c, {}, { sort: { "a.0": -1 } })).toEqual([1, 2, 3]);
  });
});

test("a sparse unique index omits elements without the field, so they are not duplicates", async () => {
  const c = await database.collection();
  await c.createIndex({ "a.b": 1 }, { unique: true, sparse: true });
  await c.insertMany([{ a: [{ b: 1 }, {}] }, { a: [{ b: 2 }, {}] }] as Document[]);
  await expectRefusal(c.insertOne({ a: [{}, { b: 2 }] } as Document), 11000);
});

test("$lookup joins null only if there is no value at the local path", async () => {
  const foreign = await database.collection([{ _id: 1, k: 1 }, { _id: 2, k: null }, { _id: 3 }]);
  const local = await database.collection([
    { _id: 1, a: [{ b: 1 }, {}] },
    { _id: 2, a: [{}, 5] },
    { _id: 3, a: [{ b: [] }] },
    { _id: 4, a: [{ b: null }, { b: 1 }] },
  ]);
  const $lookup = { from: foreign.collectionName, localField: "a.b", foreignField: "k", as: "j" };
  const joined = await local.aggregate([{ $lookup }]).toArray();
  expect(joined.map(({ j }) => j.map(({ _id }: Document) => _id))).toEqual([
    [1],
    [2, 3],
    [2, 3],
    [1, 2, 3],
  ]);
});

describe.each([
  ["without an index", undefined],
  ["by an index", true],
])("filters %s", (_how, indexed) => {
  test.each<[rule: string, filter: Document, docs: unknown[], matches: number[], index?: Document]>(
    [
      [
        "an element that is not a document has no missing field",
        { "a.0.c": null },
        [[1], [{}], [{ c: 1 }], [[]], [], 5],
        // {c: 1} matches as well, because its field named 0 is missing.
        [1, 2, 5],
      ],
      [
        "an array selected by an array index is one value",
        { "a.0": 42 },
        [[[42]], [42], { 0: 42 }, { 0: [42] }],
        [1, 2, 3],
      ],
      ["such an array matches as a whole", { "a.0": [42] }, [[[42]], [42]], [0]],
      [
        "elements of such an array match by array index",
        { "a.0.1": 7 },
        [[[5, 7]], [[7, 5]], [5, 7]],
        [0],
      ],
      [
        "documents in such an array match by field",
        { "a.0.b": 7 },
        [[[{ b: 7 }]], [{ b: 7 }], [[[{ b: 7 }]]]],
        [0, 1],
      ],
      [
        "a field name does not enter an array in an array",
        { "a.b": 7 },
        [[[{ b: 7 }]], [{ b: 7 }]],
        [1],
      ],
      [
        "a number is also a field name in an element",
        { "a.1": 7 },
        [[{ 1: 7 }], [5, 7], [7]],
        [0, 1],
      ],
      [
        "$elemMatch of $elemMatch enters an array in the array",
        { a: { $elemMatch: { $elemMatch: { $eq: 5 } } } },
        [[[5]], [5]],
        [0],
      ],
      [
        "$elemMatch matches an array in the array by its indexes",
        { a: { $elemMatch: { 0: 5 } } },
        [[[5]], [5], [[4, 5]], [{ 0: 5 }]],
        [0, 3],
        { "a.0": 1 },
      ],
      [
        "$elemMatch treats a field name as missing in an array in the array",
        { a: { $elemMatch: { b: null } } },
        [[[{ b: 1 }]], [5], [{ b: 1 }], [{}]],
        [0, 3],
        { "a.b": 1 },
      ],
      [
        "$elemMatch works after an array index",
        { "a.0": { $elemMatch: { $eq: 5 } } },
        [[[5]], [5], { 0: [5] }],
        [0, 2],
      ],
      ["$size works after an array index", { "a.0": { $size: 2 } }, [[[1, 2]], [1, 2]], [0]],
    ],
  )("%s", async (_rule, filter, docs, matches, key) => {
    const c = await database.collection(docs.map((a, _id) => ({ _id: _id as never, a })));
    if (indexed) {
      const [path = ""] = Object.keys(key ?? filter);
      // MongoDB refuses some of the indexes because of the documents; then there is no index.
      await c.createIndex({ [path]: 1 }).catch(({ code }) => expect(code).toBe(16746));
    }
    expect(await ids(c, filter)).toEqual(matches);
  });
});

test("$unwind goes through documents only", async () => {
  const c = await database.collection([
    { _id: 1, a: [{ b: [1] }] },
    { _id: 2, a: { b: [2] } },
  ] as Document[]);
  expect(await c.aggregate([{ $unwind: "$a.b" }]).toArray()).toEqual([{ _id: 2, a: { b: 2 } }]);
  const $unwind = { path: "$a.b", preserveNullAndEmptyArrays: true };
  expect(await c.aggregate([{ $unwind }]).toArray()).toEqual([
    { _id: 1, a: [{ b: [1] }] },
    { _id: 2, a: { b: 2 } },
  ]);
});

test.each<[operand: unknown, before: unknown[], after: unknown[]]>([
  [{ $gt: 5 }, [[10], 1, 10, [1]], [1, [1]]],
  [{ $in: [10] }, [[10], 1, 10, [[10]]], [1, [[10]]]],
  [{ $size: 1 }, [[10], 1], [1]],
  [{ $elemMatch: { $gt: 5 } }, [[10], 10], [10]],
  [{ $or: [{ b: 1 }, { c: 1 }] }, [{ b: 1 }, { c: 2 }, 1], [{ c: 2 }, 1]],
  [[10], [[10], 10, [[10]]], [10, [[10]]]],
  [{ b: 1 }, [{ b: 1, c: 2 }, { b: [1] }, [{ b: 1 }]], [[{ b: 1 }]]],
])("$pull removes what matches %j", async (operand, before, after) => {
  const c = await database.collection([{ a: before }]);
  await c.updateOne({}, { $pull: { a: operand } } as Document);
  expect((await c.findOne())!.a).toEqual(after);
});

test.each<[path: string, values: unknown[]]>([
  ["a.0", [{ 0: 5, b: 6 }]],
  ["a.1.b", [7, 8]],
  ["a.b", [6, 7, 8]],
  ["a.0.0", [5]],
  ["a.00", []],
  ["a.9", []],
])("distinct of %s treats a number after an array as an array index only", async (path, values) => {
  const c = await database.collection([{ _id: 1, a: [{ 0: 5, b: 6 }, { b: [7, 8] }] }]);
  expect(await c.distinct(path)).toEqual(values);
});
