import mongoose from "mongoose";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase, openDatabase } from "~/models/connection.server";
import { readSetting, writeSetting } from "~/models/setting.server";
import { consume } from "~/models/rate-limits.server";
import {
  guardCollection,
  isDatabaseReachable,
  isDatabaseUnavailable,
  onOutage,
} from "~/models/outage.server";
import { toServiceError } from "~/utils/http/error-responses.server";
import { useEnvironment } from "../../setup/environment";
import { openProxiedDatabase, type ProxiedDatabase } from "../../setup/proxied-database";

// Rate limits also query the database.
useEnvironment({ RATE_LIMITS: "on" });
let wired: ProxiedDatabase;
const changes: string[] = [];
let stopListening: () => void;
beforeAll(async () => {
  wired = await openProxiedDatabase();
  await openDatabase({ uri: wired.uri });
  stopListening = onOutage((isDown) => changes.push(isDown ? "down" : "back"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await wired.mend();
  await expect.poll(isDatabaseReachable).toBe(true);
  changes.length = 0;
});
afterAll(async () => {
  stopListening();
  await closeDatabase();
});

const failureOf = (operation: Promise<unknown>): Promise<unknown> =>
  operation.then(
    () => "it worked",
    (error: unknown) => error,
  );

/** Waits for a heartbeat of the driver, of which two answer within a second. */
const nextHeartbeat = () =>
  new Promise((resolve) =>
    mongoose.connection.getClient().once("serverHeartbeatSucceeded", resolve),
  );

test.each(["cut", "silence"] as const)(
  "operations fail as unavailable during an outage (%s), then at once, and work again after it",
  async (end) => {
    await writeSetting("name", end);
    await wired[end]();
    const failures = await Promise.all(
      [readSetting("name"), writeSetting("name", "other"), consume("signUp", "192.0.2.1")].map(
        failureOf,
      ),
    );
    for (const failure of failures) {
      expect(isDatabaseUnavailable(failure)).toBe(true);
      expect(toServiceError(failure)?.kind).toBe("unavailable");
    }
    await expect.poll(() => changes).toEqual(["down"]);
    const find = vi.spyOn(mongoose.mongo.Collection.prototype, "findOne");
    expect(isDatabaseUnavailable(await failureOf(readSetting("name")))).toBe(true);
    expect(find).not.toHaveBeenCalled();

    await wired.mend();
    await expect.poll(isDatabaseReachable).toBe(true);
    expect(changes).toEqual(["down", "back"]);
    await writeSetting("name", "other");
    expect(await readSetting("name")).toBe("other");
  },
);

test("an operation may take long while the database answers", async () => {
  let answer: (row: string) => void = () => {};
  const promise = new Promise<string>((resolve) => (answer = resolve));
  const collection = new Proxy(
    {},
    { get: (own, name) => Reflect.get(own, name) ?? (() => promise) },
  ) as mongoose.Collection;
  guardCollection(collection);
  const slow = collection.findOne();
  for (let count = 0; count < 6; count += 1) await nextHeartbeat();
  answer("a row");
  expect(await slow).toBe("a row");
  expect(changes).toEqual([]);
});

test("a process that is busy itself does not take the database for unavailable", async () => {
  await nextHeartbeat();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  await readSetting("name");
  expect(changes).toEqual([]);
});

test("an error that the database returns is passed on", async () => {
  const collection = mongoose.connection.collection("settings");
  await collection.insertOne({ _id: "taken" as never });
  const failure = await failureOf(mongoose.model("Setting").create({ _id: "taken", value: 1 }));
  expect(failure).toMatchObject({ code: 11_000 });
  expect(isDatabaseUnavailable(failure)).toBe(false);
});
