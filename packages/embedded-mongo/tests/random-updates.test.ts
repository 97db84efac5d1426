/** Updates of nested arrays are compared with a second, simple implementation of MongoDB's rules. */
import fc, { type Arbitrary } from "fast-check";
import type { Document, MongoServerError } from "mongodb";
import { expect, test } from "vitest";
import { useDatabase } from "./helpers/database";
import { updated } from "./helpers/plain-updates";

const database = useDatabase();
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 2);
const UPDATES = 500;

const record = (fields: Record<string, Arbitrary<unknown>>): Arbitrary<Document> =>
  fc.record(fields, { noNullPrototype: true, requiredKeys: [] });
const scalar = fc.constantFrom<unknown>(0, 1, 2, "x", null);
const few = (item: Arbitrary<unknown>) => fc.array(item, { minLength: 1, maxLength: 3 });
const inner = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  record({ x: scalar, y: few(scalar) }),
);
const element = record({ x: inner, y: inner });
const value = fc.oneof(
  { weight: 6, arbitrary: few(element) },
  { weight: 2, arbitrary: few(fc.oneof(element, scalar, few(scalar))) },
  { weight: 1, arbitrary: inner },
);

const elements = ["$[]", "$[i]", "$[j]"];
const others = ["$", "$", "0", "1", "4", "x"];
/** Paths that mostly suit the documents; a path may have one `$` only. */
const pathBy = (seconds: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom("a", "a", "a", "b"),
      fc.constantFrom(...seconds),
      fc.constantFrom("x", "x", "y", "y", "z", "0", "$[i]"),
      fc.constantFrom(...elements, "$", "0", "2", "y"),
      fc.constantFrom(1, 2, 2, 3, 3, 3, 3, 3, 4),
    )
    .map(([first, second, third, fourth, length]) =>
      [first, second, third, fourth].slice(0, length),
    )
    .filter((parts) => parts.filter((part) => part === "$").length < 2)
    .map((parts) => parts.join("."));

const operands: Record<string, Arbitrary<unknown>> = {
  $set: inner,
  $setOnInsert: inner,
  $unset: fc.constant(""),
  $inc: fc.constantFrom(1, 5),
  $mul: fc.constantFrom(2, 3),
  $min: scalar,
  $max: scalar,
  $push: scalar,
  $addToSet: scalar,
  $pull: fc.constantFrom(1, "x"),
  $pop: fc.constantFrom(1, -1),
};
const operator = fc.constantFrom("$set", "$set", "$set", "$unset", ...Object.keys(operands));
const change = (path: Arbitrary<string>) =>
  operator.chain((name) => fc.tuple(fc.constant(name), path, operands[name]!));
/** An update by up to three paths; MongoDB refuses most of those that mix the two kinds of segments. */
const update = fc
  .constantFrom(elements, elements, others, others, [...elements, ...others])
  .chain((seconds) => fc.array(change(pathBy(seconds)), { minLength: 1, maxLength: 3 }))
  .map((changes) => {
    const made: Document = {};
    for (const [name, at, operand] of changes) made[name] = { ...made[name], [at]: operand };
    return made;
  });
const condition = fc.oneof(scalar, fc.constantFrom({ $gt: 0 }, { $ne: 1 }, { $exists: true }));
const arrayFilter = (name: string) =>
  fc.tuple(fc.constantFrom("", ".x", ".x"), condition).map(([at, of]) => ({ [name + at]: of }));

test(`updates follow MongoDB's rules (SEED=${SEED})`, async () => {
  const c = await database.collection();
  const made = fc.record({
    fields: record({ a: value, b: value }),
    update,
    filters: fc.record({ i: arrayFilter("i"), j: arrayFilter("j") }),
    position: fc.constantFrom(undefined, 0, 0, 1, 2),
  });
  await fc.assert(
    fc.asyncProperty(made, async ({ fields, update, filters, position }) => {
      const doc = { _id: 0 as never, p: [0, 1, 2], ...fields };
      await c.replaceOne({ _id: doc._id }, doc, { upsert: true });
      const arrayFilters = Object.entries(filters)
        .filter(([name]) => JSON.stringify(update).includes(`$[${name}]`))
        .map(([, filter]) => filter);
      // `$` is the index of the element of p that the filter finds.
      const filter = { _id: doc._id, ...(position !== undefined && { p: position }) };
      const found = await c
        .findOneAndUpdate(filter, update, { arrayFilters, returnDocument: "after" })
        .catch(({ code }: MongoServerError) => code);
      const wanted = updated(doc, update, { filters, position });
      if ("codes" in wanted) expect(wanted.codes).toContain(found);
      else expect(JSON.stringify(found)).toBe(JSON.stringify(wanted.doc));
    }),
    { seed: SEED, numRuns: ROUNDS * UPDATES },
  );
}, 3_600_000);
