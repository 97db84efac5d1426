/**
 * When the database is unavailable: which errors say so, and how the site finds out before the driver does.
 *
 * A page makes several reads one after another, and the driver lets each of them wait for seconds where
 * the server is gone, and for a minute where it hangs. So while the site serves, an operation that is
 * late has the server pinged. A slow server answers the ping, and the operation is waited for as long as
 * it takes. A server that does not answer is down: the operation fails, and so does every other one, at
 * once, until a ping is answered again.
 */
import { setTimeout as wait } from "node:timers/promises";
import mongoose, { type Collection } from "mongoose";

/** An operation that takes longer has the server pinged. */
const LATE_MS = 200;
/**
 * How long a ping may take, in ticks: a process that was busy for a second sees a single tick go by, and
 * has time to read the answer that was waiting.
 */
const TICK_MS = 100;
const PING_TICKS = 8;

interface Watch {
  /** Whether the site serves. Commands, and the work before the first request, are as patient as the driver. */
  isOn: boolean;
  isDown: boolean;
  /** How many answers have come: any of them shows that the server is there. */
  answers: number;
  /** The ping that everybody waits for. */
  pinging: Promise<boolean> | null;
  listeners: Set<(isDown: boolean, reason?: unknown) => void>;
  /** What the last ping failed with. */
  reason: unknown;
  failedAt: Date | null;
}

const watch: Watch = {
  isOn: false,
  isDown: false,
  answers: 0,
  pinging: null,
  listeners: new Set(),
  reason: undefined,
  failedAt: null,
};

/** What an operation fails with when the database is unavailable, or takes no writes. */
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

/** @returns whether something failed because the database is unavailable */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError;

/** @returns when an operation last failed because the database was unavailable */
export const lastFailure = (): Date | null => watch.failedAt;

/** From now on no operation waits for a server that does not answer. */
export function startWatch(): void {
  watch.isOn = true;
}

/** The connection is closed, and what is opened next may be another database. */
export function endWatch(): void {
  watch.isOn = false;
  watch.failedAt = null;
  setDown(false);
}

/** @returns whether the server is there, found out within about a second */
export const respondsInTime = (): Promise<boolean> =>
  watch.isDown ? Promise.resolve(false) : ping();

/**
 * Calls back when the database goes down, with the reason if there is one, and when it is back.
 *
 * @returns what ends it
 */
export function onOutage(listener: (isDown: boolean, reason?: unknown) => void): () => void {
  watch.listeners.add(listener);
  return () => void watch.listeners.delete(listener);
}

/** What a model asks of its collection and waits for. Making indexes is not among it: that may take long. */
const OPERATIONS = [
  ...["bulkWrite", "countDocuments", "deleteMany", "deleteOne", "distinct"],
  ...["estimatedDocumentCount", "findOne", "findOneAndDelete", "findOneAndReplace"],
  ...["findOneAndUpdate", "insertMany", "insertOne", "replaceOne", "updateMany", "updateOne"],
];

/** Has every operation on a collection fail in time, and with an error that says so, in an outage. */
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
      // While it is disconnected mongoose only promises one.
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
    const isUnavailable = saysUnavailable(error);
    if (isUnavailable || isDatabaseUnavailable(error)) watch.failedAt = new Date();
    if (!isUnavailable) throw error;
    // The next operation need not find it out for itself.
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
        // It answers, and says that it has lost its data: whatever else it still answers counts for nothing.
        if (saysUnwritable(error)) return "lost";
        // A connection that has just been lost: by the next tick there may be another.
        asked = null;
        return null;
      },
    );
    const tick = wait(TICK_MS, null, { ref: false });
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
    await watch.pinging; // The one that has just failed.
    if (watch.isDown) await ping();
  }
}

/** The driver's and mongoose's errors that say that there is no server, or none that takes operations. */
const UNAVAILABLE = new Set([
  ...["MongoServerSelectionError", "MongooseServerSelectionError", "MongoOperationTimeoutError"],
  ...["MongoNetworkError", "MongoNetworkTimeoutError"],
  ...["MongoPoolClearedError", "PoolClearedOnNetworkError", "MongoPoolClosedError"],
  ...["MongoWaitQueueTimeoutError", "MongoNotConnectedError", "MongoTopologyClosedError"],
  ...["MongoServerClosedError", "MongoClientClosedError"],
]);

/** What a server answers that is being stopped, is not the primary any more, or cannot reach another. */
const UNAVAILABLE_CODES = new Set<unknown>([
  ...[6, 7, 89, 9001], // no other host can be reached
  ...[91, 189, 10_107, 11_600, 11_602, 13_435, 13_436], // stepped down, or shutting down
]);

/** What a server answers whose disk is full, cannot be written, or has lost the data. Reads may go on. */
const UNWRITABLE_CODES = new Set<unknown>([38, 39, 14_031]);

const saysUnwritable = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && UNWRITABLE_CODES.has(error.code);

/** Mongoose has no classes of its own for these. */
const UNAVAILABLE_MESSAGE = /buffering timed out|Connection was force closed|before initial connec/;

function saysUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (UNAVAILABLE.has(error.name)) return true;
  return error instanceof mongoose.mongo.MongoServerError
    ? UNAVAILABLE_CODES.has(error.code) || saysUnwritable(error)
    : error instanceof mongoose.Error && UNAVAILABLE_MESSAGE.test(error.message);
}
