import mongoose from "mongoose";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { closeDatabase, isDatabaseReachable, openDatabase } from "~/models/connection.server";
import { readSetting, writeSetting } from "~/models/setting.server";
import { consume } from "~/models/rate-limits.server";
import {
  guardCollection,
  isDatabaseUnavailable,
  onOutage,
  startWatch,
} from "~/models/outage.server";
import { toServiceError } from "~/utils/http/error-responses.server";
import { openProxiedDatabase, type ProxiedDatabase } from "../../setup/proxied-database";

// Rate limits also query the database.
process.env.RATE_LIMITS = "on";
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

/** A test double of a collection that answers when it is told to. */
function slowCollection() {
  let answer: (row: string) => void = () => {};
  const promise = new Promise<string>((resolve) => (answer = resolve));
  const collection = new Proxy(
    {},
    { get: (own, name) => Reflect.get(own, name) ?? (() => promise) },
  ) as mongoose.Collection;
  guardCollection(collection);
  return { collection, answer };
}

test("an operation waits for a database that does not answer for a while", async () => {
  wired.silence();
  const reading = readSetting("anything");
  expect(await isDatabaseReachable()).toBe(false);
  expect(changes).toEqual([]);
  await wired.mend();
  expect(await reading).toBeNull();
});

describe("once the site serves", () => {
  beforeAll(startWatch);

  test.each(["cut", "silence"] as const)(
    "an operation fails as unavailable during an outage (%s), and works again after it",
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
      await wired.mend();
      await expect.poll(isDatabaseReachable).toBe(true);
      expect(changes).toEqual(["down", "back"]);
      await writeSetting("name", "other");
      expect(await readSetting("name")).toBe("other");
    },
  );

  test("an operation fails without a query while the database is down", async () => {
    wired.silence();
    await failureOf(readSetting("name"));
    const find = vi.spyOn(mongoose.mongo.Collection.prototype, "findOne");
    expect(isDatabaseUnavailable(await failureOf(readSetting("name")))).toBe(true);
    expect(find).not.toHaveBeenCalled();
  });

  test("an operation may take long while the database answers pings", async () => {
    const asked = vi.spyOn(mongoose.mongo.Db.prototype, "command");
    const { collection, answer } = slowCollection();
    const slow = collection.findOne();
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(3);
    answer("a row");
    expect(await slow).toBe("a row");
    expect(changes).toEqual([]);
  });

  test("the answer to any operation shows that the database is reachable", async () => {
    const asked = vi.spyOn(mongoose.mongo.Db.prototype, "command");
    asked.mockReturnValue(new Promise(() => {}));
    const { collection, answer } = slowCollection();
    const slow = collection.findOne();
    while (asked.mock.calls.length < 3) await readSetting("name");
    answer("a row");
    expect(await slow).toBe("a row");
    expect(changes).toEqual([]);
  });

  test("an error that the database returns is passed on", async () => {
    const collection = mongoose.connection.collection("settings");
    await collection.insertOne({ _id: "taken" as never });
    const failure = await failureOf(mongoose.model("Setting").create({ _id: "taken", value: 1 }));
    expect(failure).toMatchObject({ code: 11_000 });
    expect(isDatabaseUnavailable(failure)).toBe(false);
  });
});
