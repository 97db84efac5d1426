/** Queries by paths through nested arrays are compared with a second, simple implementation of MongoDB's rules. */
import fc, { type Arbitrary } from "fast-check";
import type { Collection, Document, MongoServerError } from "mongodb";
import { expect, test } from "vitest";
import { expectRefusal, useDatabase } from "./helpers/database";
import { PARALLEL_IN_INDEX, PARALLEL_IN_SORT, refusals, sorted } from "./helpers/plain-keys";
import { distinctValues, matches } from "./helpers/plain-rules";

const database = useDatabase();
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 2);

const DOCUMENTS = 40;
const QUERIES = 60;
const PATHS = ["a", "a.b", "a.0", "a.1", "a.0.b", "a.b.0", "a.0.0", "a.b.c", "a.0.1.b", "a.c", "d"];
/** The paths of each index, and its options. */
const INDEXES: [paths: string[], options?: Document][] = [
  ...PATHS.map((path): [string[]] => [[path]]),
  ...[
    "a d",
    "d a.b",
    "a.b a.c",
    "a.b a.b.c",
    "a a.b",
    "a.0.b a.c",
    "d a.c a.b",
    "a.0 a.1",
    "d _id",
  ].map((paths): [string[]] => [paths.split(" ")]),
  [["a.b"], { sparse: true }],
  [["a.b", "d"], { sparse: true }],
  [["a.b"], { partialFilterExpression: { d: { $gt: 0 } } }],
  [["d"], { partialFilterExpression: { "a.b": { $exists: true } } }],
  [["a.b"], { partialFilterExpression: { "a.b": { $gte: 1 } } }],
];

const scalar = fc.constantFrom<unknown>(0, 1, 2, "x", "xy", null);
/** Values with nested arrays, or without arrays, because only then can indexes provide an order. */
const valueOf = (arrays: boolean) =>
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", maxDepth: 4 },
      scalar,
      ...(arrays ? [fc.array(tie("value"), { maxLength: 3 })] : []),
      fc.dictionary(fc.constantFrom("b", "c"), tie("value"), { maxKeys: 2, noNullPrototype: true }),
      // A field named by a number, which is rare because MongoDB refuses an index on it.
      fc.record({ 0: scalar }, { noNullPrototype: true }),
    ),
  })).value;
const value = valueOf(true);
const record = (
  fields: Record<string, Arbitrary<unknown>>,
  requiredKeys?: [],
): Arbitrary<Document> =>
  fc.record(fields, { noNullPrototype: true, ...(requiredKeys && { requiredKeys }) });
const flat = record(
  { a: fc.oneof(valueOf(false), record({ b: scalar, c: scalar }, [])), d: scalar },
  [],
);
const nested = record(
  {
    a: fc.oneof(value, fc.array(record({ b: scalar, c: scalar }, []), { maxLength: 3 })),
    d: fc.oneof({ weight: 4, arbitrary: scalar }, fc.array(scalar, { maxLength: 2 })),
  },
  [],
);

const one = (name: string, operand: Arbitrary<unknown>) => record({ [name]: operand });
const inElement = fc.constantFrom("b", "c", "0", "b.c", "0.b");
const pattern = fc.constantFrom(/^x/, /^xy/, /y$/);
function operator(depth = 0): Arbitrary<Document> {
  const simple = fc.oneof(
    one("$eq", value),
    one("$ne", value),
    one("$in", fc.array(fc.oneof(value, scalar, pattern), { maxLength: 3 })),
    one("$nin", fc.array(fc.oneof(scalar, value), { maxLength: 3 })),
    ...["$gt", "$gte", "$lt", "$lte"].map((name) => one(name, scalar)),
    one("$size", fc.constantFrom(0, 1, 2)),
    one("$exists", fc.boolean()),
    one("$regex", fc.constantFrom("^x", "^xy", "y$")),
    one("$all", fc.array(fc.oneof(scalar, value, pattern), { maxLength: 2 })),
  );
  if (depth > 1) return simple;
  const inner = operator(depth + 1);
  const ofElement = inElement.chain((at) => one(at, inner));
  const element = one(
    "$elemMatch",
    fc.oneof(
      inner,
      ofElement,
      fc.tuple(ofElement, ofElement).map(([x, y]) => ({ ...x, ...y })),
      one("$or", fc.tuple(ofElement, ofElement)),
    ),
  );
  return fc.oneof(
    { weight: 12, arbitrary: simple },
    { weight: 3, arbitrary: element },
    { weight: 1, arbitrary: one("$all", fc.tuple(element, element)) },
    { weight: 2, arbitrary: one("$not", inner) },
    { weight: 3, arbitrary: fc.tuple(simple, simple).map(([x, y]) => ({ ...x, ...y })) },
  );
}
const constant = fc.oneof(scalar, fc.array(scalar));
/** A condition on one of the paths. */
const condition = (path: Arbitrary<string>) =>
  fc.oneof(
    { weight: 8, arbitrary: path.chain((at) => one(at, operator())) },
    { weight: 3, arbitrary: path.chain((at) => one(at, fc.oneof(scalar, value, pattern))) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom("$eq", "$gt", "$lt"), path, constant)
        .map(([name, at, value]) => ({ $expr: { [name]: [`$${at}`, value] } })),
    },
  );
