/** Features that are not supported are refused by name; none is silently ignored. */
import { Binary, Long, type Document } from "mongodb";
import { describe, expect, test } from "vitest";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();
const EN = { locale: "en" };

describe("refused as not supported, with code 238", () => {
  test.each<[string, Document]>([
    ["$out", { aggregate: "x", pipeline: [{ $out: "y" }], cursor: {} }],
    ["$merge", { aggregate: "x", pipeline: [{ $merge: "y" }], cursor: {} }],
    ["$changeStream", { aggregate: "x", pipeline: [{ $changeStream: {} }], cursor: {} }],
    ["$graphLookup", { aggregate: "x", pipeline: [{ $graphLookup: {} }], cursor: {} }],
    ["$setWindowFields", { aggregate: "x", pipeline: [{ $setWindowFields: {} }], cursor: {} }],
    [
      "$bucket",
      {
        aggregate: "x",
        pipeline: [{ $bucket: { groupBy: "$a", boundaries: [0, 5, 10], default: 7 } }],
        cursor: {},
      },
    ],
    ...["$top", "$bottomN", "$firstN", "$lastN", "$maxN", "$stdDevPop"].map(
      (name): [string, Document] => [
        `the accumulator ${name}`,
        { aggregate: "x", pipeline: [{ $group: { _id: 1, a: { [name]: {} } } }], cursor: {} },
      ],
    ),
    [
      "an unsupported stage after others",
      { aggregate: "x", pipeline: [{ $match: {} }, { $limit: 1 }, { $out: "y" }], cursor: {} },
    ],
    ...["$facet", "$unionWith", "$documents", "$sample", "$sortByCount"].map(
      (name): [string, Document] => [
        name,
        { aggregate: "x", pipeline: [{ [name]: {} }], cursor: {} },
      ],
    ),
    [
      "$lookup by a pipeline",
      { aggregate: "x", pipeline: [{ $lookup: { from: "y", pipeline: [], as: "z" } }], cursor: {} },
    ],
    ["an aggregate without a collection", { aggregate: 1, pipeline: [], cursor: {} }],
    ["variables of a command", { find: "x", let: { a: 1 } }],
    [
      "$function",
      { aggregate: "x", pipeline: [{ $project: { a: { $function: {} } } }], cursor: {} },
    ],
    [
      "$$CLUSTER_TIME",
      { aggregate: "x", pipeline: [{ $project: { a: "$$CLUSTER_TIME" } }], cursor: {} },
    ],
    ["$meta", { find: "x", projection: { s: { $meta: "textScore" } } }],
    ["a view", { create: "v", viewOn: "x", pipeline: [], comment: "" }],
    ["a capped collection", { create: "v", capped: true, size: 100 }],
    ["a time series", { create: "v", timeseries: { timeField: "t" } }],
    ["a clustered collection", { create: "v", clusteredIndex: { key: { _id: 1 }, unique: true } }],
    ["a validator", { create: "v", validator: { a: 1 } }],
    ["a collection with a collation", { create: "v", collation: { locale: "en" } }],
    ["min and max", { find: "x", min: { a: 1 } }],
    ["a tailable cursor", { find: "x", tailable: true }],
    ["showRecordId", { find: "x", showRecordId: true }],
    ["a collation of a find", { find: "x", collation: { locale: "en", strength: 2 } }],
    ["a collation of an aggregate", { aggregate: "x", pipeline: [], cursor: {}, collation: EN }],
    ["a collation of a count", { count: "x", collation: EN }],
    ["a collation of a distinct", { distinct: "x", key: "a", collation: EN }],
    ["a collation of a findAndModify", { findAndModify: "x", remove: true, collation: EN }],
  ])("%s", async (_what, command) => {
    await expectRefusal(database.command(command), 238);
  });
});

