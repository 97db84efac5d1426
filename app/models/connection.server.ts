/**
 * The one connection to the database: opened at start, before the first request, and closed last.
 * Without `MONGODB_URI` the embedded database starts with it and stops with it.
 */
import { join } from "node:path";
import mongoose from "mongoose";
import type { Environment } from "~/config/env.server";
import "./all-models.server";
import { keepDataDirectoryPrivate } from "./data-directory.server";
import { respondsInTime, endWatch } from "./outage.server";

/** The database's name where the address does not give one. */
const DEFAULT_NAME = "community";

interface State {
  /** What is open, or being opened; everyone who asks meanwhile waits for the same promise. */
  opening: Promise<void> | null;
  closing: Promise<void> | null;
  uri: string | null;
  embedded: { close(): Promise<void> } | null;
}

const state: State = { opening: null, closing: null, uri: null, embedded: null };

// A filter on a path that no schema knows is a mistake; silently dropped it would match everything.
mongoose.set("strictQuery", "throw");
// Off, because filters are written in models/ only, from values that a schema has already made
// strings, numbers or dates. On, every operator of our own would need `trusted()`, and one that is
// forgotten would change a query's meaning without a word.
mongoose.set("sanitizeFilter", false);
// Unique indexes are the rules of this data, so they are made by whoever starts, before it writes.
mongoose.set("autoIndex", true);
mongoose.set("autoCreate", true);
// As long as the driver looks for a server. A visitor is told earlier, see `outage.server.ts`.
mongoose.set("bufferTimeoutMS", 5000);

/** Connects, and returns when the indexes of all models exist. */
export function openDatabase(options: { uri: string }): Promise<void> {
  return open(async () => options.uri, options.uri);
}

/**
 * Opens the database that the environment names, or the embedded one if it names none.
 *
 * @param options.create whether an embedded database that is not there is created
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

/** Closes the connection, and the embedded database after it. */
export async function closeDatabase(): Promise<void> {
  const { opening } = state;
  await opening?.catch(() => {}); // A start that failed cleans up behind itself.
  if (opening && state.opening === opening) await release();
  else await state.closing;
}

/** Locks of jobs say nothing of what a database holds. */
const WITHOUT_CONTENT = new Set(["job-locks"]);

/** Whether the database has never held anything. */
export async function isDatabaseUnused(): Promise<boolean> {
  const collections = (await mongoose.connection.db?.collections()) ?? [];
  const found = await Promise.all(
    collections
      .filter(({ collectionName }) => !WITHOUT_CONTENT.has(collectionName))
      .map((collection) => collection.findOne({}, { projection: { _id: 1 } })),
  );
  return found.every((row) => row === null);
}

/** Whether the database answers now, asked in a way that never takes long. */
export async function isDatabaseReachable(): Promise<boolean> {
  const { readyState } = mongoose.connection;
  return readyState === mongoose.ConnectionStates.connected && (await respondsInTime());
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
    await indexed();
  } catch (error) {
    // The first of those who wait cleans up, so that the next attempt begins from nothing.
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
  });
}

/** Waits for the indexes of every model; each model does that work once and remembers it. */
async function indexed(): Promise<void> {
  await Promise.all(Object.values(mongoose.connection.models).map((model) => model.init()));
}

function release(): Promise<void> {
  const { embedded } = state;
  endWatch();
  const closing = mongoose
    .disconnect()
    .then(() => embedded?.close())
    .finally(() => (state.closing = null));
  Object.assign(state, { opening: null, closing, uri: null, embedded: null } satisfies State);
  return closing;
}
