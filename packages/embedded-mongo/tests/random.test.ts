/** The same documents with and without indexes must answer alike, whatever is asked. */
import { Decimal128, Long, ObjectId, type Document } from "mongodb";
import { expect, test } from "vitest";
import { useDatabase } from "./helpers/database";

const database = useDatabase();
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 2);

/** Random numbers that come again with the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const random = randomFrom(SEED);
const below = (n: number) => Math.floor(random() * n);
const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
const chance = (p: number) => random() < p;

const IDS = Array.from({ length: 4 }, (_, i) => new ObjectId(String(i).padStart(24, "0")));
const SCALARS: (() => unknown)[] = [
  () => below(6) - 2,
  () => random() * 4,
  () => pick(["a", "b", "ab", "", "é", "a\u0000b", "😀", "abc".repeat(50)]),
  () => null,
  () => pick(IDS),
  () => new Date(below(4) * 1000),
  () => chance(0.5),
  () =>
    pick([
      Long.fromString("9007199254740993"),
      Decimal128.fromString("1.5"),
      Decimal128.fromString("2"),
      NaN,
    ]),
];
const scalar = () => pick(SCALARS)();
const value = (): unknown =>
  pick([
    scalar,
    scalar,
    scalar,
    () => Array.from({ length: below(4) }, () => pick([1, 2, "a", null])),
    () => ({ z: pick([1, 2]) }),
  ])();

function document(_id: number): Document {
  const doc: Document = { _id };
  if (chance(0.85)) doc.a = value();
  if (chance(0.85)) doc.b = scalar();
  if (chance(0.9)) doc.c = pick([1, 2, 3, "q"]);
  if (chance(0.7))
    doc.n = pick([
      { x: pick([1, 2, 3]) },
      [
        { x: 1, y: 1 },
        { x: pick([2, 3]), y: 2 },
      ],
      { x: [1, 2] },
      5,
      [],
    ]);
  return doc;
}

const condition = (): unknown =>
  pick([
    value,
    scalar,
    () => ({ $gt: scalar() }),
    () => ({ $gte: scalar(), $lt: scalar() }),
    () => ({ $lte: scalar() }),
    () => ({ $in: [value(), scalar(), scalar()] }),
    () => ({ $ne: scalar() }),
    () => ({ $nin: [scalar()] }),
    () => ({ $exists: chance(0.5) }),
    () => ({ $eq: value() }),
    () => ({ $regex: pick(["^a", "^ab", "b$", "^\\+"]) }),
    () => ({ $not: { $gt: scalar() } }),
    () => ({ $elemMatch: { $gte: 1, $lt: 2 } }),
    () => ({ $all: [pick([1, 2])] }),
    () => null,
  ])();

function filter(depth = 0): Document {
  const made: Document = {};
  for (let i = 0; i <= below(2); i++)
    made[pick(["a", "b", "c", "n.x", "n.y", "_id"])] = condition();
  if (depth > 1) return made;
  if (chance(0.15)) return { $and: [made, filter(depth + 1)] };
  if (chance(0.2)) return { ...made, $or: [filter(depth + 1), filter(depth + 1)] };
  if (chance(0.1)) return { $or: [made, filter(depth + 1)] };
  return made;
}

function sort(): Document {
  const order: Document = {};
  for (let i = below(3); i > 0; i--) order[pick(["a", "b", "c", "n.x"])] = pick([1, -1]);
  return { ...order, _id: pick([1, -1]) };
}

const INDEXES = [
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
];

test(`random queries with and without indexes agree (SEED=${SEED})`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const documents = Array.from({ length: 200 }, (_, i) => document(i)).sort(() => random() - 0.5);
    const plain = await database.collection(documents);
    const indexed = await database.collection();
    const wanted = INDEXES.filter(() => chance(0.5));
    const early = wanted.filter(() => chance(0.5));
    for (const key of early)
      await indexed.createIndex(key as never, chance(0.2) ? { sparse: true } : {});
    await indexed.insertMany(documents);
    for (const key of wanted) if (!early.includes(key)) await indexed.createIndex(key as never);

    for (let i = 0; i < 25; i++) {
      const which = { $and: [filter(), { _id: { $lt: 150 as never } }] };
      const update = pick([
        { $set: { a: value() } },
        { $unset: { b: 1 } },
        { $set: { c: pick([1, 2, 3]) } },
        { $set: { n: { x: [1, 3] } } },
      ]);
      const [x, y] = [
        await plain.updateMany(which, update),
        await indexed.updateMany(which, update),
      ];
      expect([y.matchedCount, y.modifiedCount], JSON.stringify(which)).toEqual([
        x.matchedCount,
        x.modifiedCount,
      ]);
    }
    const gone = { $and: [filter(), { _id: { $gt: 180 as never } }] };
    expect((await indexed.deleteMany(gone)).deletedCount).toBe(
      (await plain.deleteMany(gone)).deletedCount,
    );
    const report = await database.command({ validate: indexed.collectionName });
    expect(report.errors).toEqual([]);

    for (let i = 0; i < 150; i++) {
      const [asked, order, skip, limit] = [
        filter(),
        sort(),
        chance(0.3) ? 3 : 0,
        pick([0, 0, 5, 1]),
      ];
      const answers = await Promise.all(
        [plain, indexed].map(async (c) => ({
          found: (
            await c
              .find(asked)
              .sort(order as never)
              .skip(skip)
              .limit(limit)
              .toArray()
          ).map(({ _id }) => _id),
          count: await c.countDocuments(asked),
          distinct: (await c.distinct("c", asked)).map(String).sort(),
        })),
      );
      const what = `${JSON.stringify(asked)} ${JSON.stringify(order)} ${skip} ${limit} ${JSON.stringify(wanted)}`;
      expect(answers[1], what).toEqual(answers[0]);
    }
  }
});
