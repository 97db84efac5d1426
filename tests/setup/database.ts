/** A real database for tests: the embedded one, or the one of MONGODB_TEST_URI. */
import { randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { openEmbedded } from "embedded-mongo";
import mongoose, { Types } from "mongoose";
import { afterAll, beforeAll, beforeEach, inject } from "vitest";
import { closeDatabase, openDatabase, startDatabase } from "~/models/connection.server";
import { dropDayCache } from "~/models/view.server";
import { countCollectedViews } from "~/services/articles/view-batch.server";
import { storeDayCounts } from "~/services/day-counts.server";
import { storeCollectedReadings } from "~/services/readings/readings.server";
import { storeCollectedEvents } from "~/services/events/events.server";
import { forgetSiteSettings } from "~/services/site-settings/site-settings.server";
import { sendDueMails } from "~/services/mail/outbox.server";
import { forgetPreviews } from "~/services/recommendations/shared-previews";
import { shared } from "./shared-database";
import { copyTemplate } from "./templates";

/**
 * Opens a database for all tests of the file; each test finds its collections empty. The files of a worker share it,
 * because opening one takes longer than most tests.
 *
 * @param options.isKept whether to keep the data between tests, for tests that only read it
 */
export function useDatabase({ isKept = false } = {}): void {
  shared.isWanted = true;

  beforeAll(async () => {
    shared.close ??= await openShared();
    await emptyCollections();
  });

  if (!isKept) beforeEach(() => emptyCollections());

  afterAll(async () => {
    await sendDueMails();
    await storeDayCounts();
    await storeCollectedEvents();
    // The next file of the worker may use no database, so that nothing would make it forget them.
    forgetSiteSettings();
    // Nothing else removes the databases of a server, but the directory of the run is removed after it.
    if (process.env.MONGODB_TEST_URI) await shared.close?.();
  });
}

/** The collections into which this process has written since it emptied them. */
const written = new Set<string>();
const WRITE = /^(insert|update|replace)(One|Many)$|^bulkWrite$|^findOneAnd(Update|Replace)$/;

/** Notes the collections into which this process writes, because emptying all takes longer than many tests. */
function noteWrites(): void {
  const driver = mongoose.mongo.Collection.prototype as unknown as Record<
    string,
    (this: { collectionName: string }, ...given: unknown[]) => unknown
  >;
  for (const name of Object.getOwnPropertyNames(driver).filter((one) => WRITE.test(one))) {
    const write = driver[name]!;
    driver[name] = function (...given) {
      written.add(this.collectionName);
      return write.apply(this, given);
    };
  }
}
noteWrites();

/**
 * Deletes all documents. Indexes stay, because they enforce constraints and take time to build.
 *
 * @param options.byOthers whether other processes have written, too
 */
export async function emptyCollections({ byOthers = false } = {}): Promise<void> {
  await countCollectedViews(); // So that views of one test are not counted in the next.
  await storeCollectedReadings();
  if (written.has("mails")) await sendDueMails();
  // Sending mails counts them. What has been counted would be stored seconds later, during another test.
  await storeDayCounts();
  await storeCollectedEvents();
  // Also those of the site that the file before has used.
  forgetSiteSettings();
  const all = byOthers ? await mongoose.connection.db!.collections() : [];
  const names = new Set([...written, ...all.map(({ collectionName }) => collectionName)]);
  written.clear();
  await Promise.all([...names].map((name) => collection(name).deleteMany({})));
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

/** @returns what closes the database again */
async function openShared(): Promise<() => Promise<void>> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const server = process.env.MONGODB_TEST_URI;
  const embedded = server ? undefined : await openCopy();
  await openDatabase({ uri: server ? withDatabase(server, name) : embedded!.uri("community") });
  return async () => {
    if (server) await mongoose.connection.db?.dropDatabase();
    shared.close = undefined;
    await closeDatabase();
    await embedded?.close();
  };
}

async function openCopy() {
  const directory = await mkdtemp(join(inject("runDirectory"), "database-"));
  await copyTemplate("empty", directory, makeEmpty);
  return openEmbedded(join(directory, "db"));
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

/** Stores a text of the site as an administrator has saved it, whatever it says. */
export const saveText = (name: string, text: string) =>
  collection("site-texts").insertOne({ name, version: 1, text, at: new Date() });
