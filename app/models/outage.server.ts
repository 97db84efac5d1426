/**
 * Detects that the database is unavailable, before the driver's timeouts do: a page makes several reads one after
 * another, and would wait for each.
 *
 * The driver asks every server twice a second, on a connection of its own, whether it is there. If none that accepts
 * writes has answered for two seconds, the database counts as down: operations in progress fail, and others fail at
 * once, until one answers again. A slow operation takes as long as it needs while the server answers.
 */
import mongoose, { type Collection } from "mongoose";

/** The options of the driver that the detection depends on. */
export const MONITORING = { heartbeatFrequencyMS: 500, serverMonitoringMode: "poll" } as const;

/** Counted in ticks, because an answer that arrives while the event loop is blocked is read after one more tick. */
const TICK_MS = 100;
const MAX_SILENT_TICKS = 20;

let isDown = false;
/** Rejects the operations in progress. */
const inProgress = new Set<(error: Error) => void>();
const listeners = new Set<(isDown: boolean, reason?: unknown) => void>();

class DatabaseDownError extends Error {
  override readonly name = "DatabaseDownError";
  override readonly message = "The database does not answer";
}

/**
 * Calls the listener when the database goes down, with the reason if it is known, and when it is back.
 *
 * @returns a function that removes the listener
 */
export function onOutage(listener: (isDown: boolean, reason?: unknown) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Starts the detection on an open connection. @returns a function that ends it */
export function detectOutages(client: mongoose.mongo.MongoClient): () => void {
  let silentTicks = 0;
  let reason: unknown;
  const tick = () => {
    silentTicks += 1;
    if (silentTicks > MAX_SILENT_TICKS) setDown(true, reason);
  };
  // Behind a load balancer there are no heartbeats.
  const timer = client.options.loadBalanced ? undefined : setInterval(tick, TICK_MS).unref();
  client.on("serverHeartbeatFailed", ({ failure }) => (reason = failure));
  client.on("serverHeartbeatSucceeded", ({ reply }) => {
    if (!reply.isWritablePrimary) return;
    silentTicks = 0;
    setDown(false);
  });
  return () => {
    clearInterval(timer);
    setDown(false);
  };
}

function setDown(value: boolean, reason?: unknown): void {
  if (isDown === value) return;
  isDown = value;
  for (const listener of listeners) listener(isDown, reason);
  if (isDown) for (const reject of inProgress) reject(new DatabaseDownError());
}

/** Whether the database answers, as far as is known. */
export const isDatabaseReachable = (): boolean =>
  !isDown && mongoose.connection.readyState === mongoose.ConnectionStates.connected;

/** The operations that models run on their collections. Creating indexes is not included, because it may take long. */
const OPERATIONS = [
  ...["bulkWrite", "countDocuments", "deleteMany", "deleteOne", "distinct"],
  ...["estimatedDocumentCount", "findOne", "findOneAndDelete", "findOneAndReplace"],
  ...["findOneAndUpdate", "insertMany", "insertOne", "replaceOne", "updateMany", "updateOne"],
];

/** Makes every operation on a collection fail while the database is down. */
export function guardCollection(collection: Collection): void {
  const methods = collection as unknown as Record<string, (...args: unknown[]) => unknown>;
  const replace = (name: string, by: (start: () => unknown) => unknown) => {
    const method = methods[name]?.bind(collection);
    if (!method) throw new Error(`A collection has no method ${name}`);
    methods[name] = (...args) => by(() => method(...args));
  };
  for (const name of OPERATIONS) replace(name, (start) => whileUp(async () => start()));
  for (const name of ["find", "aggregate"]) {
    replace(name, (start) => {
      const cursor = start();
      // While mongoose is disconnected, it returns a promise of the cursor.
      return cursor instanceof Promise
        ? whileUp(() => cursor.then(guardCursor))
        : guardCursor(cursor as ReadAtOnce);
    });
  }
}

interface ReadAtOnce {
  toArray(): Promise<unknown[]>;
}

function guardCursor<Cursor extends ReadAtOnce>(cursor: Cursor): Cursor {
  const toArray = cursor.toArray.bind(cursor);
  cursor.toArray = () => whileUp(toArray);
  return cursor;
}

const whileUp = <Result>(start: () => Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    if (isDown) return reject(new DatabaseDownError());
    inProgress.add(reject);
    start()
      .then(resolve, reject)
      .finally(() => inProgress.delete(reject));
  });

/** The errors of the driver and mongoose for a server that cannot be reached. */
const UNREACHABLE =
  /^(Mongo(ose)?ServerSelection|MongoNetwork|MongoNetworkTimeout|MongoPoolCleared|PoolClearedOnNetwork|MongoPoolClosed|MongoNotConnected|MongoTopologyClosed|MongoServerClosed|MongoClientClosed|MongoWaitQueueTimeout)Error$/;

/** The error codes of a server that does not accept operations. */
const REFUSING = new Set<unknown>([
  ...[6, 7, 89, 9001], // no other host can be reached
  ...[91, 189, 10_107, 11_600, 11_602, 13_435, 13_436], // stepped down, or shutting down
  ...[38, 39, 14_031], // the disk is full or not writable, or its files are lost
]);

/** @returns whether an error was thrown because the database is unavailable or not writable */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof mongoose.mongo.MongoServerError) return REFUSING.has(error.code);
  return error instanceof DatabaseDownError || UNREACHABLE.test(error.name);
}
