/** Collations: https://www.mongodb.com/docs/manual/reference/collation/ */
import { describe, expect, test } from "vitest";
import { ids, useDatabase } from "./helpers/database";

const database = useDatabase();
const WORDS = ["apple", "Apple", "äpple", "b10", "b9", "B"];
const words = () => database.collection(WORDS.map((v, _id) => ({ _id, v })));

const insensitive = { locale: "en", strength: 2 };

describe("equality", () => {
  test.each([
    ["compares bytes without a collation", undefined, [0]],
    ["ignores case and accents with strength 1", { locale: "en", strength: 1 }, [0, 1, 2]],
    [
      "ignores accents but not case with strength 1 and caseLevel",
      { locale: "en", strength: 1, caseLevel: true },
      [0, 2],
    ],
    ["ignores case but not accents with strength 2", insensitive, [0, 1]],
    ["ignores neither with strength 3", { locale: "en", strength: 3 }, [0]],
    ["compares bytes with the simple collation", { locale: "simple" }, [0]],
  ])("%s", async (_rule, collation, expected) => {
    const c = await words();
    await c.createIndex({ v: 1 });
    expect(await ids(c, { v: "apple" }, collation && { collation })).toEqual(expected);
    expect(await ids(c, { v: { $in: ["apple"] } }, collation && { collation })).toEqual(expected);
    expect(await c.countDocuments({ v: "apple" }, collation && { collation })).toBe(
      expected.length,
    );
  });
});

test("a sort follows the rules of the language, and with numericOrdering the values of numbers in strings", async () => {
  const c = await words();
  expect(await ids(c, {}, { sort: { v: 1 } })).toEqual([1, 5, 0, 3, 4, 2]);
  const collation = { locale: "en", numericOrdering: true };
  expect(await ids(c, {}, { sort: { v: 1 }, collation })).toEqual([0, 1, 2, 5, 4, 3]);
});

test("$addToSet adds no string that is equal to an element under the collation", async () => {
  const c = await database.collection([{ _id: 1, a: ["apple"] }]);
  const add = { $addToSet: { a: { $each: ["APPLE", "Pear", "pear"] } } };
  await c.updateOne({}, add, { collation: insensitive });
  expect(await c.findOne()).toMatchObject({ a: ["apple", "Pear"] });
});

test("a collation applies to updates, deletes, findAndModify, distinct and $group", async () => {
  const c = await words();
  const options = { collation: insensitive };
  expect((await c.updateMany({ v: "APPLE" }, { $set: { hit: 1 } }, options)).modifiedCount).toBe(2);
  expect(
    await c.findOneAndUpdate({ v: "APPLE", hit: 1 }, { $set: { hit: 2 } }, options),
  ).not.toBeNull();
  expect(await c.distinct("v", {}, options)).toHaveLength(5);
  const groups = await c.aggregate([{ $group: { _id: "$v", n: { $sum: 1 } } }], options).toArray();
  expect(groups.map(({ n }) => n).sort()).toEqual([1, 1, 1, 1, 2]);
  expect((await c.replaceOne({ v: "ÄPPLE" }, { v: "x" }, options)).modifiedCount).toBe(1);
  expect((await c.deleteMany({ v: "APPLE" }, options)).deletedCount).toBe(2);
  await c.bulkWrite([{ deleteOne: { filter: { v: "X" }, collation: insensitive } }]);
  expect(await ids(c, {})).toEqual([3, 4, 5]);
});
