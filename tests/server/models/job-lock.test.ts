import mongoose from "mongoose";
import { afterEach, expect, test, vi } from "vitest";
import { acquireLock, renewLock } from "~/models/job-lock.server";
import { useDatabase } from "../../setup/database";

useDatabase();
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const locks = () => mongoose.connection.collection("job-locks");
/** As it is when nobody has kept it for a while. */
const expire = () => locks().updateMany({}, { $set: { until: new Date(0) } });

/** How many of twenty who ask for a lock at once acquire it. */
async function acquiredByTwenty(): Promise<number> {
  const asking = Array.from({ length: 20 }, () => acquireLock("work", 60_000));
  return (await Promise.all(asking)).filter(({ isMine }) => isMine).length;
}

test("one of twenty who ask at once acquires a lock", async () => {
  expect(await acquiredByTwenty()).toBe(1);
  expect(await acquiredByTwenty()).toBe(0);
});

test("one of twenty acquires a lock that has expired, and none a moment before", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-01T00:00:00Z") });
  expect(await acquiredByTwenty()).toBe(1);
  vi.setSystemTime(new Date("2026-01-01T00:00:59.999Z"));
  expect(await acquiredByTwenty()).toBe(0);
  vi.setSystemTime(new Date("2026-01-01T00:01:00Z"));
  expect(await acquiredByTwenty()).toBe(1);
});

test("the lock of one job does not keep another waiting", async () => {
  expect(await acquireLock("work", 60_000)).toMatchObject({ isMine: true });
  expect(await acquireLock("other work", 60_000)).toMatchObject({ isMine: true });
});

test("a lock that was not renewed is acquired by the next, and its holder learns of it", async () => {
  const first = await acquireLock("work", 60_000);
  await expire();
  const second = await acquireLock("work", 60_000);
  expect(second.isMine).toBe(true);
  expect(second.id).not.toBe(first.id);
  expect(await renewLock(first.id, 60_000)).toBe(false);
  expect(await renewLock(second.id, 60_000)).toBe(true);
});

test("a lock that is renewed just when somebody takes it for lost stays its holder's", async () => {
  const first = await acquireLock("work", 60_000);
  await expire();
  const { prototype } = mongoose.mongo.Collection;
  const { findOne } = prototype;
  const looks = vi.spyOn(prototype, "findOne").mockImplementation(async function (
    this: typeof prototype,
    ...asked: unknown[]
  ) {
    const found = await (Reflect.apply(findOne, this, asked) as Promise<object | null>);
    // The other has seen that the time is over; now the holder is heard of.
    await renewLock(first.id, 60_000);
    return found;
  });
  expect(await acquireLock("work", 60_000)).toEqual({ id: first.id, isMine: false });
  expect(looks).toHaveBeenCalled();
  expect(await locks().find().toArray()).toMatchObject([{ state: "running" }]);
});
