/** The amount that a query reads grows with what it asks for, without a threshold from which it reads much more. */
import {
  Binary,
  BSON,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  type Collection,
  type Document,
} from "mongodb";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { elementBytes, encode, Row } from "../src/bson/raw-document";
import { expectRefusal, stage, useDatabase } from "./helpers/database";

const { EJSON } = BSON;
const database = useDatabase();

interface Read {
  index: string | undefined;
  sorts: boolean;
  scans: boolean;
  /** Whether distinct values are read by a distinct scan. */
  distinct: boolean;
  returned: number;
  keys: number;
  docs: number;
}

/** What a command reads, and how, according to `explain`. */
async function readBy(command: Document): Promise<Read> {
  const explained = await database.command({ explain: command, verbosity: "executionStats" });
  const plan = explained.queryPlanner.winningPlan as Document;
  return {
    index: stage(plan, "IXSCAN")?.indexName as string | undefined,
    sorts: stage(plan, "SORT") !== undefined,
    scans: stage(plan, "COLLSCAN") !== undefined,
    distinct: stage(plan, "DISTINCT_SCAN") !== undefined,
    returned: explained.executionStats.nReturned as number,
    keys: explained.executionStats.totalKeysExamined as number,
    docs: explained.executionStats.totalDocsExamined as number,
  };
}

const range = (length: number) => Array.from({ length }, (_, i) => i);

describe("a list in the order of an index", () => {
  const ROWS = 6000;
  let c: Collection<Document>;
  const list = (filter: Document, limit = 0) =>
    readBy({ find: c.collectionName, filter, sort: { createdAt: -1 }, limit });

  beforeAll(async () => {
    c = await database.collection(
      range(ROWS).map((_id) => ({
        _id,
        tags: [_id < 1900 ? "fewer" : _id < 1900 + 2040 ? "more" : "other"],
        group: _id % 60 ? (_id < 4200 ? "large" : "medium") : "small",
        kind: _id % 60,
        createdAt: (_id * 7919) % ROWS,
      })),
    );
    await c.createIndexes([
      { key: { createdAt: -1 } },
      { key: { tags: 1, createdAt: -1 } },
      { key: { group: 1 } },
      { key: { kind: 1 } },
    ]);
  });

  test.each([
    { tag: "fewer", rows: 1900 },
    { tag: "more", rows: 2040 },
  ])("reads at most the rows of its tag when the tag has $rows", async ({ tag, rows }) => {
    const filter = { tags: tag, status: "none" };
    const index = "tags_1_createdAt_-1";
    expect(await list(filter, 20)).toMatchObject({ index, sorts: false, docs: rows });
    expect(await list(filter)).toMatchObject({ index, sorts: false, docs: rows });
  });

  test("reads the matches and sorts them when they are few", async () => {
    const read = { index: "group_1", sorts: true, docs: 100 };
    expect(await list({ group: "small" }, 20)).toMatchObject({ ...read, returned: 20 });
    expect(await list({ group: "small" })).toMatchObject({ ...read, returned: 100 });
    expect(await list({ group: "medium" })).toMatchObject({ ...read, docs: 1770, returned: 1770 });
  });

  test("reads in order when most rows match", async () => {
    const [some, all] = [await list({ group: "large" }, 20), await list({ group: "large" })];
    expect(some).toMatchObject({ index: "createdAt_-1", sorts: false, returned: 20 });
    expect(some.docs).toBeLessThan(60);
    expect(all).toMatchObject({ index: "createdAt_-1", sorts: false, docs: ROWS });
  });

  const kinds = (length: number) => ({ $or: range(length).map((kind) => ({ kind })) });

  test("reads the alternatives of an $or and sorts them when the matches are few", async () => {
    const read = { index: "kind_1", sorts: true };
    expect(await list(kinds(2), 20)).toMatchObject({ ...read, docs: 200, returned: 20 });
    expect(await list(kinds(30))).toMatchObject({ ...read, docs: 3000, returned: 3000 });
    const few = await list({ tags: "other", ...kinds(2) }, 20);
    expect(few).toMatchObject({ ...read, docs: 200, returned: 20 });
  });

  test("reads in order when the matches of an $or are many", async () => {
    const [some, all] = [await list(kinds(30), 20), await list(kinds(50))];
    expect(some).toMatchObject({ index: "createdAt_-1", sorts: false, returned: 20 });
    expect(some.docs).toBeLessThan(80);
    expect(all).toMatchObject({ index: "createdAt_-1", sorts: false, docs: ROWS });
    const within = await list({ tags: "other", ...kinds(30) }, 20);
    expect(within).toMatchObject({ index: "tags_1_createdAt_-1", sorts: false, returned: 20 });
    expect(within.docs).toBeLessThan(80);
    const nested = await list({ $or: [{ kind: 59 }, { $and: [kinds(30), kinds(40)] }] }, 20);
    expect(nested).toMatchObject({ index: "createdAt_-1", sorts: false, returned: 20 });
  });

  test("has the same rows whichever way an $or is read", async () => {
    for (const length of [2, 30])
      for (const limit of [0, 20]) {
        const found = await c.find(kinds(length)).sort({ createdAt: -1 }).limit(limit).toArray();
        const matching = range(ROWS).filter((_id) => _id % 60 < length);
        const newest = matching.map((_id) => (_id * 7919) % ROWS).sort((a, b) => b - a);
        expect(found.map(({ createdAt }) => createdAt)).toEqual(newest.slice(0, limit || ROWS));
      }
  });

  test("reads the few matches even if another index has the order but many more rows", async () => {
    const read = await list({ group: "small", tags: "other" }, 20);
    expect(read).toMatchObject({ index: "group_1", sorts: true, docs: 100, returned: 20 });
  });
});

