/** Which index a query uses, and how much it reads, according to `explain`. */
import type { Collection, Document } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { expectRefusal, stage, useDatabase } from "./helpers/database";

const database = useDatabase();
const MANY = 3000;
let c: Collection<Document>;

beforeAll(async () => {
  c = await database.collection(
    Array.from({ length: MANY }, (_, i) => ({
      _id: i,
      hot: Math.floor(i / 3),
      tokens: ["all", `t${i % 10}`, i % 500 === 0 ? "rare" : "common"],
      createdAt: (i * 7919) % MANY,
      author: i % 700,
      status: i % 4 ? "open" : "closed",
      slug: `post-${String(i).padStart(5, "0")}`,
      nested: { a: i % 20 },
    })),
  );
  await c.createIndexes([
    { key: { hot: -1, _id: -1 } },
    { key: { tokens: 1, createdAt: -1 } },
    { key: { author: 1 } },
    { key: { status: 1, createdAt: -1 } },
    { key: { createdAt: -1 } },
    { key: { slug: 1 } },
    { key: { "nested.a": 1, createdAt: 1 } },
    { key: { only: 1 }, partialFilterExpression: { kind: "x" } },
  ]);
});

async function explained(
  filter: Document,
  options: { sort?: Document; limit?: number; hint?: string } = {},
) {
  const explanation = await c.find(filter, options).explain("executionStats");
  const { nReturned, totalKeysExamined, totalDocsExamined } = explanation.executionStats;
  const plan = explanation.queryPlanner.winningPlan as Document;
  return {
    plan,
    index: stage(plan, "IXSCAN")?.indexName as string | undefined,
    sorts: stage(plan, "SORT") !== undefined,
    scans: stage(plan, "COLLSCAN") !== undefined,
    returned: nReturned as number,
    keys: totalKeysExamined as number,
    docs: totalDocsExamined as number,
  };
}

describe("an index serves", () => {
  test("equality, reading only the matches", async () => {
    const found = await explained({ author: 5 });
    expect(found).toMatchObject({ index: "author_1", returned: 5, keys: 5, docs: 5 });
  });

  test("a sort with a limit, reading no more than the limit", async () => {
    const found = await explained({}, { sort: { createdAt: -1 }, limit: 20 });
    expect(found).toMatchObject({ index: "createdAt_-1", sorts: false, keys: 20, docs: 20 });
  });

  test("the opposite sort, backwards", async () => {
    const found = await explained({}, { sort: { createdAt: 1 }, limit: 20 });
    expect(found).toMatchObject({ sorts: false, docs: 20 });
    expect(stage(found.plan, "IXSCAN")).toMatchObject({ direction: "backward" });
  });

  test("equality and then a sort", async () => {
    const found = await explained({ status: "closed" }, { sort: { createdAt: -1 }, limit: 20 });
    expect(found).toMatchObject({ index: "status_1_createdAt_-1", sorts: false, docs: 20 });
  });

  test("equality on the elements of an array and then a sort", async () => {
    const found = await explained({ tokens: "common" }, { sort: { createdAt: -1 }, limit: 20 });
    expect(found).toMatchObject({ index: "tokens_1_createdAt_-1", sorts: false, docs: 20 });
  });

  test("several values and then a sort, by merging", async () => {
    const found = await explained(
      { status: { $in: ["open", "closed"] } },
      { sort: { createdAt: -1 }, limit: 20 },
    );
    expect(found).toMatchObject({ sorts: false, returned: 20 });
    expect(found.docs).toBeLessThanOrEqual(20);
  });

  test("equality on a rare value rather than a sort that would read many rows to find it", async () => {
    const found = await explained({ tokens: "rare" }, { sort: { hot: -1 }, limit: 20 });
    expect(found).toMatchObject({ index: "tokens_1_createdAt_-1", returned: 6, docs: 6 });
  });

  test("a range", async () => {
    const found = await explained({ createdAt: { $gte: 10, $lt: 20 } });
    expect(found).toMatchObject({ index: "createdAt_-1", returned: 10, keys: 10 });
  });

  test("an anchored regular expression that is case-sensitive", async () => {
    expect(await explained({ slug: /^post-0001/ })).toMatchObject({
      index: "slug_1",
      returned: 10,
      docs: 10,
    });
    expect(await explained({ slug: /^post-0001/i })).toMatchObject({ scans: true, returned: 10 });
  });

  test("a path into a document", async () => {
    const found = await explained({ "nested.a": 3 }, { sort: { createdAt: 1 }, limit: 5 });
    expect(found).toMatchObject({ index: "nested.a_1_createdAt_1", sorts: false, docs: 5 });
  });

  test("the _id by value, by range and as a sort", async () => {
    expect(stage((await explained({ _id: 5 })).plan, "IDHACK")).toBeDefined();
    expect(await explained({ _id: { $gte: 10, $lt: 15 } })).toMatchObject({
      index: "_id_",
      docs: 5,
    });
    expect(await explained({}, { sort: { _id: -1 }, limit: 3 })).toMatchObject({
      scans: false,
      sorts: false,
      docs: 3,
    });
  });

  test("a page after a cursor, reading only what it needs", async () => {
    const [hot, id] = [500, 1501];
    const after: Document = { $or: [{ hot: { $lt: hot } }, { hot, _id: { $lt: id } }] };
    for (const filter of [{ hot: { $lte: hot }, ...after } as Document, after]) {
      const found = await explained(filter, { sort: { hot: -1, _id: -1 }, limit: 20 });
      expect(found).toMatchObject({ sorts: false, scans: false, returned: 20 });
      expect(found.docs).toBeLessThanOrEqual(22);
      const page = await c.find(filter).sort({ hot: -1, _id: -1 }).limit(3).toArray();
      expect(page.map(({ _id }) => _id)).toEqual([1500, 1499, 1498]);
    }
  });

  test("each alternative of an $or, without returning a document twice", async () => {
    const found = await explained({ $or: [{ author: 5 }, { tokens: "rare" }, { _id: 5 }] });
    expect(found).toMatchObject({ scans: false, returned: 5 + 6 });
    expect(found.docs).toBeLessThan(20);
  });
});