describe("refused with MongoDB's error code", () => {
  const lsid = { id: new Binary(Buffer.alloc(16), 4) };
  test.each<[string, Document, number]>([
    ["an unknown command", { nope: 1 }, 59],
    ["an unknown field of a command", { find: "x", nope: 1 }, 40415],
    ["an unknown field of a statement", { insert: "x", documents: [{}], sort: {} }, 40415],
    ["a field of the wrong type", { find: "x", filter: 5 }, 14],
    ["a negative skip", { find: "x", skip: -1 }, 51024],
    ["an unknown stage", { aggregate: "x", pipeline: [{ $nope: 1 }], cursor: {} }, 40324],
    [
      "a stage with two names",
      { aggregate: "x", pipeline: [{ $match: {}, $limit: 1 }], cursor: {} },
      40323,
    ],
    ["an insert without documents", { insert: "x" }, 40414],
    ["an insert of a number", { insert: "x", documents: [1] }, 14],
    ["an update without statements", { update: "x" }, 40414],
    ["a delete without statements", { delete: "x" }, 40414],
    ["an aggregate without a pipeline", { aggregate: "x", cursor: {} }, 40414],
    ["an aggregate with null as pipeline", { aggregate: "x", pipeline: null, cursor: {} }, 40414],
    ["a distinct without a key", { distinct: "x" }, 40414],
    ["a getMore without a collection", { getMore: Long.ONE }, 40414],
    ["a killCursors without cursors", { killCursors: "x" }, 40414],
    ["a createIndexes without indexes", { createIndexes: "x" }, 40414],
    ["a createIndexes of no indexes", { createIndexes: "x", indexes: [] }, 2],
    ["a dropIndexes without an index", { dropIndexes: "x" }, 40414],
    ["an explain of an aggregate without a pipeline", { explain: { aggregate: "x" } }, 40414],
    ["an explain of a distinct without a key", { explain: { distinct: "x" } }, 40414],
    ["an explain of an update without statements", { explain: { update: "x" } }, 40414],
    ["an explain of a delete without statements", { explain: { delete: "x" } }, 40414],
    ["an explain of no delete", { explain: { delete: "x", deletes: [] } }, 16],
    ["an explain of a number as an update", { explain: { update: "x", updates: [1] } }, 14],
    [
      "an explain of an update without a filter",
      { explain: { update: "x", updates: [{ u: {} }] } },
      40414,
    ],
    [
      "an explain of a delete without a limit",
      { explain: { delete: "x", deletes: [{ q: {} }] } },
      40414,
    ],
    [
      "an explain of an invalid filter",
      { explain: { find: "x", filter: { $and: 1 } }, verbosity: "queryPlanner" },
      2,
    ],
    ["a refreshSessions of a number", { refreshSessions: 1 }, 14],
    [
      "an invalid filter of a partial index",
      {
        createIndexes: "x",
        indexes: [{ key: { a: 1 }, name: "a_1", partialFilterExpression: { $and: 1 } }],
      },
      2,
    ],
    ["an aggregate without a cursor", { aggregate: "x", pipeline: [] }, 9],
    ["an inherited name as a command", { constructor: 1 }, 59],
    ["an inherited name as a command to explain", { explain: { toString: "x" } }, 59],
    ["an inherited name as a field of a command", { find: "x", valueOf: 1 }, 40415],
    [
      "an inherited name as a stage",
      { aggregate: "x", pipeline: [{ valueOf: 1 }], cursor: {} },
      40324,
    ],
    [
      "a transaction",
      {
        insert: "x",
        documents: [{}],
        lsid,
        txnNumber: Long.ONE,
        startTransaction: true,
        autocommit: false,
      },
      20,
    ],
    [
      "a retryable write, which needs a replica set",
      { insert: "x", documents: [{}], lsid, txnNumber: Long.ONE },
      20,
    ],
    ["a snapshot", { find: "x", readConcern: { level: "snapshot" } }, 123],
    ["a linearizable read", { find: "x", readConcern: { level: "linearizable" } }, 123],
    [
      "a write concern of more than one node",
      { insert: "x", documents: [{}], writeConcern: { w: 3 } },
      2,
    ],
    ["a write concern by name", { insert: "x", documents: [{}], writeConcern: { w: "dc" } }, 79],
    ["a name with a dollar", { insert: "a$b", documents: [{}] }, 73],
    ["an empty name", { find: "" }, 73],
    ["a system name", { insert: "system.x", documents: [{}] }, 73],
    ["a name that is too long", { insert: "x".repeat(300), documents: [{}] }, 73],
    ["an empty batch", { insert: "x", documents: [] }, 16],
    ["another API version", { ping: 1, apiVersion: "2" }, 322],
    [
      "a command outside the API with apiStrict",
      { distinct: "x", key: "a", apiVersion: "1", apiStrict: true },
      323,
    ],
    ["an admin command on another database", { listDatabases: 1 }, 13],
  ])("%s", async (_what, command, code) => {
    await expectRefusal(database.command(command), code);
  });
});

test.each<[string, Document, number]>([
  ["an update without a filter", { update: "x", updates: [{ u: {} }] }, 40414],
  ["an update without a change", { update: "x", updates: [{ q: {} }] }, 40414],
  ["a delete without a filter", { delete: "x", deletes: [{ limit: 1 }] }, 40414],
  ["a delete without a limit", { delete: "x", deletes: [{ q: {} }] }, 40414],
  ["a delete of two", { delete: "x", deletes: [{ q: {}, limit: 2 }] }, 9],
  ["a collation", { delete: "x", deletes: [{ q: {}, limit: 1, collation: EN }] }, 238],
  ["a collation", { update: "x", updates: [{ q: {}, u: {}, collation: EN }] }, 238],
])("%s is refused as a write error", async (_what, command, code) => {
  expect((await database.command(command)).writeErrors).toMatchObject([{ index: 0, code }]);
});

test("renameCollection without a target is refused", async () => {
  await expectRefusal(database.client.db("admin").command({ renameCollection: "test.x" }), 40414);
});

