/** Paths through nested arrays, compared with a second, plain writing of MongoDB's rules. */
import fc, { type Arbitrary } from "fast-check";
import type { Document, MongoServerError } from "mongodb";
import { expect, test } from "vitest";
import { useDatabase } from "./helpers/database";
import { keys, matches, sorted } from "./helpers/plain-rules";

const database = useDatabase();
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 4);

const DOCUMENTS = 40;
const QUERIES = 150;
const PATHS = ["a", "a.b", "a.0", "a.1", "a.0.b", "a.b.0", "a.0.0", "a.b.c", "a.0.1.b"];

const scalar = fc.constantFrom(0, 1, 2, "x", null);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 4 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("b", "c"), tie("value"), { maxKeys: 2, noNullPrototype: true }),
    // A number that is a field's name, too: rare, since MongoDB refuses an index on it.
    fc.record({ 0: scalar }, { noNullPrototype: true }),
  ),
}));
const one = (name: string, operand: Arbitrary<unknown>) =>
  fc.record({ [name]: operand }, { noNullPrototype: true }) as Arbitrary<Document>;
const operator = (depth = 0): Arbitrary<Document> =>
  fc.oneof(
    one("$eq", value),
    one("$in", fc.tuple(value, scalar)),
    ...["$gt", "$gte", "$lt", "$lte"].map((name) => one(name, scalar)),
    one("$size", fc.constantFrom(0, 1, 2)),
    one("$exists", fc.boolean()),
    ...(depth > 1
      ? []
      : [
          one("$elemMatch", operator(depth + 1)),
          one(
            "$elemMatch",
            fc.constantFrom("b", "0", "b.c", "0.b").chain((path) => one(path, operator(depth + 1))),
          ),
          one("$not", operator(depth + 1)),
        ]),
  );
const condition = fc.constantFrom(...PATHS).chain((path) => one(path, operator()));
const filter = fc.oneof(
  { weight: 4, arbitrary: condition },
  { weight: 1, arbitrary: one("$and", fc.tuple(condition, condition)) },
  { weight: 1, arbitrary: one("$or", fc.tuple(condition, condition)) },
);
const query = fc.record({
  asked: filter,
  by: fc.constantFrom(...PATHS),
  direction: fc.constantFrom(1, -1),
});

test(`paths are followed by MongoDB's rules, with each index and without (SEED=${SEED})`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const chosen = { seed: SEED + round, unbiased: true };
    const values = fc.sample(value, { ...chosen, numRuns: DOCUMENTS });
    const docs = values.map((a, _id): Document => ({ _id, a }));
    const plain = await database.collection(docs);
    const indexed = new Map<string, typeof plain>();
    for (const path of PATHS) {
      // What cannot be in an index is left out of the collection that has it.
      const fit = docs.filter((doc) => typeof keys(doc, path.split(".")) !== "number");
      const collection = await database.collection(fit);
      await collection.createIndex({ [path]: 1 });
      indexed.set(path, collection);
    }
    await fc.assert(
      fc.asyncProperty(query, async ({ asked, by, direction }) => {
        for (const [path, collection] of [["none", plain] as const, ...indexed]) {
          const fit =
            path === "none"
              ? docs
              : docs.filter((doc) => typeof keys(doc, path.split(".")) !== "number");
          const wanted = fit.filter((doc) => matches(doc, asked));
          const expected = sorted(wanted, by, direction);
          const found = await collection
            .find(asked)
            .sort({ [by]: direction as 1, _id: 1 })
            .map(({ _id }) => _id)
            .toArray()
            .catch(({ code }: MongoServerError) => code);
          const rule = Array.isArray(expected) ? expected.map(({ _id }) => _id) : expected;
          expect(found, `index ${path}`).toEqual(rule);
        }
      }),
      { ...chosen, numRuns: QUERIES },
    );
  }
}, 600_000);