test("a partial index is used only if the filter implies its filter", async () => {
  expect(await explained({ only: 1 })).toMatchObject({ scans: true });
  expect(await explained({ only: 1, kind: "x" })).toMatchObject({ index: "only_1" });
});

test("without an index the collection is scanned, and its rows are sorted", async () => {
  expect(await explained({ nothing: 1 })).toMatchObject({ scans: true, docs: MANY });
  const sorted = await explained({}, { sort: { "nested.b": 1 }, limit: 1 });
  expect(sorted).toMatchObject({ scans: true, sorts: true });
});

describe("a hint", () => {
  test("is followed", async () => {
    expect(await explained({ author: 5 }, { hint: "createdAt_-1" })).toMatchObject({
      index: "createdAt_-1",
      returned: 5,
      keys: MANY,
    });
  });
  test("that names no existing index is refused", async () => {
    await expectRefusal(c.find({}).hint("nope").toArray(), 2);
    await expectRefusal(c.updateOne({}, { $set: { x: 1 } }, { hint: "nope" }), 2);
    await expectRefusal(c.deleteOne({}, { hint: { nope: 1 } }), 2);
  });
});

test("explain shows index bounds, and the plans of other commands without executing them", async () => {
  const { plan } = await explained({ author: 5 });
  expect(stage(plan, "IXSCAN")).toMatchObject({
    keyPattern: { author: 1 },
    isMultiKey: false,
    indexBounds: { author: ["[5, 5]"] },
  });
  for (const command of [
    { count: c.collectionName, query: { author: 5 } },
    { distinct: c.collectionName, key: "hot", query: { author: 5 } },
    { aggregate: c.collectionName, pipeline: [{ $match: { author: 5 } }], cursor: {} },
    {
      update: c.collectionName,
      updates: [{ q: { author: 5 }, u: { $set: { x: 1 } }, multi: true }],
    },
    { delete: c.collectionName, deletes: [{ q: { author: 5 }, limit: 0 }] },
  ]) {
    const { queryPlanner } = await database.command({
      explain: command,
      verbosity: "queryPlanner",
    });
    expect(stage(queryPlanner.winningPlan, "IXSCAN")).toMatchObject({ indexName: "author_1" });
  }
  expect(await c.countDocuments({ x: 1 })).toBe(0);
});
