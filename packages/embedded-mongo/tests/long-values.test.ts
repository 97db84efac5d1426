/** Filter values that are longer than the maximum key of the storage give the same results with an index as without. */
import type { Collection, Document } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { ids, useDatabase } from "./helpers/database";

const database = useDatabase();
const m = (length: number) => "m".repeat(length);
const VALUES = ["a", "m", m(2000), m(3900), `${m(3900)}z`, `${m(3000)}a`, "z", "", null, 5];
const LONG = m(5000);

let plain: Collection<Document>;
let indexed: Collection<Document>;

beforeAll(async () => {
  const documents = VALUES.flatMap((a, i) => [
    { _id: i, a, d: a, n: 1, m: i },
    { _id: i + 100, a, d: a, n: 2, m: -i },
  ]);
  plain = await database.collection(documents);
  indexed = await database.collection(documents);
  await indexed.createIndexes([{ key: { a: 1 } }, { key: { d: -1 } }, { key: { n: 1, a: -1 } }]);
});

const CONDITIONS: [string, (field: string) => Document][] = [
  ["equality", (field) => ({ [field]: LONG })],
  ["$eq", (field) => ({ [field]: { $eq: LONG } })],
  ["$ne", (field) => ({ [field]: { $ne: LONG } })],
  ["$in", (field) => ({ [field]: { $in: [LONG, "a", `${LONG}z`, m(2000)] } })],
  ["$nin", (field) => ({ [field]: { $nin: [LONG, "a"] } })],
  ["$gt", (field) => ({ [field]: { $gt: LONG } })],
  ["$gte", (field) => ({ [field]: { $gte: LONG } })],
  ["$lt", (field) => ({ [field]: { $lt: LONG } })],
  ["$lte", (field) => ({ [field]: { $lte: LONG } })],
  ["a range between two long values", (field) => ({ [field]: { $gt: m(4100), $lt: `${LONG}z` } })],
  ["a range from a long value", (field) => ({ [field]: { $gte: LONG, $lt: "z" } })],
  ["a range to a long value", (field) => ({ [field]: { $gt: "a", $lte: LONG } })],
  ["an anchored regular expression", (field) => ({ [field]: { $regex: `^${LONG}` } })],
  ["$all", (field) => ({ [field]: { $all: [LONG] } })],
  ["$elemMatch", (field) => ({ [field]: { $elemMatch: { $eq: LONG } } })],
  ["an array", (field) => ({ [field]: [LONG, 1] })],
  ["a document", (field) => ({ [field]: { x: LONG } })],
  ["binary data", (field) => ({ [field]: { $gte: Buffer.alloc(5000, 1) } })],
  ["$or", (field) => ({ $or: [{ [field]: LONG }, { [field]: { $gt: LONG }, n: 1 }] })],
  [
    "a page after a cursor",
    (field) => ({ $or: [{ [field]: { $gt: LONG } }, { [field]: LONG, _id: { $gt: 3 } }] }),
  ],
];

describe.each(["a", "d"])("with an indexed field (%s)", (field) => {
  test.each(CONDITIONS)("%s", async (_what, condition) => {
    for (const filter of [condition(field), { n: 1, ...condition(field) }])
      for (const sort of [
        { _id: 1 },
        { [field]: 1, _id: 1 },
        { [field]: -1, _id: 1 },
      ] as Document[]) {
        expect(await ids(indexed, filter, { sort })).toEqual(await ids(plain, filter, { sort }));
        expect(await indexed.countDocuments(filter)).toBe(await plain.countDocuments(filter));
      }
  });
});

test("a long value works with the second field of an index", async () => {
  for (const a of [LONG, { $gt: LONG }, { $lte: LONG }, { $in: [LONG, "a"] }])
    expect(await ids(indexed, { n: 2, a }, { hint: "n_1_a_-1" })).toEqual(
      await ids(plain, { n: 2, a }),
    );
});

test("a long value works with the _id", async () => {
  const id = LONG as never;
  expect(await indexed.findOne({ _id: id })).toBeNull();
  expect(await ids(indexed, { _id: { $in: [id, 3 as never] } })).toEqual([3]);
  expect(await ids(indexed, { _id: { $lt: id } })).toEqual([]);
  expect(await indexed.updateOne({ _id: id }, { $set: { x: 1 } })).toMatchObject({
    matchedCount: 0,
  });
  expect((await indexed.deleteMany({ _id: id })).deletedCount).toBe(0);
});

test("a long value works in $lookup, distinct and writes", async () => {
  const from = await database.collection([{ _id: 1, slug: LONG }]);
  const [joined] = await from
    .aggregate([
      {
        $lookup: {
          from: indexed.collectionName,
          localField: "slug",
          foreignField: "a",
          as: "found",
        },
      },
    ])
    .toArray();
  expect(joined!.found).toEqual([]);
  expect(await indexed.distinct("n", { a: LONG })).toEqual([]);
  expect(
    (await indexed.updateMany({ a: { $gt: LONG }, n: 9 }, { $set: { x: 1 } })).matchedCount,
  ).toBe(0);
});
