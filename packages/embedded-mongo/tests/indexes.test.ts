/** What indexes guarantee, and which kinds are supported. */
import { ObjectId, type Collection, type Document } from "mongodb";
import { describe, expect, test } from "vitest";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();

/** Expects every index to have exactly the entries of the documents; returns the report of `validate`. */
async function expectConsistent(c: Collection<Document>): Promise<Document> {
  const report = await database.command({ validate: c.collectionName });
  expect(report.errors).toEqual([]);
  return report;
}

describe("unique indexes", () => {
  test("refuse a duplicate with code 11000, the key pattern and the value", async () => {
    const c = await database.collection([{ _id: 1, email: "a@x.io" }]);
    await c.createIndex({ email: 1 }, { unique: true });
    await expect(c.insertOne({ email: "a@x.io" })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: "a@x.io" },
      message: expect.stringMatching(
        /E11000 duplicate key error collection: test\.\w+ index: email_1 dup key: \{ email: "a@x\.io" \}/,
      ),
    });
    await c.insertOne({ email: "b@x.io" });
    await expectRefusal(c.updateOne({ email: "b@x.io" }, { $set: { email: "a@x.io" } }), 11000);
    await expectRefusal(
      c.findOneAndUpdate({ email: "b@x.io" }, { $set: { email: "a@x.io" } }),
      11000,
    );
    await expectConsistent(c);
  });

  test("treat a missing field as null", async () => {
    const c = await database.collection([{ _id: 1 }]);
    await c.createIndex({ a: 1 }, { unique: true });
    await expectRefusal(c.insertOne({ a: null }), 11000);
  });

  test("compare the elements of arrays between documents, but not within one document", async () => {
    const c = await database.collection();
    await c.createIndex({ a: 1 }, { unique: true });
    await c.insertOne({ a: [1, 1, 2] });
    await expectRefusal(c.insertOne({ a: [2, 3] }), 11000);
    await expectConsistent(c);
  });

  test("cannot be created over duplicates, and leave no index behind", async () => {
    const c = await database.collection([{ a: 1 }, { a: 1 }]);
    await expectRefusal(c.createIndex({ a: 1 }, { unique: true }), 11000);
    expect((await c.indexes()).map(({ name }) => name)).toEqual(["_id_"]);
    await c.insertOne({ a: 1 });
  });

  test("release a key when its document is deleted or changed", async () => {
    const c = await database.collection([
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ]);
    await c.createIndex({ a: 1 }, { unique: true });
    await c.deleteOne({ _id: 1 as never });
    await c.updateOne({ _id: 2 as never }, { $set: { a: 1 } });
    await c.insertOne({ a: 2 });
    await expectConsistent(c);
  });

  test("accept one of many concurrent inserts of the same key", async () => {
    const c = await database.collection();
    await c.createIndex({ a: 1 }, { unique: true });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, () => c.insertOne({ a: 1 })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("sparse and partial indexes", () => {
  test("a sparse unique index omits documents without the field, but not documents with null", async () => {
    const c = await database.collection();
    await c.createIndex({ a: 1 }, { unique: true, sparse: true });
    await c.insertMany([{}, {}, { a: null }]);
    await expectRefusal(c.insertOne({ a: null }), 11000);
  });

  test("a sparse index is not used for a query whose matches it may lack", async () => {
    const c = await database.collection([{ _id: 1 }, { _id: 2, a: 1 }]);
    await c.createIndex({ a: 1 }, { sparse: true });
    expect(await c.find().sort({ a: 1 }).toArray()).toHaveLength(2);
    expect(await c.countDocuments({ a: null })).toBe(1);
    expect(await c.countDocuments({ a: { $exists: false } })).toBe(1);
  });

  test("a partial unique index applies only to documents that match its filter", async () => {
    const c = await database.collection();
    await c.createIndex({ a: 1 }, { unique: true, partialFilterExpression: { live: true } });
    await c.insertMany([{ a: 1 }, { a: 1 }, { a: 1, live: true }]);
    await expectRefusal(c.insertOne({ a: 1, live: true }), 11000);
    expect(await c.countDocuments({ a: 1 })).toBe(3);
    expect(await c.countDocuments({ a: 1, live: true })).toBe(1);
  });

  test("a document enters and leaves a partial index as it changes", async () => {
    const c = await database.collection([
      { _id: 1, a: 1, n: 1 },
      { _id: 2, a: 1, n: 9 },
    ]);
    await c.createIndex({ a: 1 }, { unique: true, partialFilterExpression: { n: { $gt: 5 } } });
    await expectRefusal(c.updateOne({ _id: 1 as never }, { $set: { n: 6 } }), 11000);
    await c.updateOne({ _id: 2 as never }, { $set: { n: 0 } });
    await c.updateOne({ _id: 1 as never }, { $set: { n: 6 } });
    expect((await expectConsistent(c)).keysPerIndex.a_1).toBe(1);
  });
});

describe("TTL indexes", () => {
  test("delete documents whose date is too old, and no others", async () => {
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
    const c = await database.collection([
      { _id: "old", at: ago(100) },
      { _id: "new", at: ago(10) },
      { _id: "no date", at: "2001-01-01" },
      { _id: "none" },
      { _id: "one of several", at: [ago(10), ago(200)] },
    ]);
    await c.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
    await database.server.expire();
    expect((await c.find().toArray()).map(({ _id }) => _id)).toEqual(["new", "no date", "none"]);
    await expectConsistent(c);
  });

  test("with a partial filter delete only documents that match it", async () => {
    const c = await database.collection([
      { _id: 1, at: new Date(0), done: true },
      { _id: 2, at: new Date(0), done: false },
    ]);
    await c.createIndex(
      { at: 1 },
      { expireAfterSeconds: 0, partialFilterExpression: { done: true } },
    );
    await database.server.expire();
    expect((await c.find().toArray()).map(({ _id }) => _id)).toEqual([2]);
  });
});

describe("keys that are too long", () => {
  const long = "x".repeat(3000);

  test("are refused, and leave no entries of the document in any index", async () => {
    const c = await database.collection([{ _id: 1, first: 1 }]);
    await c.createIndexes([{ key: { first: 1 } }, { key: { a: 1, b: 1 } }, { key: { z: 1 } }]);
    await expectRefusal(c.insertOne({ first: 2, a: long, b: long, z: 3 }), 17280);
    await expectRefusal(
      c.updateOne({ _id: 1 as never }, { $set: { first: 2, a: long, b: long } }),
      17280,
    );
    expect(await c.find({ first: 2 }).toArray()).toEqual([]);
    expect((await expectConsistent(c)).keysPerIndex).toEqual({
      _id_: 1,
      first_1: 1,
      a_1_b_1: 1,
      z_1: 1,
    });
  });

  test("are refused as _id", async () => {
    const c = await database.collection();
    await expectRefusal(c.insertOne({ _id: "x".repeat(5000) as never }), 17280);
  });

  test("make the creation of an index over them fail", async () => {
    const c = await database.collection([{ a: "x".repeat(5000) }]);
    await expectRefusal(c.createIndex({ a: 1 }), 17280);
    expect((await c.indexes()).map(({ name }) => name)).toEqual(["_id_"]);
  });

  test("are longer than 4 kB: an index finds a string of nearly 4 kB", async () => {
    const text = `${"é".repeat(1900)}!`;
    const c = await database.collection([{ _id: 1, a: text }]);
    await c.createIndex({ a: 1 }, { unique: true });
    await expectRefusal(c.insertOne({ a: text }), 11000);
    expect(await c.countDocuments({ a: text })).toBe(1);
  });
});

test("a compound index refuses two parallel arrays, but accepts two paths through one array", async () => {
  const c = await database.collection();
  await c.createIndex({ a: 1, b: 1 });
  await expectRefusal(c.insertOne({ a: [1], b: [2] }), 171);
  await c.createIndex({ "l.x": 1, "l.y": 1 }, { unique: true });
  await c.insertOne({
    l: [
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ],
  });
  await c.insertOne({ l: [{ x: 1, y: 4 }] });
  expect(await c.countDocuments({ "l.x": 1, "l.y": 4 })).toBe(2);
});

describe("creating and dropping indexes", () => {
  test("is idempotent, and indexes are listed as they were specified", async () => {
    const c = await database.collection();
    const options = {
      unique: true,
      partialFilterExpression: { at: { $gt: new Date(5), $type: "date" }, by: new ObjectId() },
    };
    await c.createIndex({ b: 1, a: -1 }, options);
    await c.createIndex({ b: 1, a: -1 }, options);
    expect(await c.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: "_id_" },
      { v: 2, key: { b: 1, a: -1 }, name: "b_1_a_-1", ...options },
    ]);
    await c.dropIndex("b_1_a_-1");
    expect(await c.indexes()).toHaveLength(1);
  });

  test("refuses an index that conflicts with another, and dropping _id or an unknown index", async () => {
    const c = await database.collection();
    await c.createIndex({ a: 1 });
    await expectRefusal(c.createIndex({ a: 1 }, { name: "other" }), 85);
    await expectRefusal(c.createIndex({ b: 1 }, { name: "a_1" }), 86);
    await expectRefusal(c.createIndex({ a: 1 }, { unique: true }), 86);
    await expectRefusal(c.dropIndex("_id_"), 72);
    await expectRefusal(c.dropIndex("none"), 27);
  });

  test.each<[string, Document, Document]>([
    ["a text index", { a: "text" }, {}],
    ["a hashed index", { a: "hashed" }, {}],
    ["a geographical index", { a: "2dsphere" }, {}],
    ["a wildcard index", { "$**": 1 }, {}],
    ["a hidden index", { a: 1 }, { hidden: true }],
    ["an index with a collation", { a: 1 }, { collation: { locale: "en" } }],
    ["a clustered index", { a: 1 }, { clustered: true }],
  ])("%s is refused as not supported", async (_what, key, options) => {
    const c = await database.collection();
    const indexes = [{ key, name: "i", ...options }];
    await expectRefusal(database.command({ createIndexes: c.collectionName, indexes }), 238);
  });

  test.each<[string, Document, Document, number]>([
    ["an unknown option", { a: 1 }, { nope: true }, 197],
    ["an empty key", {}, {}, 67],
    ["a direction of zero", { a: 0 }, {}, 67],
    ["a TTL index of two fields", { a: 1, b: 1 }, { expireAfterSeconds: 5 }, 67],
    ["a negative TTL", { a: 1 }, { expireAfterSeconds: -5 }, 67],
    [
      "sparse and partial at once",
      { a: 1 },
      { sparse: true, partialFilterExpression: { a: 1 } },
      67,
    ],
    [
      "a partial filter with an operator that is not allowed in it",
      { a: 1 },
      { partialFilterExpression: { a: { $ne: 1 } } },
      67,
    ],
  ])("%s is refused", async (_what, key, options, code) => {
    const c = await database.collection();
    const indexes = [{ key, name: "i", ...options }];
    await expectRefusal(database.command({ createIndexes: c.collectionName, indexes }), code);
  });

  test("allows writes while an index is built, and indexes them", async () => {
    const c = await database.collection(
      Array.from({ length: 6000 }, (_, i) => ({ _id: i, a: i % 50, pad: "x".repeat(200) })),
    );
    const building = c.createIndex({ a: 1, _id: -1 });
    let writes = 0;
    const writing = (async () => {
      for (let i = 0; i < 20; i++) {
        await c.insertOne({ _id: (10_000 + i) as never, a: i });
        await c.updateOne({ _id: (i * 7) as never }, { $set: { a: 99 } });
        await c.deleteOne({ _id: (5000 + i) as never });
        writes++;
      }
    })();
    await Promise.all([building, writing]);
    expect(writes).toBe(20);
    const { keysPerIndex } = await expectConsistent(c);
    expect(keysPerIndex["a_1__id_-1"]).toBe(6000);
  });
});
