/** Cursors: https://www.mongodb.com/docs/manual/core/cursors/ */
import { Long, type ClientSession, type Document } from "mongodb";
import { describe, expect, test, vi } from "vitest";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();
const documents = (n: number) => Array.from({ length: n }, (_, i) => ({ _id: i, n: i }));

test("a batch size of zero opens a cursor without reading; a limit or a single batch leaves none open", async () => {
  const find = { find: (await database.collection(documents(9))).collectionName };
  const first = async (options: Document) => {
    const { cursor } = await database.command({ ...find, ...options });
    return [cursor.firstBatch.length, Number(cursor.id) !== 0];
  };
  expect(await first({ batchSize: 0 })).toEqual([0, true]);
  expect(await first({ limit: 3 })).toEqual([3, false]);
  expect(await first({ batchSize: 3, singleBatch: true })).toEqual([3, false]);
});

test("the driver reads all documents with any batch size, of which the first is 101 by default", async () => {
  const c = await database.collection(documents(777));
  const { cursor } = await database.command({ find: c.collectionName });
  expect(cursor.firstBatch).toHaveLength(101);
  for (const batchSize of [1, 50, 1000]) {
    let n = 0;
    for await (const doc of c.find().sort({ n: 1 }).batchSize(batchSize)) expect(doc.n).toBe(n++);
    expect(n).toBe(777);
  }
});

test("batches stay under 16 MB", async () => {
  const c = await database.collection();
  const pad = "x".repeat(5_000_000);
  for (let i = 0; i < 5; i++) await c.insertOne({ _id: i as never, pad });
  const { cursor } = await database.command({ find: c.collectionName });
  expect(cursor.firstBatch).toHaveLength(3);
  expect(await c.find().toArray()).toHaveLength(5);
});

describe("an open cursor", () => {
  const open = async (n = 300) => {
    const c = await database.collection(documents(n));
    const { cursor } = await database.command({ find: c.collectionName, batchSize: 10 });
    const id = Long.fromValue(cursor.id);
    return { c, id, more: () => database.command({ getMore: id, collection: c.collectionName }) };
  };

  test("is closed by killCursors", async () => {
    const { c, more, id } = await open();
    const cursors = [id, Long.fromNumber(5)];
    const reply = await database.command({ killCursors: c.collectionName, cursors });
    expect([reply.cursorsKilled.length, reply.cursorsNotFound.length]).toEqual([1, 1]);
    await expectRefusal(more(), 43);
  });

  test("is closed ten minutes after its last use", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { c, id } = await open();
      const more = () =>
        database.command({ getMore: id, collection: c.collectionName, batchSize: 10 });
      for (let i = 0; i < 3; i++) {
        vi.advanceTimersByTime(9 * 60_000);
        expect((await more()).cursor.nextBatch).toHaveLength(10);
      }
      vi.advanceTimersByTime(10 * 60_000);
      await expectRefusal(more(), 43);
    } finally {
      vi.useRealTimers();
    }
  });

  test("cannot be read under the name of another collection, or in another session", async () => {
    const c = await database.collection(documents(300));
    const [own, other] = [database.client.startSession(), database.client.startSession()];
    const { cursor } = await database.db.command({ find: c.collectionName }, { session: own });
    const more = (session: ClientSession, collection = c.collectionName) =>
      database.db.command({ getMore: Long.fromValue(cursor.id), collection }, { session });
    await expectRefusal(more(own, "another"), 13);
    await expectRefusal(more(other), 50738);
    expect(await more(own)).toMatchObject({ ok: 1 });
    await Promise.all([own.endSession(), other.endSession()]);
  });

  test("is closed when its session ends", async () => {
    const c = await database.collection(documents(300));
    const session = database.client.startSession();
    const cursor = c.find({}, { session, batchSize: 10 });
    await cursor.next();
    await session.endSession();
    const { id } = cursor;
    await database.command({ endSessions: [session.id] });
    await expectRefusal(database.command({ getMore: id!, collection: c.collectionName }), 43);
  });

  test("includes documents inserted and skips documents deleted after it was opened", async () => {
    const { c, more } = await open();
    await c.deleteMany({ _id: { $gte: 100 as never, $lt: 200 as never } });
    await c.insertOne({ _id: 1000 as never });
    const { cursor } = await more();
    expect(cursor.nextBatch).toHaveLength(300 - 10 - 100 + 1);
  });

  test("fails with code 175 when its collection is dropped", async () => {
    const { c, more } = await open();
    await c.drop();
    await expectRefusal(more(), 175);
  });
});

test("maxTimeMS ends a command that takes too long, with code 50, and killCursors one that runs", async () => {
  const c = await database.collection(documents(3000));
  const numbers = Array.from({ length: 2000 }, (_, i) => i);
  const slow = {
    $expr: {
      $gt: [{ $size: { $filter: { input: numbers, cond: { $eq: ["$$this", "$n"] } } } }, 5],
    },
  };
  await expectRefusal(c.find(slow, { maxTimeMS: 20 }).toArray(), 50);
  await expectRefusal(c.countDocuments(slow, { maxTimeMS: 20 }), 50);
  await expectRefusal(c.updateMany(slow, { $set: { seen: true } }, { maxTimeMS: 20 }), 50);
  await expectRefusal(c.deleteMany(slow, { maxTimeMS: 20 }), 50);
  await expectRefusal(c.findOneAndUpdate(slow, { $set: { seen: true } }, { maxTimeMS: 20 }), 50);
  const find = { find: c.collectionName, filter: slow, batchSize: 0 };
  const { id } = (await database.command(find)).cursor;
  const more = expectRefusal(database.command({ getMore: id, collection: c.collectionName }), 237);
  await database.command({ killCursors: c.collectionName, cursors: [id] });
  await more;
  const another = await database.collection();
  await expectRefusal(another.insertMany(documents(30_000) as Document[], { maxTimeMS: 1 }), 50);
});
