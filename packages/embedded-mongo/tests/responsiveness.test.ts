/** A long command must not block other commands or the event loop of the program that the server runs in. */
import type { Collection, Document } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { useDatabase } from "./helpers/database";

const database = useDatabase();
let c: Collection<Document>;

beforeAll(async () => {
  c = await database.collection();
  const text = "Lorem ipsum dolor sit amet. ".repeat(10);
  for (let from = 0; from < 16_000; from += 2000)
    await c.insertMany(
      Array.from({ length: 2000 }, (_, i) => ({ n: from + i, text, group: i % 100 })),
    );
});

/** How many other requests were answered, one after another, while a long one was running. */
async function answeredMeanwhile(
  long: Promise<unknown>,
  ask: () => Promise<unknown> = () => database.command({ ping: 1 }),
): Promise<number> {
  let running = true;
  void long.finally(() => (running = false)).catch(() => undefined);
  let answered = 0;
  const deadline = Date.now() + 20_000;
  while (running && Date.now() < deadline) {
    await ask();
    answered++;
  }
  await long;
  return answered;
}

test("concurrent upserts that pause during their scans insert one document together", async () => {
  // The inserted document is in a part of the collection that the other upserts have already scanned.
  const upsert = (_id: number) =>
    c.updateOne(
      { key: "k" },
      { $inc: { n: 1 }, $setOnInsert: { _id: _id as never } },
      { upsert: true },
    );
  await Promise.all([1, 2, 3, 4].map(upsert));
  expect((await c.find({ key: "k" }).toArray()).map(({ n }) => n)).toEqual([4]);
  await c.deleteMany({ key: "k" });
});

describe("other commands are executed during", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["a scan", () => c.find({ text: /zzz/ }).toArray()],
    ["a count", () => c.countDocuments({ text: /zzz/ })],
    ["a sort", () => c.find().sort({ text: 1, n: -1 }).limit(5).toArray()],
    [
      "an aggregation",
      () => c.aggregate([{ $group: { _id: "$group", n: { $sum: "$n" } } }]).toArray(),
    ],
    ["an index build", () => c.createIndex({ group: 1, n: -1 })],
  ])("%s", async (_what, long) => {
    expect(await answeredMeanwhile(long())).toBeGreaterThanOrEqual(3);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["an update of many", () => c.updateMany({}, { $set: { seen: true } })],
    ["a delete of many", () => c.deleteMany({ n: { $gte: 4000 } })],
  ])("%s, including writes", async (_what, long) => {
    const other = await database.collection();
    const write = () => other.insertOne({});
    expect(await answeredMeanwhile(long(), write)).toBeGreaterThanOrEqual(3);
  });

  test("a drop", async () => {
    expect(await answeredMeanwhile(c.drop())).toBeGreaterThanOrEqual(3);
  });
});
