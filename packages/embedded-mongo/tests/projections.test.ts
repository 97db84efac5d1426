/** Projections through arrays: https://www.mongodb.com/docs/manual/reference/operator/projection/ */
import type { Document } from "mongodb";
import { describe, expect, test } from "vitest";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();
const NESTED = [1, { x: 1, b: 0 }, [2, { b: 3 }, [{ b: 4, y: 1 }]]];

test.each<[spec: Document, before: Document, after: Document]>([
  [
    { "a.n": "$c" },
    { a: NESTED, c: 7 },
    { a: [{ n: 7 }, { n: 7 }, [{ n: 7 }, { n: 7 }, [{ n: 7 }]]] },
  ],
  [
    { "a.n": "$c", z: 1 },
    { a: 5, c: 7, z: 1 },
    { a: { n: 7 }, z: 1 },
  ],
  [{ "a.n": "$c" }, { c: 7 }, { a: { n: 7 } }],
  [{ "a.n": "$none" }, { a: [1] }, { a: [{}] }],
  [{ "a.b": 1, "a.n": "$c" }, { a: NESTED.slice(0, 2), c: 7 }, { a: [{ n: 7 }, { b: 0, n: 7 }] }],
  [{ "a.b": 1 }, { a: NESTED }, { a: [{ b: 0 }, [{ b: 3 }, [{ b: 4 }]]] }],
  [{ "a.b": 0 }, { a: NESTED }, { a: [1, { x: 1 }, [2, {}, [{ y: 1 }]]] }],
  [{ "a.b": 1 }, { a: 5 }, {}],
  [{ _id: 1, a: 0 }, { a: 5, b: 6 }, { b: 6 }],
  [{ a: 0, _id: 1 }, { a: 5, b: 6 }, { b: 6 }],
  [{ _id: 1 }, { a: 5 }, {}],
])("find and $project give the same result for %j", async (spec, before, after) => {
  const c = await database.collection([{ _id: 1, ...before }]);
  const expected = JSON.stringify({ _id: 1, ...after });
  expect(JSON.stringify(await c.findOne({}, { projection: spec }))).toBe(expected);
  expect(JSON.stringify((await c.aggregate([{ $project: spec }]).toArray())[0])).toBe(expected);
});

describe("projection operators that only find supports", () => {
  const doc = {
    a: { b: [1, 2, 3], c: 1 },
    s: [{ b: [1, 2] }, { b: [3, 4] }, [{ b: [5, 6] }], 7],
    t: [{ b: [1, 2] }, { b: [3, 4] }],
  };
  test.each<[projection: Document, filter: Document, after: Document]>([
    [{ "a.b": { $slice: -1 } }, {}, { ...doc, a: { b: [3], c: 1 } }],
    [{ "a.b": { $slice: 1 }, "t.b": 1 }, {}, { a: { b: [1] }, t: doc.t }],
    [{ "s.b": { $slice: 1 }, a: 0, t: 0 }, {}, { s: [{ b: [1] }, { b: [3] }, [{ b: [5, 6] }], 7] }],
    [{ "t.b.$": 1 }, { "t.b": 4 }, { t: [{ b: [3, 4] }] }],
    [{ "t.$": 1 }, { "t.b": 4 }, { t: [{ b: [3, 4] }] }],
    [{ "a.b.$": 1 }, { "a.b": 2 }, { a: { b: [2] } }],
    [{ t: { $elemMatch: { b: 3 } }, a: 1 }, {}, { a: doc.a, t: [{ b: [3, 4] }] }],
  ])("%j", async (projection, filter, after) => {
    const c = await database.collection([{ _id: 1 as never, ...doc }]);
    expect(await c.findOne(filter, { projection })).toEqual({ _id: 1, ...after });
  });

  test.each<[projection: Document, code: number]>([
    [{ "t.$": 0 }, 31395],
    [{ "t.$": "$a" }, 31308],
    [{ "t.$": { $first: "$a" } }, 31271],
    [{ "t.$": { b: 1 } }, 31271],
    [{ "t.$": 1, s: { $elemMatch: { b: 1 } } }, 31255],
    [{ s: { $elemMatch: { b: 1 } }, "t.$": 1 }, 31256],
    [{ t: { $elemMatch: 5 } }, 31274],
    [{ "t.$.b": 1 }, 31394],
    [{ "t.$": 1, "s.$": 1 }, 31276],
    [{ "t.b": { $elemMatch: { $eq: 1 } } }, 31275],
    [{ t: { $slice: 1 }, "t.b": 1 }, 31249],
    [{ a: 1, t: 0 }, 31254],
  ])("%j is refused", async (projection, code) => {
    const c = await database.collection([{ _id: 1 as never, ...doc }]);
    await expectRefusal(c.findOne({ "t.b": 4 }, { projection }), code);
  });
});
