/**
 * A standalone server has sessions, but neither transactions nor retryable writes, which need the oplog of a replica
 * set. Because the reply to hello names no replica set, drivers send no transaction numbers, even with their default
 * retryWrites=true. A write that a program retries by itself must be safe to repeat, as with any standalone server.
 */
import { MongoClient, type CommandStartedEvent } from "mongodb";
import { expect, test } from "vitest";
import { useDatabase } from "./helpers/database";

const database = useDatabase();

test("hello describes a standalone server of MongoDB 7.0", async () => {
  const hello = await database.client.db("admin").command({ hello: 1 });
  expect(hello).toMatchObject({
    isWritablePrimary: true,
    maxWireVersion: 21,
    logicalSessionTimeoutMinutes: 30,
    maxBsonObjectSize: 16777216,
  });
  expect(hello).not.toHaveProperty("setName");
  expect(hello).not.toHaveProperty("topologyVersion");
  expect((await database.client.db().admin().buildInfo()).version).toMatch(/^7\.0\./);
});

test("with retryWrites=true drivers send writes without transaction numbers", async () => {
  const client = new MongoClient(database.server.uri("test"), {
    retryWrites: true,
    monitorCommands: true,
  });
  const sent: CommandStartedEvent[] = [];
  client.on("commandStarted", (event) => sent.push(event));
  const c = client.db().collection("retry");
  await c.insertOne({});
  await c.updateOne({}, { $inc: { n: 1 } });
  await c.findOneAndUpdate({}, { $inc: { n: 1 } });
  await client.close();
  const writes = sent.filter(({ commandName }) =>
    ["insert", "update", "findAndModify"].includes(commandName),
  );
  expect(writes).toHaveLength(3);
  for (const { command } of writes) expect(command).not.toHaveProperty("txnNumber");
});

test("a session can be used for reads and writes, and ended", async () => {
  const c = await database.collection();
  const session = database.client.startSession();
  await c.insertOne({ a: 1 }, { session });
  expect(await c.countDocuments({}, { session })).toBe(1);
  await session.endSession();
});

test("transactions fail with code 20 as on a standalone server, and write nothing", async () => {
  const c = await database.collection();
  const session = database.client.startSession();
  // The driver wraps the server's error in one of its own.
  await expect(
    session.withTransaction(() => c.insertOne({ a: 1 }, { session })),
  ).rejects.toMatchObject({ originalError: { code: 20 } });
  await session.endSession();
  expect(await c.countDocuments()).toBe(0);
});