describe("an $in list", () => {
  const ROWS = 3000;
  let c: Collection<Document>;
  let plain: Collection<Document>;

  beforeAll(async () => {
    const documents = range(ROWS).map((_id) => ({ _id, n: _id, tags: [_id, -_id], a: _id % 2 }));
    c = await database.collection(documents);
    plain = await database.collection(documents);
    await c.createIndexes([{ key: { n: 1, a: 1 } }, { key: { tags: -1 } }]);
  });

  test.each([1000, 1001, 2500])("of %i values is looked up value by value", async (values) => {
    const $in = range(values).map((i) => (i * 7) % ROWS);
    for (const field of ["_id", "n", "tags"]) {
      const filter = { [field]: { $in } };
      const read = await readBy({ find: c.collectionName, filter });
      const [keys, docs, returned] = [values, values, values];
      expect(read).toMatchObject({ scans: false, keys, docs, returned });
    }
  });

  test("finds the same with an index as without, also if some values do not exist", async () => {
    const $in = range(1500).map((i) => i * 3 - 1000);
    for (const filter of [
      { _id: { $in: $in as never[] } },
      { n: { $in }, a: { $in: [1, 2] } },
      { tags: { $in: [...$in, ...$in] } },
    ]) {
      const expected = await plain.find(filter).sort({ _id: 1 }).toArray();
      expect(expected.length).toBeGreaterThan(100);
      expect(await c.find(filter).sort({ _id: 1 }).toArray()).toEqual(expected);
    }
  });

  test("is combined with another list up to 1,000 combinations", async () => {
    const command = (values: number) => ({
      find: c.collectionName,
      filter: { n: { $in: range(values) }, a: { $in: [1, 2] } },
    });
    expect(await readBy(command(500))).toMatchObject({ keys: 250, docs: 250, returned: 250 });
    expect(await readBy(command(501))).toMatchObject({ keys: 501, docs: 501, returned: 250 });
  });
});

