import { setTimeout } from "node:timers/promises";
import { MongoClient, type Document } from "mongodb";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openEmbedded, type EmbeddedDatabase } from "../src/index";
import { Store } from "../src/storage/store";
import { useDirectory } from "./helpers/database";
import { ended, message, start } from "./helpers/process";

const directory = useDirectory();
const ROUNDS = 60;
let server: EmbeddedDatabase;
let client: MongoClient;

beforeAll(async () => {
  server = await openEmbedded(directory);
  client = await new MongoClient(server.uri("test")).connect();
});
afterAll(async () => {
  await client.close();
  await server.close();
});

test("two processes on one directory lose no increment, insert each unique key once, and see each other's indexes", async () => {
  const c = client.db().collection<Document>("shared");
  await c.createIndex({ key: 1 }, { unique: true, sparse: true });
  const children = [1, 2].map(() => start("./contender.ts", directory, String(ROUNDS)));
  const told = await Promise.all(
    children.map((child) => message<{ won: number; index?: string }>(child)),
  );
  await Promise.all(children.map(ended));
  expect((await c.findOne({ _id: "counter" as never }))!.n).toBe(2 * ROUNDS);
  expect(told.reduce((sum, { won }) => sum + won, 0)).toBe(ROUNDS);
  expect(await c.countDocuments({ key: { $gte: 0 } })).toBe(ROUNDS);
  expect(told.map(({ index }) => index)).toEqual(["key_1", "key_1"]);
  expect(await client.db().command({ validate: "shared" })).toMatchObject({
    valid: true,
    errors: [],
  });
});

test("an index that a killed process has left incomplete is built again", async () => {
  const c = client.db().collection<Document>("built");
  await c.insertMany(
    Array.from({ length: 12_000 }, (_, i) => ({ _id: i as never, a: i, pad: "x".repeat(100) })),
  );
  const child = start("./builder.ts", directory, "built");
  await message(child);
  child.kill("SIGKILL");
  await ended(child);
  await c.createIndex({ a: 1 });
  expect(await client.db().command({ validate: "built" })).toMatchObject({
    valid: true,
    keysPerIndex: { _id_: 12_000, a_1: 12_000 },
  });
  expect(await c.countDocuments({ a: { $gte: 0 } })).toBe(12_000);
});

test("an index that a killed process with the id of this one has left incomplete is built again", async () => {
  const c = client.db().collection<Document>("same-id");
  await c.insertMany([{ a: 1 }, { a: 2 }]);
  const store = await Store.open(directory);
  onTestFinished(() => store.close());
  const spec = { v: 2, key: { a: 1 }, name: "a_1" } as const;
  await store.write(() =>
    store.changeCatalog((catalog) => {
      const index = { id: catalog.nextId++, spec, multikey: [false], building: process.pid };
      const { indexes } = catalog.collections.find(({ ns }) => ns === "test.same-id")!;
      indexes.push({ ...index, builder: "another run" });
    }),
  );
  const built = c.createIndex({ a: 1 }).then(() => "built");
  expect(await Promise.race([built, setTimeout(5000, "waits")])).toBe("built");
  const report = await client.db().command({ validate: "same-id" });
  expect(report).toMatchObject({ valid: true, keysPerIndex: { _id_: 2, a_1: 2 } });
});

test("an index that this process builds is not taken for one left incomplete", async () => {
  const c = client.db().collection<Document>("concurrent");
  await c.insertMany(Array.from({ length: 12_000 }, (_, a) => ({ a, pad: "x".repeat(100) })));
  const building = c.createIndex({ a: 1 });
  const others = Promise.all([c.createIndex({ a: 1 }), c.createIndex({ pad: 1 })]);
  expect(await building).toBe("a_1");
  expect(await others).toEqual(["a_1", "pad_1"]);
  expect(await client.db().command({ validate: "concurrent" })).toMatchObject({ valid: true });
});

test("a process that exits during a write ends without a deadlock, and other processes can write", async () => {
  const child = start("./exiter.ts", directory);
  onTestFinished(() => void child.kill("SIGKILL"));
  await ended(child);
  expect(child.signalCode, "as it was writing").toBe("SIGKILL");
  const c = client.db().collection<Document>("afterwards");
  expect(await c.insertOne({})).toMatchObject({ acknowledged: true });
  expect(await c.countDocuments()).toBe(1);
});
