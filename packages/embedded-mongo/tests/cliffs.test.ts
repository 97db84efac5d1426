/** What is read grows with what is asked for, without a size from which on much more is read. */
import type { Collection, Document } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { stage, useDatabase } from "./helpers/database";

const database = useDatabase();

interface Read {
  index: string | undefined;
  sorts: boolean;
  scans: boolean;
  returned: number;
  keys: number;
  docs: number;
}

/** What a command reads, and how. */
async function readBy(command: Document): Promise<Read> {
  const explained = await database.command({ explain: command, verbosity: "executionStats" });
  const plan = explained.queryPlanner.winningPlan as Document;
  return {
    index: stage(plan, "IXSCAN")?.indexName as string | undefined,
    sorts: stage(plan, "SORT") !== undefined,
    scans: stage(plan, "COLLSCAN") !== undefined,
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
        createdAt: (_id * 7919) % ROWS,
      })),
    );
    await c.createIndexes([
      { key: { createdAt: -1 } },
      { key: { tags: 1, createdAt: -1 } },
      { key: { group: 1 } },
    ]);
  });

  test.each([
    { tag: "fewer", rows: 1900 },
    { tag: "more", rows: 2040 },
  ])("and of a tag with $rows rows reads at most these", async ({ tag, rows }) => {
    const filter = { tags: tag, status: "none" };
    const index = "tags_1_createdAt_-1";
    expect(await list(filter, 20)).toMatchObject({ index, sorts: false, docs: rows });
    expect(await list(filter)).toMatchObject({ index, sorts: false, docs: rows });
  });

  test("reads the few that match and sorts them", async () => {
    const read = { index: "group_1", sorts: true, docs: 100 };
    expect(await list({ group: "small" }, 20)).toMatchObject({ ...read, returned: 20 });
    expect(await list({ group: "small" })).toMatchObject({ ...read, returned: 100 });
    expect(await list({ group: "medium" })).toMatchObject({ ...read, docs: 1770, returned: 1770 });
  });

  test("reads in order where most rows match", async () => {
    const [some, all] = [await list({ group: "large" }, 20), await list({ group: "large" })];
    expect(some).toMatchObject({ index: "createdAt_-1", sorts: false, returned: 20 });
    expect(some.docs).toBeLessThan(60);
    expect(all).toMatchObject({ index: "createdAt_-1", sorts: false, docs: ROWS });
  });

  test("reads the few that match though another index has the order of many", async () => {
    const read = await list({ group: "small", tags: "other" }, 20);
    expect(read).toMatchObject({ index: "group_1", sorts: true, docs: 100, returned: 20 });
  });
});

describe("a list of values", () => {
  const ROWS = 3000;
  let c: Collection<Document>;
  let plain: Collection<Document>;

  beforeAll(async () => {
    const documents = range(ROWS).map((_id) => ({ _id, n: _id, tags: [_id, -_id], a: _id % 2 }));
    c = await database.collection(documents);
    plain = await database.collection(documents);
    await c.createIndexes([{ key: { n: 1, a: 1 } }, { key: { tags: -1 } }]);
  });

  test.each([1000, 1001, 2500])("of %i is sought value by value", async (values) => {
    const $in = range(values).map((i) => (i * 7) % ROWS);
    for (const field of ["_id", "n", "tags"]) {
      const filter = { [field]: { $in } };
      const read = await readBy({ find: c.collectionName, filter });
      const [keys, docs, returned] = [values, values, values];
      expect(read).toMatchObject({ scans: false, keys, docs, returned });
    }
  });

  test("finds the same as without an index, also with what is not there", async () => {
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

  test("is combined with another as long as the combinations are few", async () => {
    const command = (values: number) => ({
      find: c.collectionName,
      filter: { n: { $in: range(values) }, a: { $in: [1, 2] } },
    });
    expect(await readBy(command(500))).toMatchObject({ keys: 250, docs: 250, returned: 250 });
    expect(await readBy(command(501))).toMatchObject({ keys: 501, docs: 501, returned: 250 });
  });
});
