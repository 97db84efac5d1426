/** Paths through arrays, by minimal examples: https://www.mongodb.com/docs/manual/tutorial/query-array-of-documents/ */
import type { Document } from "mongodb";
import { expect, test } from "vitest";
import { useDatabase } from "./helpers/database";

const database = useDatabase();

test("$lookup joins null only where the local path leads to nothing at all", async () => {
  const foreign = await database.collection([{ _id: 1, k: 1 }, { _id: 2, k: null }, { _id: 3 }]);
  const local = await database.collection([
    { _id: 1, a: [{ b: 1 }, {}] },
    { _id: 2, a: [{}, 5] },
    { _id: 3, a: [{ b: [] }] },
    { _id: 4, a: [{ b: null }, { b: 1 }] },
  ]);
  const $lookup = { from: foreign.collectionName, localField: "a.b", foreignField: "k", as: "j" };
  const joined = await local.aggregate([{ $lookup }]).toArray();
  expect(joined.map(({ j }) => j.map(({ _id }: Document) => _id))).toEqual([
    [1],
    [2, 3],
    [2, 3],
    [1, 2, 3],
  ]);
});
