/** Measures the same reads in a small and a large collection: reads by an index must not cost more in the large one. */
import { MongoClient, ObjectId, type Collection } from "mongodb";

const SIZES = [10_000, 1_000_000];
const TAGS = 20;
const POSTS_OF_AN_AUTHOR = 100;
const BATCH = 5000;
const FIRST_DATE = 1.6e12;

interface Post {
  _id: ObjectId;
  createdAt: Date;
  tag: string;
  author: number;
  status: string;
  text: string;
}

/** A post of some 400 bytes. */
const post = (i: number, posts: number): Post => ({
  _id: idOf(i),
  createdAt: new Date(FIRST_DATE + i * 1000),
  tag: `t${i % TAGS}`,
  author: (i * 7919) % (posts / POSTS_OF_AN_AUTHOR),
  status: i % 3 ? "open" : "closed",
  text: "Lorem ipsum dolor sit amet, ".repeat(10),
});

const idOf = (i: number) => new ObjectId(i.toString(16).padStart(24, "0"));

async function fill(posts: Collection<Post>, count: number): Promise<void> {
  await posts.createIndexes([
    { key: { createdAt: -1 } },
    { key: { tag: 1, createdAt: -1 } },
    { key: { author: 1 } },
    { key: { status: 1, tag: 1 } },
  ]);
  const began = performance.now();
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => from + i);
    await posts.insertMany(batch.map((i) => post(i, count)));
  }
  const seconds = (performance.now() - began) / 1000;
  console.log(`insertMany of ${count}: ${seconds.toFixed(1)} s`);
}

interface Read {
  name: string;
  times: number;
  run(posts: Collection<Post>, count: number, i: number): Promise<unknown>;
}

const newest = { sort: { createdAt: -1 }, limit: 20 } as const;
const tagOf = (i: number) => `t${i % TAGS}`;

const withIds = (length: number): Read => ({
  name: `${length} by _id, with $in`,
  times: 10,
  run(posts, count, i) {
    const $in = Array.from({ length }, (_, k) => idOf(((i + k) * 7919) % count));
    return posts.find({ _id: { $in } }, { projection: { _id: 1 } }).toArray();
  },
});

const READS: Read[] = [
  {
    name: "20 newest of a tag, one in three by status",
    times: 100,
    run: (posts, _, i) => posts.find({ tag: tagOf(i), status: "closed" }, newest).toArray(),
  },
  {
    name: "20 newest of an author, 100 to be sorted",
    times: 50,
    run: (posts, _, i) => posts.find({ author: i }, newest).toArray(),
  },
  {
    name: "20 newest of a status that two thirds have",
    times: 100,
    run: (posts) => posts.find({ status: "open" }, newest).toArray(),
  },
  withIds(1000),
  withIds(1001),
  withIds(5000),
  {
    name: "100 of an author, by $expr and a variable",
    times: 50,
    run: (posts, _, i) =>
      posts.find({ $expr: { $eq: ["$author", "$$one"] } }, { let: { one: i } }).toArray(),
  },
  {
    name: "3 rows, each with 5 by $lookup and let",
    times: 20,
    run: (posts) =>
      posts
        .aggregate([
          { $sort: { createdAt: -1 } },
          { $limit: 3 },
          {
            $lookup: {
              from: posts.collectionName,
              let: { author: "$author" },
              pipeline: [{ $match: { $expr: { $eq: ["$author", "$$author"] } } }, { $limit: 5 }],
              as: "others",
            },
          },
        ])
        .toArray(),
  },
  { name: "distinct, of 20 values", times: 50, run: (posts) => posts.distinct("tag") },
  {
    name: "distinct, of 20 values with a filter",
    times: 50,
    run: (posts) => posts.distinct("tag", { status: "open" }),
  },
  {
    name: "count of an author",
    times: 50,
    run: (posts, _, i) => posts.countDocuments({ author: i }),
  },
  { name: "count of all", times: 5, run: (posts) => posts.countDocuments() },
  {
    name: "distinct, of 100 and 10,000 authors",
    times: 3,
    run: (posts) => posts.distinct("author"),
  },
];

interface Measured {
  processor: number;
  longestHold: number;
}

async function measure(run: (i: number) => Promise<unknown>, times: number): Promise<Measured> {
  await run(times);
  let [longestHold, last] = [0, performance.now()];
  const note = () => {
    const now = performance.now();
    longestHold = Math.max(longestHold, now - last - 1);
    last = now;
  };
  const timer = setInterval(note, 1);
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) await run(i);
  const { user, system } = process.cpuUsage(before);
  note();
  clearInterval(timer);
  return { processor: (user + system) / 1000 / times, longestHold };
}

/** Prints processor time and the longest hold of the event loop, by the server and the driver together. */
export async function measureSizes(uri: string): Promise<void> {
  const client = await new MongoClient(uri).connect();
  const collections = SIZES.map((size) => client.db().collection<Post>(`posts${size}`));
  for (const [i, size] of SIZES.entries()) await fill(collections[i]!, size);
  console.log(`${"".padEnd(46)}ms of processor each   ratio   longest hold`);
  for (const { name, times, run } of READS) {
    const measured: Measured[] = [];
    for (const [k, size] of SIZES.entries())
      measured.push(await measure((i) => run(collections[k]!, size, i), times));
    const [small, large] = measured;
    const ratio = large!.processor / small!.processor;
    console.log(
      [
        name.padEnd(46),
        small!.processor.toFixed(2).padStart(9),
        large!.processor.toFixed(2).padStart(10),
        ratio.toFixed(1).padStart(9),
        `${large!.longestHold.toFixed(0)} ms`.padStart(14),
      ].join(""),
    );
  }
  await client.close();
}
