/**
 * Detects that the database is unavailable: which errors show it, and how the site finds out before the driver does.
 *
 * A page makes several reads one after another. The driver lets each of them wait for seconds if the server is gone,
 * and for a minute if it hangs. So while the site serves requests, a slow operation triggers a ping of the server. If
 * the server answers, it is only slow, and the operation may take as long as it needs. If the server does not answer,
 * it counts as down: this operation and all others fail at once, until a ping is answered again.
 */
import { setTimeout as delay } from "node:timers/promises";
import mongoose, { type Collection } from "mongoose";

/** An operation that takes longer triggers a ping. */
const LATE_MS = 200;
/**
 * The timeout of a ping, counted in ticks. If the event loop was blocked for a second, only one tick passes, and
 * there is time to read an answer that has arrived meanwhile.
 */
const TICK_MS = 100;
const PING_TICKS = 8;

interface Watch {
  /** Whether the site serves requests. Commands, and work before the first request, use the driver's timeouts. */
  isOn: boolean;
  isDown: boolean;
  /** The number of successful operations; any of them shows that the server is up. */
  answers: number;
  /** The current ping, shared by all operations that wait for one. */
  pinging: Promise<boolean> | null;
  listeners: Set<(isDown: boolean, reason?: unknown) => void>;
  /** The error of the last ping. */
  reason: unknown;
}

const watch: Watch = {
  isOn: false,
  isDown: false,
  answers: 0,
  pinging: null,
  listeners: new Set(),
  reason: undefined,
};

/** The error of an operation when the database is unavailable or not writable. */
class DatabaseUnavailableError extends Error {
  override readonly name = "DatabaseUnavailableError";

  constructor(cause?: unknown) {
    super(
      saysUnwritable(cause)
        ? `The database cannot be written: ${(cause as Error).message}`
        : "The database does not answer",
      { cause },
    );
  }
}

/** @returns whether an error was thrown because the database is unavailable */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError;

/** Starts the watch: from now on operations fail early if the server does not answer. */
export function startWatch(): void {
  watch.isOn = true;
}

/** Ends the watch and resets it, because the connection is closed and the next one may be to another database. */
export function endWatch(): void {
  watch.isOn = false;
  setDown(false);
}

/** @returns whether the server is up, within about a second */
export const respondsInTime = (): Promise<boolean> =>
  watch.isDown ? Promise.resolve(false) : ping();

/**
 * Calls the listener when the database goes down, with the reason if it is known, and when it is back.
 *
 * @returns a function that removes the listener
 */
export function onOutage(listener: (isDown: boolean, reason?: unknown) => void): () => void {
  watch.listeners.add(listener);
  return () => void watch.listeners.delete(listener);
}

/** The operations that models run on their collections. Creating indexes is not included, because it may take long. */
const OPERATIONS = [
  ...["bulkWrite", "countDocuments", "deleteMany", "deleteOne", "distinct"],
  ...["estimatedDocumentCount", "findOne", "findOneAndDelete", "findOneAndReplace"],
  ...["findOneAndUpdate", "insertMany", "insertOne", "replaceOne", "updateMany", "updateOne"],
];

/** Makes every operation on a collection fail within about a second during an outage, with an error that says so. */
export function guardCollection(collection: Collection): void {
  const methods = collection as unknown as Record<string, (...args: unknown[]) => unknown>;
  const replace = (name: string, by: (start: () => unknown) => unknown) => {
    const method = methods[name]?.bind(collection);
    if (!method) throw new Error(`A collection has no method ${name}`);
    methods[name] = (...args) => by(() => method(...args));
  };
  for (const name of OPERATIONS) replace(name, (start) => inTime(async () => start()));
  for (const name of ["find", "aggregate"]) {
    replace(name, (start) => {
      const cursor = start();
      // While mongoose is disconnected, it returns a promise of the cursor.
      return cursor instanceof Promise
        ? inTime(() => cursor.then(guardCursor))
        : guardCursor(cursor as ReadAtOnce);
    });
  }
}

interface ReadAtOnce {
  toArray(): Promise<unknown[]>;
}

function guardCursor<Cursor extends ReadAtOnce>(cursor: Cursor): Cursor {
  const toArray = cursor.toArray.bind(cursor);
  cursor.toArray = () => inTime(toArray);
  return cursor;
}

