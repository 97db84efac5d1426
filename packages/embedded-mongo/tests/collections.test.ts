import { expect, test } from "vitest";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();

test("collections are created by the first write, listed by name, and dropped", async () => {
  const db = database.client.db("shop");
  await db.collection("b").insertOne({});
  await db.createCollection("a");
  await db.createCollection("a");
  expect(await db.listCollections().toArray()).toMatchObject([
    { name: "a", type: "collection", options: {} },
    { name: "b" },
  ]);
  expect(
    await db.listCollections({ name: { $regex: "^b" } }, { nameOnly: true }).toArray(),
  ).toEqual([{ name: "b", type: "collection" }]);
  await db.collection("a").drop();
  await db.collection("never").drop();
  expect(await db.listCollections().toArray()).toHaveLength(1);
});

test("commands on a collection that does not exist find nothing and do not create it", async () => {
  const c = database.client.db("ghosts").collection("none");
  expect(await c.find().toArray()).toEqual([]);
  expect(await c.estimatedDocumentCount()).toBe(0);
  expect((await c.deleteMany({})).deletedCount).toBe(0);
  expect((await c.updateOne({}, { $set: { a: 1 } })).matchedCount).toBe(0);
  expect(await database.client.db("ghosts").listCollections().toArray()).toEqual([]);
});

test("dropping a database leaves other databases unchanged", async () => {
  await database.client.db("one").collection("c").insertOne({});
  await database.client.db("two").collection("c").insertOne({});
  await database.client.db("one").dropDatabase();
  const { databases } = await database.client.db().admin().listDatabases();
  expect(databases.map(({ name }) => name)).toContain("two");
  expect(databases.map(({ name }) => name)).not.toContain("one");
});

test("renaming keeps documents and indexes", async () => {
  const c = await database.collection([{ _id: 1, a: 1 }]);
  await c.createIndex({ a: 1 });
  const other = await database.collection([{ _id: 2 }]);
  await expectRefusal(c.rename(other.collectionName), 48);
  const renamed = await c.rename(other.collectionName, { dropTarget: true });
  expect(await renamed.find().toArray()).toEqual([{ _id: 1, a: 1 }]);
  expect(await renamed.indexes()).toHaveLength(2);
  await expectRefusal(database.db.collection("none").rename("other"), 26);
});

test("a collection created again under its old name has no data of the dropped one", async () => {
  const c = await database.collection(Array.from({ length: 2000 }, (_, i) => ({ _id: i, a: i })));
  await c.createIndex({ a: 1 });
  await c.drop();
  await c.insertOne({ _id: 1 as never, a: 5 });
  await c.createIndex({ a: 1 });
  expect(await database.command({ validate: c.collectionName })).toMatchObject({
    nrecords: 1,
    valid: true,
    keysPerIndex: { _id_: 1, a_1: 1 },
  });
});

test("counts return the number of all documents, or of a filter's matches after skip and limit", async () => {
  const c = await database.collection(Array.from({ length: 30 }, (_, i) => ({ n: i % 3 })));
  expect(await c.estimatedDocumentCount()).toBe(30);
  expect(await c.countDocuments({ n: 1 })).toBe(10);
  expect(await c.countDocuments({ n: 1 }, { skip: 4, limit: 3 })).toBe(3);
  expect(await c.countDocuments({ n: 1 }, { skip: 9 })).toBe(1);
  expect(await c.countDocuments({ n: 1 }, { skip: 99 })).toBe(0);
});
