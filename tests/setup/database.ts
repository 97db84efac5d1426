/** A real database for the tests of one file: the embedded one, or the one of MONGODB_TEST_URI. */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "embedded-mongo";
import mongoose, { Types } from "mongoose";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { closeDatabase, openDatabase, startDatabase } from "~/models/connection.server";
import { dropDayCache } from "~/models/view.server";
import { countCollectedViews } from "~/services/articles/view-batch.server";
import { storeCollectedEvents } from "~/services/events/events.server";
import { sendDueMails } from "~/services/mail/outbox.server";
import { forgetPreviews } from "~/services/recommendations/shared-previews";
import { copyTemplate } from "./templates";

interface TestDatabase {
  uri: string;
  /** Called when all connections are closed. */
  remove(): Promise<void>;
}

/**
 * Opens a database for all tests of the file; each test finds its collections empty.
 *
 * @param options.isKept whether to keep the data between tests, for tests that only read it
 */
export function useDatabase({ isKept = false } = {}): void {
  let database: TestDatabase | undefined;

  beforeAll(async () => {
    database = await makeDatabase();
    await openDatabase({ uri: database.uri });
  });

  if (!isKept) beforeEach(emptyCollections);

  afterAll(async () => {
    try {
      await sendDueMails();
      await storeCollectedEvents();
      await mongoose.connection.db?.dropDatabase();
    } finally {
      await closeDatabase();
      await database?.remove();
    }
  });
}

/** Deletes all documents. Indexes stay, because they enforce constraints and take time to build. */
export async function emptyCollections(): Promise<void> {
  await countCollectedViews(); // So that views of one test are not counted in the next.
  await sendDueMails();
  await storeCollectedEvents();
  const collections = (await mongoose.connection.db?.collections()) ?? [];
  await Promise.all(
    collections
      .filter(({ collectionName }) => !collectionName.startsWith("system."))
      .map((collection) => collection.deleteMany({})),
  );
  dropDayCache();
  forgetPreviews();
}

/** @returns a collection of the database, to be read and changed directly */
export const collection = (name: string) => mongoose.connection.collection(name);

/** Sets fields of a document directly in the database. */
export const setFields = (name: string, id: string, fields: object) =>
  collection(name).updateOne({ _id: new Types.ObjectId(id) }, { $set: fields });

/** @returns a document as it is stored, or `null` if there is none */
export const rowOf = (name: string, id: string) =>
  collection(name).findOne({ _id: new Types.ObjectId(id) });

/** @returns all rows of a collection by id */
export const rowsOf = (name: string) => collection(name).find().sort({ _id: 1 }).toArray();

async function makeDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const server = process.env.MONGODB_TEST_URI;
  if (server) return { uri: withDatabase(server, name), remove: async () => {} };
  const directory = await mkdtemp(join(tmpdir(), "test-database-"));
  await copyTemplate("empty", directory, makeEmpty);
  const embedded = await openEmbedded(join(directory, "db"));
  return {
    uri: embedded.uri("community"),
    async remove() {
      await embedded.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Makes the collections and their indexes, which takes longer than most tests. */
export async function makeEmpty(directory: string): Promise<void> {
  await startDatabase({ DATA_DIR: directory, MONGODB_URI: undefined });
  await closeDatabase();
}

/**
 * Returns the address of another database on the same server, so that two runs share no data. A user in
 * the address still authenticates against the database that the address names.
 */
export function withDatabase(uri: string, name: string): string {
  const parts = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(uri);
  if (!parts) throw new Error("MONGODB_TEST_URI is not a MongoDB address");
  const [, server, former, query] = parts;
  const options = new URLSearchParams(query);
  if (server?.includes("@") && !options.has("authSource")) {
    options.set("authSource", former || "admin");
  }
  return `${server}/${name}${options.size > 0 ? `?${options}` : ""}`;
}
