/**
 * The process's connection to the database, opened before the first request and closed last. Without
 * `MONGODB_URI`, opening it starts the embedded database, and closing it stops that.
 */
import { join } from "node:path";
import mongoose from "mongoose";
import type { Environment } from "~/config/env.server";
import "./all-models.server";
import { keepDataDirectoryPrivate } from "./data-directory.server";
import { detectOutages, MONITORING } from "./outage.server";

/** The name of the database if the connection string has none. */
const DEFAULT_NAME = "community";

interface State {
  /** The attempt to open the database, or its result; all callers wait for the same promise. */
  opening: Promise<void> | null;
  closing: Promise<void> | null;
  uri: string | null;
  embedded: { close(): Promise<void> } | null;
  endDetection: (() => void) | null;
}

const NOT_OPEN = { opening: null, uri: null, embedded: null, endDetection: null };
const state: State = { ...NOT_OPEN, closing: null };

// A filter on a path that is not in the schema is a mistake. If it were silently dropped, the query would match
// everything.
mongoose.set("strictQuery", "throw");
// Off, because filters are written only in models/, from values that a schema has already made
// strings, numbers or dates. If it were on, every operator of our own would need `trusted()`, and a
// forgotten one would silently change the meaning of a query.
mongoose.set("sanitizeFilter", false);
// Unique indexes enforce rules of the data, so each process creates them at start, before it writes.
mongoose.set("autoIndex", true);
mongoose.set("autoCreate", true);
// The same as `serverSelectionTimeoutMS` below. Visitors get an error earlier; see `outage.server.ts`.
mongoose.set("bufferTimeoutMS", 5000);

/** Connects, and returns when the indexes of all models exist. */
export function openDatabase(options: { uri: string }): Promise<void> {
  return open(async () => options.uri, options.uri);
}

/**
 * Opens the database that the environment names, or the embedded one if it names none.
 * @param options.create whether an embedded database is created if it does not exist; default `true`
 */
export function startDatabase(
  environment: Pick<Environment, "MONGODB_URI" | "DATA_DIR">,
  options: { create?: boolean } = {},
): Promise<void> {
  const { MONGODB_URI: uri, DATA_DIR: directory } = environment;
  if (uri) return openDatabase({ uri });
  return open(async () => {
    const { openEmbedded } = await import("embedded-mongo");
    if (options.create !== false) keepDataDirectoryPrivate(directory);
    const embedded = await openEmbedded(join(directory, "db"), options);
    state.embedded = embedded;
    return embedded.uri(DEFAULT_NAME);
  }, `embedded:${directory}`);
}

/** Closes the connection, and then the embedded database. */
export async function closeDatabase(): Promise<void> {
  const { opening } = state;
  await opening?.catch(() => {}); // A failed start cleans up after itself.
  if (opening && state.opening === opening) await release();
  else await state.closing;
}

/** Collections that may have rows in an otherwise unused database. */
const WITHOUT_CONTENT = new Set(["job-locks"]);

/** Whether the database has no content in any collection. */
export async function isDatabaseUnused(): Promise<boolean> {
  const collections = (await mongoose.connection.db?.collections()) ?? [];
  const found = await Promise.all(
    collections
      .filter(({ collectionName }) => !WITHOUT_CONTENT.has(collectionName))
      .map((collection) => collection.findOne({}, { projection: { _id: 1 } })),
  );
  return found.every((row) => row === null);
}

async function open(address: () => Promise<string>, identity: string): Promise<void> {
  await state.closing;
  if (state.opening && state.uri !== identity) {
    throw new Error("Another database is open already; close it first");
  }
  state.uri = identity;
  const opening = (state.opening ??= connect(address));
  try {
    await opening;
    await waitForIndexes();
  } catch (error) {
    // The first of the waiting callers cleans up, so that the next attempt starts afresh.
    if (state.opening === opening) await release();
    throw error;
  }
}

async function connect(address: () => Promise<string>): Promise<void> {
  const uri = await address();
  const namesDatabase = /^[^/]+\/\/[^/]+\/[^?]/.test(uri);
  await mongoose.connect(uri, {
    ...(namesDatabase ? {} : { dbName: DEFAULT_NAME }),
    maxPoolSize: 20,
    serverSelectionTimeoutMS: 5000,
    connectTimeoutMS: 10_000,
    socketTimeoutMS: 60_000,
    ...MONITORING,
  });
  state.endDetection = detectOutages(mongoose.connection.getClient());
}

/** Waits for the indexes of every model; each model creates them only once. */
async function waitForIndexes(): Promise<void> {
  await Promise.all(Object.values(mongoose.connection.models).map((model) => model.init()));
}

function release(): Promise<void> {
  const { embedded, endDetection } = state;
  endDetection?.();
  const closing = mongoose
    .disconnect()
    .then(() => embedded?.close())
    .finally(() => (state.closing = null));
  Object.assign(state, { ...NOT_OPEN, closing } satisfies State);
  return closing;
}
