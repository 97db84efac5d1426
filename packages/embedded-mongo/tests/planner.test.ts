/** Which index a query uses, and how much it reads, according to `explain`. */
import type { Collection, Document } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import { expectRefusal, readBy, stage, useDatabase, type Options } from "./helpers/database";

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

const newest: Options = { sort: { createdAt: -1 }, limit: 20 };
const either = { status: { $in: ["open", "closed"] } };
const anyOf = { $or: [{ author: 5 }, { tokens: "rare" }, { _id: 5 }] };

test.each<[what: string, filter: Document, options: Options, read: Document]>([
  ["equality", { author: 5 }, {}, { index: "author_1", returned: 5, keys: 5, docs: 5 }],
  ["a sort with a limit", {}, newest, { index: "createdAt_-1", sorts: false, keys: 20, docs: 20 }],
  [
    "equality and a sort",
    { status: "closed" },
    newest,
    { index: "status_1_createdAt_-1", docs: 20 },
  ],
  [
    "an element and a sort",
    { tokens: "common" },
    newest,
    { index: "tokens_1_createdAt_-1", docs: 20 },
  ],
  ["several values and a sort", either, newest, { sorts: false, returned: 20, docs: 20 }],
  ["a rare value", { tokens: "rare" }, { sort: { hot: -1 }, limit: 20 }, { returned: 6, docs: 6 }],
  ["an anchored pattern", { slug: /^post-0001/ }, {}, { index: "slug_1", returned: 10, docs: 10 }],
  ["a pattern without case", { slug: /^post-0001/i }, {}, { scans: true, returned: 10 }],
  ["a path", { "nested.a": 3 }, { sort: { createdAt: 1 }, limit: 5 }, { sorts: false, docs: 5 }],
  ["a range of ids", { _id: { $gte: 10, $lt: 15 } }, {}, { index: "_id_", docs: 5 }],
  ["alternatives", anyOf, {}, { scans: false, returned: 5 + 6, docs: 5 + 6 + 1 }],
  ["a partial index", { only: 1, kind: "x" }, {}, { index: "only_1" }],
  ["what a partial index may lack", { only: 1 }, {}, { scans: true }],
  ["no index", { nothing: 1 }, {}, { scans: true, docs: MANY }],
  ["a sort without an index", {}, { sort: { "nested.b": 1 } }, { scans: true, sorts: true }],
  [
    "a hint",
    { author: 5 },
    { hint: "createdAt_-1" },
    { index: "createdAt_-1", returned: 5, keys: MANY },
  ],
])("%s", async (_what, filter, options, read) => {
  expect(await readBy(c, filter, options)).toMatchObject(read);
});

test("a page after a cursor reads only what it needs", async () => {
  const [hot, id] = [500, 1501];
  const after: Document = { $or: [{ hot: { $lt: hot } }, { hot, _id: { $lt: id } }] };
  for (const filter of [{ hot: { $lte: hot }, ...after } as Document, after]) {
    const found = await readBy(c, filter, { sort: { hot: -1, _id: -1 }, limit: 20 });
    expect(found).toMatchObject({ sorts: false, scans: false, returned: 20 });
    expect(found.docs).toBeLessThanOrEqual(22);
    const page = await c.find(filter).sort({ hot: -1, _id: -1 }).limit(3).toArray();
    expect(page.map(({ _id }) => _id)).toEqual([1500, 1499, 1498]);
  }
});

test("a page of many sorted rows begins after those that are skipped", async () => {
  const page = await c.find().sort({ author: 1, _id: -1 }).skip(4).limit(2).toArray();
  expect(page.map(({ _id }) => _id)).toEqual([0, 2801]);
});

test("a hint that names no existing index is refused", async () => {
  await expectRefusal(c.find({}).hint("nope").toArray(), 2);
  await expectRefusal(c.updateOne({}, { $set: { x: 1 } }, { hint: "nope" }), 2);
});

test("explain shows index bounds, and the plans of other reads", async () => {
  const bounds = { keyPattern: { author: 1 }, indexBounds: { author: ["[5, 5]"] } };
  const query = { author: 5 };
  for (const explain of [
    { find: c.collectionName, filter: query },
    { count: c.collectionName, query },
    { distinct: c.collectionName, key: "hot", query },
    { aggregate: c.collectionName, pipeline: [{ $match: query }], cursor: {} },
  ]) {
    const { queryPlanner } = await database.command({ explain, verbosity: "queryPlanner" });
    expect(stage(queryPlanner.winningPlan, "IXSCAN")).toMatchObject(bounds);
  }
  const { plan } = await readBy(c, { _id: 5 });
  expect(stage(plan, "IDHACK")).toBeDefined();
});
