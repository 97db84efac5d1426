import { expect, test } from "vitest";
import { useDatabase } from "./helpers/database";

const database = useDatabase();

test("collections are created by the first write, listed by name, and dropped", async () => {
  const db = database.client.db("shop");
  expect(await db.collection("none").find().toArray()).toEqual([]);
  expect((await db.collection("none").updateOne({}, { $set: { a: 1 } })).matchedCount).toBe(0);
  await db.collection("b").insertOne({});
  for (const _ of [1, 2]) await db.createCollection("a");
  expect(await db.listCollections().toArray()).toMatchObject([
    { name: "a", type: "collection", options: {} },
    { name: "b" },
  ]);
  const named = db.listCollections({ name: { $regex: "^b" } }, { nameOnly: true });
  expect(await named.toArray()).toEqual([{ name: "b", type: "collection" }]);
  for (const name of ["a", "never"]) await db.collection(name).drop();
  expect(await db.listCollections().toArray()).toHaveLength(1);
  await db.dropDatabase();
  const { databases } = await database.client.db().admin().listDatabases();
  expect(databases.map(({ name }) => name)).not.toContain("shop");
});

test("a collection created again under its old name has no data of the dropped one", async () => {
  const c = await database.collection(Array.from({ length: 2000 }, (_, i) => ({ _id: i, a: i })));
  await c.createIndex({ a: 1 });
  await c.drop();
  await c.insertOne({ _id: 1 as never, a: 5 });
  await c.createIndex({ a: 1 });
  const report = await database.command({ validate: c.collectionName });
  expect(report).toMatchObject({ nrecords: 1, valid: true, keysPerIndex: { _id_: 1, a_1: 1 } });
});