test("the simple collation is accepted", async () => {
  const c = await database.collection([{ v: "a" }, { v: "A" }]);
  for (const collation of [{ locale: "simple" }, {}])
    expect(await c.countDocuments({ v: "a" }, { collation } as Document)).toBe(1);
});

test("null as a filter matches all documents", async () => {
  const c = await database.collection([{ _id: 1 }]);
  const found = await database.command({ find: c.collectionName, filter: null });
  expect(found.cursor.firstBatch).toEqual([{ _id: 1 }]);
  const removed = { findAndModify: c.collectionName, query: null, remove: true };
  expect((await database.command(removed)).value).toEqual({ _id: 1 });
});

describe("_id", () => {
  test.each<[string, unknown, number]>([
    ["an array", [1], 53],
    ["a regular expression", /x/, 53],
    ["a document with a $-prefixed field", { $a: 1 }, 52],
  ])("cannot be %s", async (_what, _id, code) => {
    const c = await database.collection();
    await expectRefusal(c.insertOne({ _id } as never), code);
    await expectRefusal(c.replaceOne({ n: 1 }, { _id } as never, { upsert: true }), code);
    expect(await c.countDocuments()).toBe(0);
  });

  test("can be null, which is stored, found and unique", async () => {
    const c = await database.collection();
    // The driver itself would put an ObjectId in place of null.
    const insert = { insert: c.collectionName, documents: [{ _id: null, a: 1 }] };
    expect(await database.command(insert)).toMatchObject({ n: 1 });
    expect(await database.command(insert)).toMatchObject({ n: 0, writeErrors: [{ code: 11000 }] });
    expect(await c.find({ _id: null as never }).toArray()).toEqual([{ _id: null, a: 1 }]);
    expect(await c.countDocuments({ _id: { $type: "null" } } as never)).toBe(1);
  });

  test("can be a document, whose field order matters", async () => {
    const c = await database.collection([{ _id: { a: 1, b: 2 } }]);
    expect(await c.findOne({ _id: { a: 1, b: 2 } as never })).not.toBeNull();
    expect(await c.findOne({ _id: { b: 2, a: 1 } as never })).toBeNull();
  });

  test("is added if missing, and stored as the first field", async () => {
    const c = await database.collection();
    await database.command({ insert: c.collectionName, documents: [{ z: 1 }, { z: 2, _id: 5 }] });
    const all = await c.find().sort({ z: 1 }).toArray();
    expect(all.map((doc) => Object.keys(doc))).toEqual([
      ["_id", "z"],
      ["_id", "z"],
    ]);
  });
});

describe("size and depth", () => {
  test("a document over 16 MB is refused with code 10334", async () => {
    const c = await database.collection([{ _id: 1, a: "x".repeat(9_000_000) }]);
    await expectRefusal(c.updateOne({}, [{ $set: { b: "$a" } }]), 10334);
    const raw = { insert: c.collectionName, documents: [{ a: "x".repeat(16_800_000) }] };
    expect((await database.command(raw)).writeErrors).toMatchObject([{ index: 0, code: 10334 }]);
    expect(await c.countDocuments()).toBe(1);
  });

  test("a document nested too deeply is refused with code 15", async () => {
    let deep: Document = {};
    for (let i = 0; i < 190; i++) deep = { a: deep };
    const c = await database.collection();
    await expectRefusal(c.insertOne(deep), 15);
    expect(await c.countDocuments()).toBe(0);
  });
});

describe("several writes in one command", () => {
  test("stop at the first failure if ordered", async () => {
    const c = await database.collection([{ _id: 2 }]);
    await expect(c.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }] as never)).rejects.toMatchObject(
      { code: 11000, insertedCount: 1 },
    );
    expect(await c.countDocuments()).toBe(2);
  });

  test("continue after a failure if not ordered", async () => {
    const c = await database.collection([{ _id: 2 }]);
    const error = await c
      .insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }] as never, { ordered: false })
      .catch((e: unknown) => e as Document);
    expect((error as Document).writeErrors).toHaveLength(1);
    expect((error as Document).writeErrors[0].index).toBe(1);
    expect(await c.countDocuments()).toBe(3);
  });

  test("are counted by kind in bulkWrite", async () => {
    const c = await database.collection([
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
    ]);
    const result = await c.bulkWrite([
      { insertOne: { document: { _id: 3 as never } } },
      { updateMany: { filter: { n: 1 }, update: { $inc: { n: 1 } } } },
      { replaceOne: { filter: { _id: 9 as never }, replacement: { n: 9 }, upsert: true } },
      { deleteOne: { filter: { _id: 3 as never } } },
    ]);
    expect(result).toMatchObject({
      insertedCount: 1,
      modifiedCount: 2,
      upsertedCount: 1,
      deletedCount: 1,
    });
  });

  test("are executed even if unacknowledged", async () => {
    const c = await database.collection();
    await c.insertOne({ a: 1 }, { writeConcern: { w: 0 } });
    await expect.poll(() => c.countDocuments({ a: 1 })).toBe(1);
  });
});
