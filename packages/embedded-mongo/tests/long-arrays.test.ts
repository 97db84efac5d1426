/** Arrays with more elements than a function of JavaScript can take as arguments. */
import { describe, expect, test } from "vitest";
import { useDatabase } from "./helpers/database";

const LENGTH = 200_000;
const database = useDatabase();
const numbers = Array.from({ length: LENGTH }, (_, i) => i);

describe(`an array of ${LENGTH} elements`, () => {
  test("is appended by $push", async () => {
    const c = await database.collection([{ _id: 1, a: [-1] }]);
    await c.updateOne({}, { $push: { a: { $each: numbers } } } as object);
    expect(await c.findOne()).toEqual({ _id: 1, a: [-1, ...numbers] });
  });

  test("is inserted by $push at a position", async () => {
    const c = await database.collection([{ _id: 1, a: [-2, -1] }]);
    await c.updateOne({}, { $push: { a: { $each: numbers, $position: 1 } } } as object);
    expect(await c.findOne()).toEqual({ _id: 1, a: [-2, ...numbers, -1] });
  });

  test("is read by distinct", async () => {
    const c = await database.collection([{ _id: 1, a: numbers }]);
    expect(await c.distinct("a")).toHaveLength(LENGTH);
  });

  test("is removed from an index", async () => {
    const c = await database.collection([{ _id: 1, a: [] }]);
    await c.createIndex({ a: 1 });
    await c.updateOne({}, { $set: { a: numbers } });
    expect(await c.countDocuments({ a: LENGTH - 1 })).toBe(1);
    await c.updateOne({}, { $set: { a: [] } });
    expect(await c.countDocuments({ a: LENGTH - 1 })).toBe(0);
  });
});
