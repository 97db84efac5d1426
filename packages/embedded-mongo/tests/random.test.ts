/** Random queries must give the same results for the same documents with and without indexes. */
import fc, { type Arbitrary } from "fast-check";
import { Long, ObjectId, type Document, type MongoServerError } from "mongodb";
import { expect, test } from "vitest";
import { useDatabase } from "./helpers/database";

const database = useDatabase();
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 2);

const DOCUMENTS = 200;
const UPDATES = 25;
const QUERIES = 60;

const record = (fields: Record<string, Arbitrary<unknown>>): Arbitrary<Document> =>
  fc.record(fields, { noNullPrototype: true });
const someOf = (
  names: readonly string[],
  value: Arbitrary<unknown>,
  bounds: { minKeys?: number; maxKeys: number },
): Arbitrary<Document> =>
  fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: true, ...bounds });
const direction = fc.constantFrom(1, -1);

const IDS = Array.from({ length: 4 }, (_, i) => new ObjectId(String(i).padStart(24, "0")));
const scalar: Arbitrary<unknown> = fc.oneof(
  fc.integer({ min: -2, max: 3 }),
  fc.double({ min: 0, max: 4, noNaN: true }),
  fc.constantFrom("a", "b", "ab", "", "é", "a\u0000b", "😀", "abc".repeat(50)),
  fc.constant(null),
  fc.constantFrom(...IDS),
  fc.integer({ min: 0, max: 3 }).map((seconds) => new Date(seconds * 1000)),
  fc.boolean(),
  fc.constantFrom(Long.fromString("9007199254740993"), NaN),
);
const value = fc.oneof(
  { weight: 3, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(1, 2, "a", null), { maxLength: 3 }) },
  { weight: 1, arbitrary: record({ z: fc.constantFrom(1, 2) }) },
);
const c = fc.constantFrom(1, 2, 3, "q");

