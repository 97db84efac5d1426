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

describe("a unique index", () => {
  const unique = async (documents?: Document[]) => {
    const c = await database.collection(documents);
    await c.createIndex({ a: 1 }, { unique: true });
    return c;
  };

  test("refuses a duplicate with code 11000, the key pattern and the value", async () => {
    const c = await unique([{ _id: 1, a: "x" }]);
    await expect(c.insertOne({ a: "x" })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { a: 1 },
      keyValue: { a: "x" },
      message: expect.stringMatching(
        /E11000 duplicate key error collection: test\.\w+ index: a_1 dup key: \{ a: "x" \}/,
      ),
    });
    await c.insertOne({ a: "y" });
    await expectRefusal(c.updateOne({ a: "y" }, { $set: { a: "x" } }), 11000);
    await expectRefusal(c.findOneAndUpdate({ a: "y" }, { $set: { a: "x" } }), 11000);
    await expectConsistent(c);
  });

  test("treats a missing field as null, and compares elements of arrays between documents only", async () => {
    const c = await unique([{ _id: 1 }]);
    await expectRefusal(c.insertOne({ a: null }), 11000);
    await c.insertOne({ a: [1, 1, 2] });
    await expectRefusal(c.insertOne({ a: [2, 3] }), 11000);
    await expectConsistent(c);
  });

  test("cannot be created over duplicates, and leaves no index behind", async () => {
    const c = await database.collection([{ a: 1 }, { a: 1 }]);
    await expectRefusal(c.createIndex({ a: 1 }, { unique: true }), 11000);
    expect((await c.indexes()).map(({ name }) => name)).toEqual(["_id_"]);
    await c.insertOne({ a: 1 });
  });
});

describe("sparse and partial indexes", () => {
  test("a sparse unique index omits documents without the field, but not documents with null", async () => {
    const c = await database.collection();
    await c.createIndex({ a: 1 }, { unique: true, sparse: true });
    await c.insertMany([{}, {}, { a: null }]);
    await expectRefusal(c.insertOne({ a: null }), 11000);
    expect(await c.find().sort({ a: 1 }).toArray()).toHaveLength(3);
  });

  test("a sparse unique index omits elements without the field, so they are not duplicates", async () => {
    const c = await database.collection();
    await c.createIndex({ "a.b": 1 }, { unique: true, sparse: true });
    await c.insertMany([{ a: [{ b: 1 }, {}] }, { a: [{ b: 2 }, {}] }] as Document[]);
    await expectRefusal(c.insertOne({ a: [{}, { b: 2 }] } as Document), 11000);
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
    expect(await c.countDocuments({ a: 1 })).toBe(2);
    expect((await expectConsistent(c)).keysPerIndex.a_1).toBe(1);
  });
});

test("a TTL index deletes documents whose date is too old, and no others", async () => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
  const c = await database.collection([
    { _id: "old", at: ago(100) },
    { _id: "new", at: ago(10) },
    { _id: "no date", at: "2001-01-01" },
    { _id: "none", done: ago(1) },
    { _id: "one of several", at: [ago(10), ago(200)] },
    { _id: "not kept", done: ago(1), temporary: true },
  ]);
  await c.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
  const partial = { expireAfterSeconds: 0, partialFilterExpression: { temporary: true } };
  await c.createIndex({ done: 1 }, partial);
  await database.server.expire();
  expect((await c.find().toArray()).map(({ _id }) => _id)).toEqual(["new", "no date", "none"]);
  await expectConsistent(c);
});

describe("keys that are too long", () => {
  const long = "x".repeat(3000);

  test("are refused, and leave no entries of the document in any index", async () => {
    const c = await database.collection([{ _id: 1, first: 1 }]);
    await c.createIndexes([{ key: { first: 1 } }, { key: { a: 1, b: 1 } }, { key: { z: 1 } }]);
    await expectRefusal(c.insertOne({ first: 2, a: long, b: long, z: 3 }), 17280);
    const set = { $set: { first: 2, a: long, b: long } };
    await expectRefusal(c.updateOne({ _id: 1 as never }, set), 17280);
    const keysPerIndex = { _id_: 1, first_1: 1, a_1_b_1: 1, z_1: 1 };
    expect(await expectConsistent(c)).toMatchObject({ keysPerIndex });
  });

  test("are refused as _id, and when an index is created over them", async () => {
    const c = await database.collection([{ a: "x".repeat(5000) }]);
    await expectRefusal(c.insertOne({ _id: "x".repeat(5000) as never }), 17280);
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

test("an array of 200,000 elements is stored, indexed and removed from the index", async () => {
  const numbers = Array.from({ length: 200_000 }, (_, i) => i);
  const c = await database.collection([{ _id: 1, a: [-1] }]);
  await c.createIndex({ a: 1 });
  await c.updateOne({}, { $push: { a: { $each: numbers } } } as object);
  expect(await c.distinct("a")).toHaveLength(numbers.length + 1);
  await c.updateOne({}, { $set: { a: [] } });
  expect(await c.countDocuments({ a: 199_999 })).toBe(0);
});

describe("creating and dropping indexes", () => {
  test("is idempotent, and indexes are listed as they were specified", async () => {
    const c = await database.collection();
    const options = {
      unique: true,
      partialFilterExpression: { at: { $gt: new Date(5), $exists: true }, by: new ObjectId() },
    };
    for (const _ of [1, 2]) await c.createIndex({ b: 1, a: -1 }, options);
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

  test.each<[string, key: Document, options: Document, code: number]>([
    ["a text index", { a: "text" }, {}, 238],
    ["a collation", { a: 1 }, { collation: { locale: "en" } }, 238],
    ["an unknown option", { a: 1 }, { nope: true }, 238],
    ["an empty key", {}, {}, 67],
    ["a TTL index of two fields", { a: 1, b: 1 }, { expireAfterSeconds: 5 }, 67],
    ["a negative TTL", { a: 1 }, { expireAfterSeconds: -5 }, 67],
    ["sparse and partial", { a: 1 }, { sparse: true, partialFilterExpression: { a: 1 } }, 67],
    ["$ne in a partial filter", { a: 1 }, { partialFilterExpression: { a: { $ne: 1 } } }, 67],
    ["an invalid partial filter", { a: 1 }, { partialFilterExpression: { $and: 1 } }, 2],
  ])("refuses %s", async (_what, key, options, code) => {
    const c = await database.collection();
    const indexes = [{ key, name: "i", ...options }];
    await expectRefusal(database.command({ createIndexes: c.collectionName, indexes }), code);
  });

  test("allows writes while an index is built, and indexes them", async () => {
    const c = await database.collection(
      Array.from({ length: 6000 }, (_, i) => ({ _id: i, a: i % 50, pad: "x".repeat(200) })),
    );
    const building = c.createIndex({ a: 1, _id: -1 });
    for (let i = 0; i < 20; i++) {
      await c.insertOne({ _id: (10_000 + i) as never, a: i });
      await c.updateOne({ _id: (i * 7) as never }, { $set: { a: 99 } });
      await c.deleteOne({ _id: (5000 + i) as never });
    }
    await building;
    expect((await expectConsistent(c)).keysPerIndex["a_1__id_-1"]).toBe(6000);
  });
});
