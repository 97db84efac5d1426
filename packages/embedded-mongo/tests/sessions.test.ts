/**
 * A standalone server has sessions, but neither transactions nor retryable writes, which need the oplog of a replica
 * set. Because the reply to hello names no replica set, drivers send no transaction numbers, even with their default
 * retryWrites=true. A write that a program retries by itself must be safe to repeat, as with any standalone server.
 */
import { expect, test } from "vitest";
import { useDatabase } from "./helpers/database";

const database = useDatabase();

test("hello describes a standalone server of MongoDB 7.0", async () => {
  const hello = await database.client.db("admin").command({ hello: 1 });
  expect(hello).toMatchObject({ isWritablePrimary: true, maxWireVersion: 21 });
  expect(hello).not.toHaveProperty("setName");
  expect((await database.client.db().admin().buildInfo()).version).toMatch(/^7\.0\./);
});

test("a session can be used, but a transaction fails with code 20 and writes nothing", async () => {
  const c = await database.collection();
  const session = database.client.startSession();
  await c.insertOne({ a: 1 }, { session });
  // The driver wraps the server's error in one of its own.
  await expect(
    session.withTransaction(() => c.insertOne({ a: 1 }, { session })),
  ).rejects.toMatchObject({ originalError: { code: 20 } });
  await session.endSession();
  expect(await c.countDocuments()).toBe(1);
});