/** The fields of a document except its `_id`; any of them may be missing. */
const fields = fc.record(
  {
    a: value,
    b: scalar,
    c,
    n: fc.oneof(
      record({ x: fc.constantFrom(1, 2, 3) }),
      fc.constantFrom(2, 3).map((x) => [
        { x: 1, y: 1 },
        { x, y: 2 },
      ]),
      fc.constantFrom({ x: [1, 2] }, 5, []),
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const documents = fc
  .tuple(
    fc.shuffledSubarray([...Array(DOCUMENTS).keys()], { minLength: DOCUMENTS }),
    fc.array(fields, { minLength: DOCUMENTS, maxLength: DOCUMENTS }),
  )
  .map(([ids, all]): Document[] => ids.map((_id, i) => ({ _id, ...all[i] })));

/** Longer than the maximum key of the storage, which only a filter may be. */
const LONG = `a${"b".repeat(5000)}`;

const condition: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    LONG,
    { $gt: LONG },
    { $lte: LONG },
    { $in: [LONG, "a"] },
    { $regex: `^${LONG}` },
  ),
  value,
  scalar,
  record({ $gt: scalar }),
  record({ $gte: scalar, $lt: scalar }),
  record({ $lte: scalar }),
  record({ $in: fc.tuple(value, scalar, scalar) }),
  record({ $ne: scalar }),
  record({ $nin: fc.tuple(scalar) }),
  record({ $exists: fc.boolean() }),
  record({ $eq: value }),
  record({ $regex: fc.constantFrom("^a", "^ab", "b$", "^\\+") }),
  record({ $not: record({ $gt: scalar }) }),
  fc.constant({ $elemMatch: { $gte: 1, $lt: 2 } }),
  record({ $all: fc.tuple(fc.constantFrom(1, 2)) }),
  fc.constant(null),
);
function filter(depth = 0): Arbitrary<Document> {
  const names = ["a", "b", "c", "n.x", "n.y", "_id"];
  const made = someOf(names, condition, { minKeys: 1, maxKeys: 2 });
  if (depth > 1) return made;
  const inner = filter(depth + 1);
  return fc.oneof(
    { weight: 8, arbitrary: made },
    { weight: 2, arbitrary: record({ $and: fc.tuple(made, inner) }) },
    {
      weight: 2,
      arbitrary: fc.tuple(made, inner, inner).map(([first, ...$or]) => ({ ...first, $or })),
    },
    { weight: 1, arbitrary: record({ $or: fc.tuple(made, inner) }) },
  );
}
const sort = fc
  .tuple(someOf(["a", "b", "c", "n.x"], direction, { maxKeys: 2 }), direction)
  .map(([order, _id]): Document => ({ ...order, _id }));
const query = record({
  asked: filter(),
  order: sort,
  skip: fc.constantFrom(0, 0, 3),
  limit: fc.constantFrom(0, 0, 5, 1),
});
const update = fc.oneof(
  record({ $set: record({ a: value }) }),
  fc.constant({ $unset: { b: 1 } }),
  record({ $set: record({ c }) }),
  fc.constant({ $set: { n: { x: [1, 3] } } }),
);

/** The indexes, each created before the documents are inserted, afterwards, or never. */
const indexes = fc.tuple(
  ...[
    { a: 1 },
    { a: 1, c: -1 },
    { c: -1, b: 1 },
    { "n.x": 1 },
    { "n.x": 1, "n.y": -1 },
    { b: -1 },
    { c: 1, a: -1 },
    { b: 1, _id: -1 },
    { a: -1, _id: 1 },
    { c: 1, _id: -1 },
  ].map((key) =>
    fc.record({
      key: fc.constant(key as Document),
      made: fc.constantFrom("never", "never", "before", "after"),
      sparse: fc.constantFrom(false, false, false, true),
    }),
  ),
);

test(`random queries with and without indexes agree (SEED=${SEED})`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    // Unbiased, because the lists above already contain rare values as often as needed.
    const chosen = { seed: SEED + round, unbiased: true };
    const one = <T>(arbitrary: Arbitrary<T>) => fc.sample(arbitrary, { ...chosen, numRuns: 1 })[0]!;

    const stored = one(documents);
    const wanted = one(indexes);
    const plain = await database.collection(stored);
    const indexed = await database.collection();
    for (const { key, made, sparse } of wanted)
      if (made === "before") await indexed.createIndex(key as never, sparse ? { sparse } : {});
    await indexed.insertMany(stored);
    for (const { key, made } of wanted)
      if (made === "after") await indexed.createIndex(key as never);

    await fc.assert(
      fc.asyncProperty(filter(), update, async (asked, change) => {
        const which = { $and: [asked, { _id: { $lt: 150 as never } }] };
        const [x, y] = [
          await plain.updateMany(which, change),
          await indexed.updateMany(which, change),
        ];
        expect([y.matchedCount, y.modifiedCount]).toEqual([x.matchedCount, x.modifiedCount]);
      }),
      // After a failure the collections differ, so shrinking would find false counterexamples.
      { ...chosen, numRuns: UPDATES, endOnFailure: true },
    );
    const gone = { $and: [one(filter()), { _id: { $gt: 180 as never } }] };
    expect((await indexed.deleteMany(gone)).deletedCount).toBe(
      (await plain.deleteMany(gone)).deletedCount,
    );
    const report = await database.command({ validate: indexed.collectionName });
    expect(report.errors).toEqual([]);

    await fc.assert(
      fc.asyncProperty(query, async ({ asked, order, skip, limit }) => {
        const answers = await Promise.all(
          [plain, indexed].map(async (collection) => ({
            // A sort through two arrays is an error, with an index or without.
            found: await collection
              .find(asked)
              .sort(order)
              .skip(skip)
              .limit(limit)
              .map(({ _id }) => _id)
              .toArray()
              .catch(({ code }: MongoServerError) => code),
            count: await collection.countDocuments(asked),
            distinct: (await collection.distinct("c", asked)).map(String).sort(),
          })),
        );
        const made = wanted.filter((index) => index.made !== "never");
        expect(answers[1], JSON.stringify(made)).toEqual(answers[0]);
      }),
      { ...chosen, numRuns: QUERIES },
    );
  }
});
