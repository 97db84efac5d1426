/** The number of documents of each collection is stored, so that it need not be counted. */
import { MongoClient, type Db } from "mongodb";
import { afterEach, expect, test, vi } from "vitest";
import { Row } from "../src/bson/raw-document";
import { openEmbedded } from "../src/index";
import { Store } from "../src/storage/store";
import { useDirectory } from "./helpers/database";
import { ended, message, start } from "./helpers/process";

const mixed = useDirectory();
const alone = useDirectory();

afterEach(() => void vi.restoreAllMocks());

async function withDatabase<T>(directory: string, use: (db: Db) => Promise<T>): Promise<T> {
  const server = await openEmbedded(directory);
  const client = await new MongoClient(server.uri("test")).connect();
  try {
    return await use(client.db());
  } finally {
    await client.close();
    await server.close();
  }
}

/** The stored count of each collection, after a check that it is correct. */
const checkedCounts = (directory: string) =>
  withDatabase(directory, async (db) => {
    const counts: Record<string, number> = {};
    for (const { name } of await db.listCollections().toArray()) {
      const c = db.collection(name);
      const documents = await c.find().toArray();
      expect(await c.countDocuments()).toBe(documents.length);
      expect(await c.estimatedDocumentCount()).toBe(documents.length);
      expect(await db.command({ validate: name })).toMatchObject({ valid: true, errors: [] });
      counts[name] = documents.length;
    }
    return counts;
  });

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);

test("the count is correct after two processes have written at random, one of which was killed meanwhile", async () => {
  const [killed, whole] = ["Infinity", "60"].map((rounds) => start("./mixer.ts", mixed, rounds));
  await Promise.all([message(killed!), ended(whole!)]);
  killed!.kill("SIGKILL");
  await ended(killed!);
  expect([killed!.signalCode, whole!.exitCode]).toEqual(["SIGKILL", 0]);
  expect(sum(await checkedCounts(mixed))).toBeGreaterThan(0);
});

test("the count is returned without reading any document", async () => {
  const store = await Store.open(alone);
  await store.write(() => {
    for (let _id = 0; _id < 2000; _id++)
      store.ensureCollection("a.counted").replace(undefined, Row.of({ _id }));
  });
  const reads = (["get", "getKeys", "getRange", "getKeysCount"] as const).map((method) =>
    vi.spyOn(store.documents, method),
  );
  expect(store.collection("a.counted")!.count).toBe(2000);
  for (const read of reads) expect(read).not.toHaveBeenCalled();
  await store.close();
});

test("the count includes what a write has stored before it fails", async () => {
  const store = await Store.open(alone);
  const writing = store.write(() => {
    store.ensureCollection("a.failed").replace(undefined, Row.of({ _id: 1 }));
    throw new Error("stop");
  });
  await expect(writing).rejects.toThrow("stop");
  expect(store.collection("a.failed")!.count).toBe(1);
  await store.close();
});

test("validate reports a wrong count", async () => {
  await withDatabase(mixed, async (db) => {
    await db.collection("wrong").insertOne({});
  });
  const store = await Store.open(mixed);
  await store.write(() => store.counts.set(store.collection("test.wrong")!.entry.id, 7));
  await store.close();
  await withDatabase(mixed, async (db) => {
    expect(await db.command({ validate: "wrong" })).toMatchObject({
      valid: false,
      errors: ["the kept count is 7 instead of 1"],
    });
  });
});
