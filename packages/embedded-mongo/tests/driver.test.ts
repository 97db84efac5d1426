import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEmbedded, type EmbeddedDatabase } from "../src/index";

const directory = mkdtempSync(join(tmpdir(), "embedded-mongo-test-"));
let database: EmbeddedDatabase;
let client: MongoClient;

beforeAll(async () => {
  database = await openEmbedded(directory);
  client = await new MongoClient(database.uri("app")).connect();
});
afterAll(async () => {
  await client.close();
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

test("an unmodified driver writes a document and reads it back", async () => {
  const things = client.db().collection<{ _id: number; name: string }>("things");
  await things.insertOne({ _id: 1, name: "one" });
  expect(await things.findOne({ name: "one" })).toEqual({ _id: 1, name: "one" });
});

test("a second document with the same _id is refused with code 11000", async () => {
  const things = client.db().collection<{ _id: number }>("things");
  await expect(things.insertOne({ _id: 1 })).rejects.toMatchObject({ code: 11000 });
});