async function inTime<Result>(start: () => Promise<Result>): Promise<Result> {
  try {
    if (watch.isDown) throw new DatabaseUnavailableError();
    return await (watch.isOn ? whileAnswering(start()) : start());
  } catch (error) {
    if (!saysUnavailable(error)) throw error;
    // Starts a ping, so that the next operation need not detect the outage itself.
    if (watch.isOn && !watch.isDown) void ping();
    throw new DatabaseUnavailableError(error);
  }
}

/** Waits for an operation for as long as the server answers. */
function whileAnswering<Result>(operation: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | null = null;
    const whenLate = async () => {
      if (watch.isDown || !(await ping())) reject(new DatabaseUnavailableError());
      else if (timer) waitOn();
    };
    const waitOn = () => (timer = setTimeout(() => void whenLate(), LATE_MS));
    const stop = () => {
      if (timer) clearTimeout(timer);
      timer = null;
    };
    waitOn();
    operation.then(
      (result) => {
        stop();
        watch.answers += 1;
        resolve(result);
      },
      (error: unknown) => {
        stop();
        reject(error as Error);
      },
    );
  });
}

const ping = (): Promise<boolean> =>
  (watch.pinging ??= waitForAnswer().finally(() => (watch.pinging = null)));

async function waitForAnswer(): Promise<boolean> {
  const before = watch.answers;
  let asked: Promise<"there" | "lost" | null> | null = null;
  watch.reason = undefined;
  for (let count = 0; count < PING_TICKS; count += 1) {
    asked ??= sendPing().then(
      () => "there",
      (error: unknown) => {
        watch.reason = error;
        // The server answers, but cannot use its data, so its other answers do not count.
        if (saysUnwritable(error)) return "lost";
        // The connection has just been lost; by the next tick there may be a new one.
        asked = null;
        return null;
      },
    );
    const tick = delay(TICK_MS, null, { ref: false });
    const answer = await Promise.race([asked, tick]);
    if (answer === "there" || (answer === null && watch.answers !== before)) {
      setDown(false);
      return true;
    }
    await tick;
    if (answer === "lost") break;
  }
  if (watch.isOn) setDown(true);
  return false;
}

async function sendPing(): Promise<void> {
  const { db } = mongoose.connection;
  if (!db) throw new Error("There is no connection");
  await db.command({ ping: 1 });
}

function setDown(isDown: boolean): void {
  if (watch.isDown === isDown) return;
  watch.isDown = isDown;
  for (const listener of watch.listeners) listener(isDown, isDown ? watch.reason : undefined);
  if (isDown) void lookForReturn();
}

async function lookForReturn(): Promise<void> {
  while (watch.isDown) {
    await watch.pinging; // The ping that has just failed.
    if (watch.isDown) await ping();
  }
}

/** The errors of the driver and mongoose for a server that cannot be reached or accepts no operations. */
const UNAVAILABLE = new Set([
  ...["MongoServerSelectionError", "MongooseServerSelectionError", "MongoOperationTimeoutError"],
  ...["MongoNetworkError", "MongoNetworkTimeoutError"],
  ...["MongoPoolClearedError", "PoolClearedOnNetworkError", "MongoPoolClosedError"],
  ...["MongoWaitQueueTimeoutError", "MongoNotConnectedError", "MongoTopologyClosedError"],
  ...["MongoServerClosedError", "MongoClientClosedError"],
]);

/** The error codes of a server that is shutting down, is no longer the primary, or cannot reach another host. */
const UNAVAILABLE_CODES = new Set<unknown>([
  ...[6, 7, 89, 9001], // no other host can be reached
  ...[91, 189, 10_107, 11_600, 11_602, 13_435, 13_436], // stepped down, or shutting down
]);

/** The error codes of a server whose disk is full or not writable, or has lost data. Reads may still work. */
const UNWRITABLE_CODES = new Set<unknown>([38, 39, 14_031]);

const saysUnwritable = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && UNWRITABLE_CODES.has(error.code);

/** Matches errors for which mongoose has no classes. */
const UNAVAILABLE_MESSAGE = /buffering timed out|Connection was force closed|before initial connec/;

function saysUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (UNAVAILABLE.has(error.name)) return true;
  return error instanceof mongoose.mongo.MongoServerError
    ? UNAVAILABLE_CODES.has(error.code) || saysUnwritable(error)
    : error instanceof mongoose.Error && UNAVAILABLE_MESSAGE.test(error.message);
}