function filter(path: Arbitrary<string>, depth = 0): Arbitrary<Document> {
  const simple = condition(path);
  if (depth > 1) return simple;
  const inner = filter(path, depth + 1);
  return fc.oneof(
    { weight: 6, arbitrary: simple },
    { weight: 4, arbitrary: fc.tuple(simple, simple).map(([x, y]) => ({ ...x, ...y })) },
    ...["$and", "$or", "$nor"].map((name) => ({
      weight: 1,
      arbitrary: one(name, fc.tuple(inner, inner)),
    })),
  );
}
const bound = fc.oneof(scalar, scalar, one("$gte", scalar), one("$lt", scalar));
const direction = fc.constantFrom(1, -1);
/** A query, which mostly uses the paths of one index. */
const query = fc.constantFrom(...INDEXES).chain(([paths]) => {
  const path = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...paths.filter((at) => at !== "_id")) },
    { weight: 1, arbitrary: fc.constantFrom(...PATHS) },
  );
  return fc.record({
    asks: fc.constantFrom("find", "find", "count", "distinct"),
    asked: fc.oneof(
      { weight: 3, arbitrary: filter(path) },
      // Bounds on every field of the index; different elements of an array may meet them.
      { weight: 2, arbitrary: record(Object.fromEntries(paths.map((at) => [at, bound]))) },
    ),
    sort: fc
      .tuple(fc.dictionary(path, direction, { maxKeys: 2, noNullPrototype: true }), direction)
      .map(([order, _id]): Document => ({ ...order, _id })),
    skip: fc.constantFrom(0, 0, 3),
    limit: fc.constantFrom(0, 0, 5, 1),
    field: path,
  });
});
type Query = typeof query extends Arbitrary<infer T> ? T : never;

const set = (values: unknown[]) => [...new Set(values.map((one) => JSON.stringify(one)))].sort();

/** The answer of the database: ids in order, the code of an error, a number, or distinct values. */
async function answered(collection: Collection, made: Query): Promise<unknown> {
  const { asks, asked, sort, skip, limit, field } = made;
  const name = collection.collectionName;
  if (asks === "count")
    return (await database.command({ count: name, query: asked, skip, limit })).n;
  if (asks === "distinct")
    return set((await database.command({ distinct: name, key: field, query: asked })).values);
  return collection
    .find(asked, { sort: sort as never, skip, limit, projection: { _id: 1 } })
    .map(({ _id }): unknown => _id)
    .toArray()
    .catch(({ code }: MongoServerError) => code);
}

/** The answer for these matches by MongoDB's rules, or the error codes, of which the database may return any. */
function expected(wanted: Document[], { asks, sort, skip, limit, field }: Query) {
  const part = wanted.slice(skip, limit ? skip + limit : undefined);
  if (asks === "count") return { answer: part.length };
  if (asks === "distinct")
    return { answer: set(wanted.flatMap((doc) => distinctValues(doc, field.split(".")))) };
  const codes = wanted.flatMap((doc) => refusals(doc, Object.keys(sort), PARALLEL_IN_SORT));
  if (codes.length) return { codes };
  const ids = sorted(wanted, sort).map(({ _id }): unknown => _id);
  return { answer: ids.slice(skip, limit ? skip + limit : undefined) };
}

/** Creates a collection with an index; returns it with its documents, which are those that the index accepts. */
async function indexed(docs: Document[], key: Document, options: Document) {
  const codes = docs.map((doc) => refusals(doc, Object.keys(key), PARALLEL_IN_INDEX));
  const fit = docs.filter((_, i) => !codes[i]!.length);
  const collection = await database.collection(fit);
  await collection.createIndex(key as never, options);
  for (const [i, code] of codes.entries())
    if (code.length && !options.partialFilterExpression)
      await expectRefusal(
        collection.insertOne(docs[i]! as never),
        expect.toBeOneOf(code) as number,
      );
  return { name: JSON.stringify({ key, ...options }), collection, fit };
}

test(`paths are followed by MongoDB's rules, with each index and without (SEED=${SEED})`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const chosen = { seed: SEED + round, unbiased: true };
    const sampled = fc.sample(round % 3 ? nested : flat, { ...chosen, numRuns: DOCUMENTS });
    const docs = sampled.map((fields, _id): Document => ({ _id, ...fields }));
    const directions = fc.sample(direction, { ...chosen, numRuns: 3 * INDEXES.length });
    const plain = { name: "none", collection: await database.collection(docs), fit: docs };
    const collections = [plain];
    for (const [paths, options = {}] of INDEXES) {
      const key = Object.fromEntries(paths.map((at) => [at, directions.pop()]));
      collections.push(await indexed(docs, key, options));
    }
    await fc.assert(
      fc.asyncProperty(query, async (made) => {
        const passed = new Set(docs.filter((doc) => matches(doc, made.asked)));
        const compare = async ({ name, collection, fit }: (typeof collections)[number]) => {
          const found = await answered(collection, made);
          const { answer, codes } = expected(
            fit.filter((doc) => passed.has(doc)),
            made,
          );
          if (codes) expect(codes, `index ${name}`).toContain(found);
          else expect(found, `index ${name}`).toEqual(answer);
        };
        await Promise.all(collections.map(compare));
      }),
      { ...chosen, numRuns: QUERIES },
    );
    await database.db.dropDatabase();
  }
}, 3_600_000);
