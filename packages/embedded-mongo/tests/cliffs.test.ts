/** The amount that a query reads grows with what it asks for, without a threshold from which it reads much more. */
import type { Collection, Document } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { readBy, useDatabase } from "./helpers/database";

const database = useDatabase();
const range = (length: number) => Array.from({ length }, (_, i) => i);

describe("a list in the order of an index", () => {
  const ROWS = 6000;
  let c: Collection<Document>;
  const list = (filter: Document, limit = 0) =>
    readBy(c, filter, { sort: { createdAt: -1 }, limit });

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

  const kinds = (length: number) => ({ $or: range(length).map((kind) => ({ kind })) });
  const inOrder = { index: "createdAt_-1", sorts: false };
  const [ofTag, ofGroup, ofKind] = ["tags_1_createdAt_-1", "group_1", "kind_1"];

  test.each<[filter: Document, limit: number, read: Document]>([
    [{ tags: "more", status: 0 }, 0, { index: ofTag, docs: 2040 }],
    [{ group: "small" }, 20, { index: ofGroup, sorts: true, docs: 100, returned: 20 }],
    [{ group: "large" }, 20, { ...inOrder, returned: 20 }],
    [{ group: "large" }, 0, { ...inOrder, docs: ROWS }],
    [kinds(2), 20, { index: ofKind, sorts: true, docs: 200, returned: 20 }],
    [kinds(30), 0, { index: ofKind, sorts: true, docs: 3000 }],
    [{ tags: "other", ...kinds(2) }, 20, { index: ofKind, sorts: true, docs: 200 }],
    [kinds(30), 20, { ...inOrder, returned: 20 }],
    [kinds(50), 0, { ...inOrder, docs: ROWS }],
    [{ tags: "other", ...kinds(30) }, 20, { index: ofTag, sorts: false, returned: 20 }],
  ])("%j, the first %i", async (filter, limit, expected) => {
    const read = await list(filter, limit);
    expect(read).toMatchObject(expected);
    if (limit && !read.sorts && !("docs" in expected)) expect(read.docs).toBeLessThan(80);
  });
});

test("an $in list is looked up value by value, with another up to 1,000 combinations", async () => {
  const c = await database.collection(
    range(3000).map((_id) => ({ _id, n: _id, tags: [_id, -_id], a: _id % 2 })),
  );
  await c.createIndexes([{ key: { n: 1, a: 1 } }, { key: { tags: -1 } }]);
  const $in = range(2500).map((i) => (i * 7) % 3000);
  const read = { scans: false, keys: 2500, docs: 2500, returned: 2500 };
  for (const field of ["_id", "n", "tags"])
    expect(await readBy(c, { [field]: { $in } })).toMatchObject(read);
  const both = (values: number) => readBy(c, { n: { $in: range(values) }, a: { $in: [1, 2] } });
  expect(await both(500)).toMatchObject({ keys: 250, docs: 250, returned: 250 });
  expect(await both(501)).toMatchObject({ keys: 501, docs: 501, returned: 250 });
});
