import * as lmdb from "lmdb";
import { MongoClient } from "mongodb";
import { expect, test } from "vitest";
import { openEmbedded } from "../src/index";
import { Store } from "../src/storage/store";
import { useDirectory } from "./helpers/database";
import { ended, start } from "./helpers/process";

/** What the binding exports without a type. */
interface Addon {
  getEnvFlags(address: unknown): number;
}

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
    const before = inserted.size;
    await expect.poll(() => inserted.size - before, { timeout: 60_000 }).toBeGreaterThan(40);
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
});

test("a write is acknowledged once it is on disk, not as soon as it is visible", async () => {
  const store = await Store.open(another);
  const { env } = store.documents as unknown as { env: { address: unknown } };
  // Only a power failure would show this behaviour, so the test checks the flags with which LMDB does not wait.
  const { getEnvFlags } = (lmdb as unknown as { nativeAddon: Addon }).nativeAddon;
  const [overlappingSync, noSync, noMetaSync, mapAsync] = [0x1000, 0x10000, 0x40000, 0x100000];
  const flags = getEnvFlags(env.address);
  expect(flags & (overlappingSync | noSync | noMetaSync | mapAsync)).toBe(0);
  await store.close();
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
