/**
 * A standalone server has sessions, but neither transactions nor retryable writes: those need a replica set's log.
 * A driver learns it from hello, which names no set, and so with retryWrites=true, its default, sends no transaction
 * numbers; what a program retries by itself must be safe to do twice, as against any standalone.
 */
import { MongoClient, type CommandStartedEvent } from "mongodb";
import { expect, test } from "vitest";
import { useDatabase } from "./helpers/database";

const database = useDatabase();

test("hello says standalone, of MongoDB 7.0", async () => {
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

test("a session may be used for reads and writes, and ended", async () => {
  const c = await database.collection();
  const session = database.client.startSession();
  await c.insertOne({ a: 1 }, { session });
  expect(await c.countDocuments({}, { session })).toBe(1);
  await session.endSession();
});

test("transactions fail as on a standalone, with code 20, and write nothing", async () => {
  const c = await database.collection();
  const session = database.client.startSession();
  // The driver puts words of its own around the server's.
  await expect(
    session.withTransaction(() => c.insertOne({ a: 1 }, { session })),
  ).rejects.toMatchObject({ originalError: { code: 20 } });
  await session.endSession();
  expect(await c.countDocuments()).toBe(0);
});