describe("distinct values", () => {
  const VALUES = [
    ...[0, 1, Long.fromNumber(1), 2.5, NaN, "", "a", "a\0b", "ab", { x: 1 }, { x: 2 }, new Date(7)],
    ...[true, false, new ObjectId("64b0c0c0c0c0c0c0c0c0c0c0"), new MinKey(), new MaxKey(), null],
  ];
  const INDEXES: Document[] = [
    { f: 1 },
    { f: -1, n: 1 },
    { n: 1, f: 1 },
    { n: -1, t: 1, f: -1 },
    { "o.p": 1 },
    { "o.p.x": 1 },
  ];
  const documents = (lacking: boolean) =>
    range(600).map((_id) => {
      const f = VALUES[_id % VALUES.length];
      const o = { p: _id % 5 ? { x: _id % 3 } : _id };
      return { _id, n: _id % 7, t: [_id % 2, 5], ...(lacking && _id % 3 ? {} : { f }), o };
    });

  const distinctOf = (c: Collection<Document>, key: string, query: Document) =>
    readBy({ distinct: c.collectionName, key, query });
  const shown = (values: unknown[]) => values.map((value) => EJSON.stringify(value)).sort();

  test.each([1000, 5000])("are read once per value among %i rows", async (rows) => {
    const c = await database.collection(
      range(rows).map((i) => ({ a: i % 4, b: i % 10, tags: [i % 3] })),
    );
    await c.createIndexes([{ key: { b: 1 } }, { key: { a: 1, b: -1 } }, { key: { tags: 1 } }]);
    const scans = { distinct: true, keys: 10, docs: 10, returned: 10 };
    expect(await distinctOf(c, "b", {})).toMatchObject(scans);
    const some = { distinct: true, keys: 5, docs: 5, returned: 5 };
    expect(await distinctOf(c, "b", { a: 2 })).toMatchObject(some);
    expect(await distinctOf(c, "b", { a: { $in: [0, 2] } })).toMatchObject({
      ...scans,
      returned: 5,
    });
    expect(await distinctOf(c, "b", { b: { $gte: 5 } })).toMatchObject(some);
    const few = { distinct: true, keys: 2, docs: 2, returned: 2 };
    expect(await distinctOf(c, "b", { a: 2, b: { $in: [2, 4, 5] } })).toMatchObject(few);
    expect(await distinctOf(c, "b", { a: 2, c: 1 })).toMatchObject({ distinct: false });
    expect(await distinctOf(c, "tags", {})).toMatchObject({ distinct: false });
  });

  test.each(INDEXES)("are the same with the index %j as without", async (key) => {
    for (const lacking of [false, true]) {
      const plain = await database.collection(documents(lacking));
      const indexed = await database.collection(documents(lacking));
      await indexed.createIndex(key as Record<string, 1>);
      for (const path of ["f", "n", "o.p", "o.p.x"])
        for (const filter of [
          {},
          { n: 3 },
          { n: { $in: [1, 3, 9] } },
          { n: { $gte: 2, $lt: 4 } },
          { n: 2, t: 5 },
          { n: { $in: [1, 2] }, t: { $in: [0, 1] } },
          { f: { $gt: 0 } },
          { f: { $in: ["a", 1, null] } },
          { f: 1, n: { $lt: 5 } },
          { "o.p": { $lt: 50 } },
          { "o.p.x": 2 },
        ]) {
          const expected = shown(await plain.distinct(path, filter));
          const where = JSON.stringify({ lacking, path, filter });
          expect(shown(await indexed.distinct(path, filter)), where).toEqual(expected);
        }
    }
  });

  test("are refused as soon as they exceed the size of a reply", async () => {
    const MOST = 16 * 1024 * 1024 - 4096 - 1;
    const c = await database.collection();
    // The start of the reply, and for each value its type, array index, length and terminator.
    const overhead = 17 + 10 * 8 + 6 * 9;
    const size = Math.floor((MOST - overhead) / 16);
    const pad = (_id: number, length: number) => String(_id).padStart(length, "0");
    for (const _id of range(15)) await c.insertOne({ _id: _id as never, s: pad(_id, size) });
    const last = MOST - overhead - 15 * size;
    await c.insertOne({ _id: 15 as never, s: pad(15, last) });
    expect(await c.distinct("s")).toHaveLength(16);
    await c.updateOne({ _id: 15 as never }, { $set: { s: pad(15, last + 1) } });
    await expectRefusal(c.distinct("s"), 17217);
    for (const _id of range(10))
      await c.insertOne({ _id: (_id + 16) as never, s: pad(_id + 16, size) });
    const read = vi.spyOn(Row.prototype, "fields");
    await expectRefusal(c.distinct("s"), 17217);
    expect(read).toHaveBeenCalledTimes(16);
    vi.restoreAllMocks();
  });

  test.each([...VALUES, -0, 2 ** 40, "é😀", [1, [2]], new Binary(Buffer.from("ab")), 7n])(
    "are measured as they are encoded: %s",
    (value) => {
      const rest = encode({ values: [] }).length;
      for (const length of [1, 10, 11, 101]) {
        const values = Array.from({ length }, () => value);
        const bytes = values.reduce<number>((sum, one, i) => sum + elementBytes(one, i), rest);
        expect(bytes).toBe(encode({ values }).length);
      }
    },
  );

  test("are the same with an index that is sparse, partial or multikey", async () => {
    const rows = [{ f: 1 }, { f: [2, 3] }, { f: [] }, {}, { f: null }, { f: 4, kind: "x" }];
    const plain = await database.collection(rows.map((row) => ({ ...row })));
    const expected = [...shown(await plain.distinct("f"))];
    for (const options of [{}, { sparse: true }, { partialFilterExpression: { kind: "x" } }]) {
      const indexed = await database.collection(rows.map((row) => ({ ...row })));
      await indexed.createIndex({ f: 1 }, options);
      expect(shown(await indexed.distinct("f"))).toEqual(expected);
      expect(await indexed.distinct("f", { kind: "x" })).toEqual([4]);
      expect(await indexed.distinct("f", { f: 4, kind: "x" })).toEqual([4]);
      expect((await indexed.distinct("f", { f: { $gte: 2 } })).sort()).toEqual([2, 3, 4]);
    }
  });
});
