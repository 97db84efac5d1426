import { open } from "lmdb";
import { MongoClient } from "mongodb";
import { expect, test, vi } from "vitest";
import { openEmbedded } from "../src/index";
import { Store } from "../src/storage/store";
import { useDirectory } from "./helpers/database";
import { ended, message, start } from "./helpers/process";

vi.mock("lmdb", async (original) => {
  const lmdb = await original<typeof import("lmdb")>();
  return { ...lmdb, open: vi.fn(lmdb.open) };
});

const directory = useDirectory();
const another = useDirectory();

test("no acknowledged write is lost when a process is killed while it writes", async () => {
  const inserted = new Set<number>();
  const updated = new Set<number>();
  for (const round of [1, 2]) {
    const child = start("./writer.ts", directory, String(round * 1_000_000));
    child.on("message", (told: { inserted?: number; updated?: number }) => {
      if (told.inserted !== undefined) inserted.add(told.inserted);
      if (told.updated !== undefined) updated.add(told.updated);
    });
    await message(child);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    child.kill("SIGKILL");
    await ended(child);

    const server = await openEmbedded(directory);
    const client = await new MongoClient(server.uri("test")).connect();
    const c = client.db().collection<{ _id: number; hits: number; n: number }>("writes");
    const stored = new Map((await c.find().toArray()).map((doc) => [doc._id, doc]));
    expect([...inserted].filter((n) => !stored.has(n))).toEqual([]);
    expect([...updated].filter((n) => stored.get(n)?.hits !== 1)).toEqual([]);
    expect(await client.db().command({ validate: "writes" })).toMatchObject({
      valid: true,
      errors: [],
    });
    await client.close();
    await server.close();
  }
  expect(inserted.size).toBeGreaterThan(20);
});

test("a write is acknowledged once it is on disk, not as soon as it is visible", async () => {
  const store = await Store.open(another);
  await store.close();
  // Only a power failure would show this behaviour, so the test checks the options that make LMDB wait for the disk.
  const [options] = vi.mocked(open).mock.lastCall as unknown as [object];
  expect(options).toMatchObject({ overlappingSync: false });
  for (const name of ["noSync", "noMetaSync", "mapAsync"]) {
    expect(options).not.toHaveProperty(name, true);
  }
});

test("dropped collections and indexes leave no data on disk", async () => {
  const server = await openEmbedded(another);
  const client = await new MongoClient(server.uri("test")).connect();
  const c = client.db().collection("gone");
  await c.createIndex({ a: 1 });
  await c.insertMany(Array.from({ length: 1500 }, (_, a) => ({ a })));
  await c.dropIndex("a_1");
  await c.createIndex({ a: -1 });
  await c.drop();
  await client.close();
  await server.close();

  const store = await Store.open(another);
  const { documents, entries, counts } = store;
  expect([documents, entries, counts.table].map((table) => table.getKeysCount())).toEqual([
    0, 0, 0,
  ]);
  await store.close();
});
