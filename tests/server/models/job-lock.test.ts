import mongoose from "mongoose";
import { afterEach, expect, test, vi } from "vitest";
import { acquireLock, renewLock } from "~/models/job-lock.server";
import { collection, useDatabase } from "../../setup/database";

useDatabase();
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const locks = () => collection("job-locks");
const expire = () => locks().updateMany({}, { $set: { until: new Date(0) } });

/** How many of twenty simultaneous attempts acquire a lock. */
async function acquiredByTwenty(): Promise<number> {
  const asking = Array.from({ length: 20 }, () => acquireLock("work", 60_000));
  return (await Promise.all(asking)).filter(({ isMine }) => isMine).length;
}

test("one of twenty simultaneous attempts acquires a lock", async () => {
  expect(await acquiredByTwenty()).toBe(1);
  expect(await acquiredByTwenty()).toBe(0);
});

test("one of twenty attempts acquires an expired lock, and none a moment before", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-01T00:00:00Z") });
  expect(await acquiredByTwenty()).toBe(1);
  vi.setSystemTime(new Date("2026-01-01T00:00:59.999Z"));
  expect(await acquiredByTwenty()).toBe(0);
  vi.setSystemTime(new Date("2026-01-01T00:01:00Z"));
  expect(await acquiredByTwenty()).toBe(1);
});

test("a lock that was not renewed can be acquired again, and its old holder cannot renew it", async () => {
  const first = await acquireLock("work", 60_000);
  await expire();
  const second = await acquireLock("work", 60_000);
  expect(second.isMine).toBe(true);
  expect(second.id).not.toBe(first.id);
  expect(await renewLock(first.id, 60_000)).toBe(false);
  expect(await renewLock(second.id, 60_000)).toBe(true);
});

test("a lock stays with its holder if it is renewed just as another process finds it expired", async () => {
  const first = await acquireLock("work", 60_000);
  await expire();
  const { prototype } = mongoose.mongo.Collection;
  const { findOne } = prototype;
  const looks = vi.spyOn(prototype, "findOne").mockImplementation(async function (
    this: typeof prototype,
    ...asked: unknown[]
  ) {
    const found = await (Reflect.apply(findOne, this, asked) as Promise<object | null>);
    // The other process has read the expired lock. Now its holder renews it.
    await renewLock(first.id, 60_000);
    return found;
  });
  expect(await acquireLock("work", 60_000)).toEqual({ id: first.id, isMine: false });
  expect(looks).toHaveBeenCalled();
  expect(await locks().find().toArray()).toMatchObject([{ state: "running" }]);
});
