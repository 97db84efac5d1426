/** What is not supported is refused by name, and what MongoDB refuses has its code; nothing is silently ignored. */
import { Binary, Decimal128, Long, type Document } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();

// Expressions are only evaluated if there is a document.
beforeAll(async () => void (await database.db.collection("x").insertOne({ v: 1 })));

const find = (more: Document): Document => ({ find: "x", ...more });
const stages = (...pipeline: unknown[]): Document => ({ aggregate: "x", pipeline, cursor: {} });
const computed = (a: unknown): Document => stages({ $project: { a } });

describe("refused as not supported, with code 238", () => {
  test.each<[string, Document]>([
    ...[
      "$out",
      "$merge",
      "$facet",
      "$unionWith",
      "$sample",
      "$graphLookup",
      "$lookup",
      "$unwind",
      "$nope",
      "valueOf",
    ].map((name): [string, Document] => [
      `the stage ${name}`,
      stages({ $match: {} }, { [name]: {} }),
    ]),
    ...["$top", "$first", "$avg", "$addToSet", "$stdDevPop"].map((name): [string, Document] => [
      `the accumulator ${name}`,
      stages({ $group: { _id: 1, a: { [name]: {} } } }),
    ]),
    ...["$convert", "$dateTrunc", "$round", "$let", "$cmp", "$avg", "$constructor"].map(
      (name): [string, Document] => [`the expression ${name}`, computed({ [name]: 1 })],
    ),
    ...["$where", "$text", "$jsonSchema", "$nope"].map((name): [string, Document] => [
      `the filter operator ${name}`,
      find({ filter: { [name]: 1 } }),
    ]),
    ...["$near", "$mod", "$nope", "constructor"].map((name): [string, Document] => [
      `the filter operator ${name} of a field`,
      find({ filter: { v: { $gt: 1, [name]: 1 } } }),
    ]),
    ["a $ref alone", find({ filter: { a: { $ref: "x" } } })],
    ["an aggregate without a collection", { aggregate: 1, pipeline: [], cursor: {} }],
    ["the variable $$NOW", computed("$$NOW")],
    ["a variable that is not defined", find({ filter: { $expr: "$$x" } })],
    ["$toLong of a string", find({ filter: { $expr: { $toLong: "1" } } })],
    ["decimals", find({ filter: { v: Decimal128.fromString("1") } })],
    ["a limit of $filter", computed({ $filter: { input: [1], cond: true, limit: 1 } })],
    ["a positional projection", find({ projection: { "a.$": 1 } })],
    ["$slice in a projection", find({ projection: { a: { $slice: 1 } } })],
    ["$elemMatch in a projection", find({ projection: { a: { $elemMatch: {} } } })],
    ["an unknown field of a command", find({ nope: 1 })],
    ["a collation", find({ collation: { locale: "en" } })],
    ["a tailable cursor", find({ tailable: true })],
    ["a capped collection", { create: "v", capped: true, size: 100 }],
    ["another API version", { ping: 1, apiVersion: "2" }],
    ["an explain of a write", { explain: { delete: "x", deletes: [{ q: {}, limit: 0 }] } }],
  ])("%s", async (_what, command) => {
    await expectRefusal(database.command(command), 238);
  });
});

