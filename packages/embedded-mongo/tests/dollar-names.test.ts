/** Field names that start with a dollar but are not operators, which MongoDB accepts since 5.0, and DBRefs. */
import { Binary, DBRef, type Document } from "mongodb";
import { describe, expect, test } from "vitest";
import { ids, expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();

test.each<[what: string, update: Document, after: Document]>([
  ["in a value", { $set: { a: { $b: 1 } } }, { a: { $b: 1 } }],
  ["in a value in an array", { $push: { a: { $b: { $c: 1 } } } }, { a: [{ $b: { $c: 1 } }] }],
  ["at the end of a path", { $set: { "a.$b": 1 } }, { a: { $b: 1 } }],
  ["in the middle of a path", { $inc: { "a.$b.c": 2 } }, { a: { $b: { c: 2 } } }],
  ["of a DBRef", { $set: { "a.$ref": "x", "a.$id": 1 } }, { a: new DBRef("x", 1 as never) }],
])("an update sets a field with a dollar %s", async (_what, update, after) => {
  const c = await database.collection([{ _id: 1 } as Document]);
  await c.updateOne({}, update);
  expect(await c.findOne()).toEqual({ _id: 1, ...after });
});

test("$unset removes a field with a dollar", async () => {
  const c = await database.collection([{ _id: 1, a: { $b: 1, c: 1 } } as Document]);
  await c.updateOne({}, { $unset: { "a.$b": 1 } });
  expect(await c.findOne()).toEqual({ _id: 1, a: { c: 1 } });
});

describe.each(["without", "with"])("%s an index", (how) => {
  test.each<[filter: Document, matches: number[]]>([
    [{ a: { $elemMatch: { $id: 5 } } }, [1]],
    [{ a: { $elemMatch: { $ref: "x", $id: 5 } } }, [1]],
    [{ a: { $elemMatch: { $id: 5, n: 1 } } }, []],
    [{ "a.$id": 5 }, [1, 3]],
    [{ a: { $ref: "x", $id: 5 } }, [1, 3]],
    [{ a: { $in: [{ $ref: "x", $id: 6 }] } }, [2]],
  ])("%j", async (filter, matches) => {
    const c = await database.collection();
    const reference = (id: number) => ({ $ref: "x", $id: id });
    await database.command({
      insert: c.collectionName,
      documents: [
        { _id: 1, a: [reference(5)] },
        { _id: 2, a: [reference(6), 5] },
        { _id: 3, a: reference(5) },
      ],
    });
    if (how === "with") await c.createIndex({ a: 1 });
    expect(await ids(c, filter)).toEqual(matches);
  });
});

test("a $ref or $id alone is an unknown operator", async () => {
  const c = await database.collection([{ _id: 1 } as Document]);
  await expectRefusal(c.findOne({ a: { $id: 5 } as Document }), 2);
  await expectRefusal(c.findOne({ a: { $ref: "x" } as Document }), 2);
});

test("binary data of the old subtype 2 stays unchanged when other fields are updated", async () => {
  const old = new Binary(Buffer.from("abc"), 2);
  const c = await database.collection([{ _id: 1, a: old } as Document]);
  await c.createIndex({ a: 1 });
  for (const x of [1, 2]) await c.updateOne({ a: old }, { $set: { x } });
  expect(await c.findOne({ x: 2 })).toEqual({ _id: 1, a: old, x: 2 });
});

test("serverStatus has only the sections that apply to the process", async () => {
  const status = await database.command({ serverStatus: 1, repl: 0 });
  expect(status).toMatchObject({ ok: 1, version: "7.0.0", pid: process.pid });
  expect(status.connections.current).toBeGreaterThan(0);
  expect(status.connections.totalCreated).toBeGreaterThanOrEqual(status.connections.current);
  expect(status.localTime).toBeInstanceOf(Date);
  expect(status.uptimeMillis).toBeGreaterThanOrEqual(status.uptime * 1000);
  expect(status).not.toHaveProperty("opcounters");
});