describe("refused with MongoDB's error code", () => {
  const lsid = { id: new Binary(Buffer.alloc(16), 4) };
  const insert = (more: Document): Document => ({ insert: "x", documents: [{}], ...more });
  test.each<[string, Document, number]>([
    ["an unknown command", { nope: 1 }, 59],
    ["an inherited name as a command", { constructor: 1 }, 59],
    ["a field of the wrong type", find({ filter: 5 }), 14],
    ["a negative skip", find({ skip: -1 }), 51024],
    ["a stage with two names", stages({ $match: {}, $limit: 1 }), 40323],
    ["an empty batch", insert({ documents: [] }), 16],
    ...[
      "insert",
      "update",
      "delete",
      "killCursors",
      "createIndexes",
      "dropIndexes",
      "distinct",
    ].map((name): [string, Document, number] => [`${name} of nothing`, { [name]: "x" }, 40414]),
    ["null as a pipeline", { aggregate: "x", pipeline: null, cursor: {} }, 40414],
    ["a getMore without a collection", { getMore: Long.ONE }, 40414],
    ["an explain of an invalid filter", { explain: find({ filter: { $and: 1 } }) }, 2],
    ["an aggregate without a cursor", { aggregate: "x", pipeline: [] }, 9],
    ["a transaction", insert({ lsid, txnNumber: Long.ONE, startTransaction: true }), 20],
    ["a snapshot", find({ readConcern: { level: "snapshot" } }), 123],
    ["a write concern of more than one node", insert({ writeConcern: { w: 3 } }), 2],
    ["a name with a dollar", { insert: "a$b", documents: [{}] }, 73],
    ["an empty name", { find: "" }, 73],
    ["an admin command on another database", { listDatabases: 1 }, 13],
    ["an $in that is not an array", find({ filter: { v: { $in: 1 } } }), 2],
    ["an empty $or", find({ filter: { $or: [] } }), 2],
    ["a $size below zero", find({ filter: { v: { $size: -1 } } }), 9],
    ["an invalid regular expression", find({ filter: { v: { $regex: "(" } } }), 51091],
    ["an unknown regex option", find({ filter: { v: { $regex: "a", $options: "q" } } }), 51108],
    ["too many arguments", computed({ $log10: [1, 2] }), 16020],
    ["adding a string", computed({ $add: [1, "x"] }), 14],
    ["dividing by zero", computed({ $divide: [1, 0] }), 2],
    ["$size of no array", computed({ $size: "$nope" }), 17124],
    ["two operators in one", computed({ $add: [1], $log10: 1 }), 15983],
    ["a variable with a capital", computed({ $map: { input: [1], as: "This", in: 1 } }), 9],
    ["inclusion and exclusion", find({ projection: { a: 1, t: 0 } }), 31254],
    ["two projections of one path", find({ projection: { a: 1, "a.b": 1 } }), 31249],
  ])("%s", async (_what, command, code) => {
    await expectRefusal(database.command(command), code);
  });

  test.each<[string, Document, number]>([
    ["an update without a filter", { update: "x", updates: [{ u: {} }] }, 40414],
    ["a sort", { update: "x", updates: [{ q: {}, u: {}, sort: {} }] }, 238],
    ["a delete of two", { delete: "x", deletes: [{ q: {}, limit: 2 }] }, 9],
    ["a collation", { delete: "x", deletes: [{ q: {}, limit: 1, collation: {} }] }, 238],
  ])("%s as a write error", async (_what, command, code) => {
    expect((await database.command(command)).writeErrors).toMatchObject([{ index: 0, code }]);
  });
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
  });

  test("is added if missing, and stored as the first field", async () => {
    const c = await database.collection();
    await database.command({ insert: c.collectionName, documents: [{ z: 1 }, { z: 2, _id: 5 }] });
    const all = await c.find().sort({ z: 1 }).toArray();
    for (const doc of all) expect(Object.keys(doc)).toEqual(["_id", "z"]);
  });
});

test("a document over 16 MB is refused with code 10334, one nested too deeply with 15", async () => {
  const c = await database.collection([{ _id: 1, a: "x".repeat(9_000_000) }]);
  await expectRefusal(c.updateOne({}, [{ $set: { b: "$a" } }]), 10334);
  const raw = { insert: c.collectionName, documents: [{ a: "x".repeat(16_800_000) }] };
  expect((await database.command(raw)).writeErrors).toMatchObject([{ index: 0, code: 10334 }]);
  let deep: Document = {};
  for (let i = 0; i < 190; i++) deep = { a: deep };
  await expectRefusal(c.insertOne(deep), 15);
  expect(await c.countDocuments()).toBe(1);
});

describe("several writes in one command", () => {
  test.each([true, false])("stop at the first failure if ordered (%s)", async (ordered) => {
    const c = await database.collection([{ _id: 2 }]);
    const inserting = c.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }] as never, { ordered });
    await expect(inserting).rejects.toMatchObject({
      code: 11000,
      insertedCount: ordered ? 1 : 2,
      writeErrors: [{ index: 1 }],
    });
    expect(await c.countDocuments()).toBe(ordered ? 2 : 3);
  });

  test("are executed even if unacknowledged", async () => {
    const c = await database.collection();
    await c.insertOne({ a: 1 }, { writeConcern: { w: 0 } });
    await expect.poll(() => c.countDocuments({ a: 1 })).toBe(1);
  });
});
