/**
 * Measures the embedded database through mongoose: node --import tsx packages/embedded-mongo/scripts/bench.ts
 * MONGODB_URI=… measures another server. EXTRA=100000 uses a larger collection.
 * The argument "sizes" compares reads between 10,000 and 1,000,000 documents, which takes minutes and 2 GB.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mongoose, { Schema } from "mongoose";
import { openEmbedded } from "../src/index";
import { measureSizes } from "./bench-sizes";

const directory = mkdtempSync(join(tmpdir(), "embedded-mongo-bench-"));
const started = performance.now();
const embedded = process.env.MONGODB_URI ? undefined : await openEmbedded(directory);
await mongoose.connect(process.env.MONGODB_URI ?? embedded!.uri("bench"));
await mongoose.connection.db!.command({ ping: 1 });
console.log(`open, connect and ask once: ${(performance.now() - started).toFixed(0)} ms`);

if (process.argv.includes("sizes")) {
  await measureSizes(process.env.MONGODB_URI ?? embedded!.uri("sizes"));
  await close();
  process.exit();
}

const schema = new Schema(
  {
    title: String,
    body: String,
    author: Schema.Types.ObjectId,
    tags: [String],
    score: Number,
    status: String,
    other: Date,
  },
  { timestamps: true },
);
schema.index({ createdAt: -1 });
schema.index({ author: 1, createdAt: -1 });
schema.index({ tags: 1, createdAt: -1 });
schema.index({ score: -1, _id: -1 });
const Post = mongoose.model("Post", schema);
await Post.deleteMany({});
await Post.init();

const post = (i: number) => ({
  title: `How do I do thing number ${i}`,
  body: "Lorem ipsum dolor sit amet, consectetur adipiscing elit. ".repeat(10),
  author: new mongoose.Types.ObjectId(),
  tags: ["remix", "node", `t${i % 20}`],
  score: i % 97,
  status: i % 4 ? "open" : "closed",
  createdAt: new Date(1.7e12 + i * 1000),
  other: new Date(1.7e12 + ((i * 7919) % 10_000) * 1000),
});

/** How many runs precede each measurement, because code is slower when it runs for the first time. */
const WARM_UP = 1000;

async function measure(
  name: string,
  times: number,
  run: (i: number) => Promise<unknown>,
  parallel = 1,
): Promise<void> {
  for (let i = 0; i < Math.min(times, WARM_UP); i++) await run(i);
  const cpu = process.cpuUsage();
  const began = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (next < times) await run(next++);
    }),
  );
  const elapsed = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  const rate = ((times / elapsed) * 1000).toFixed(0);
  console.log(
    `${name.padEnd(52)}${rate.padStart(7)}/s  ${((user + system) / 1000 / times).toFixed(2)} ms of processor each`,
  );
}

await measure("create, one at a time", 500, (i) => Post.create(post(i)));
await measure("create, 16 at a time", 2000, (i) => Post.create(post(i)), 16);
await Post.deleteMany({});
const count = Number(process.env.EXTRA ?? 10_000);
const inserting = performance.now();
const ids: mongoose.Types.ObjectId[] = [];
const authors: mongoose.Types.ObjectId[] = [];
for (let from = 0; from < count; from += 5000) {
  const posts = Array.from({ length: Math.min(5000, count - from) }, (_, i) => ({
    _id: new mongoose.Types.ObjectId(),
    ...post(from + i),
  }));
  ids.push(...posts.map(({ _id }) => _id));
  authors.push(...posts.map(({ author }) => author));
  await Post.insertMany(posts);
}
console.log(`insertMany of ${count}: ${(performance.now() - inserting).toFixed(0)} ms`);
const any = <T>(items: T[], i: number): T => items[(i * 31) % items.length]!;

await measure("find by _id, lean", 3000, (i) => Post.findById(any(ids, i)).lean());
await measure(
  "find by _id, lean, 16 at a time",
  5000,
  (i) => Post.findById(any(ids, i)).lean(),
  16,
);
await measure("find by another index, lean", 2000, (i) =>
  Post.findOne({ author: any(authors, i) }).lean(),
);
await measure("20 newest, by index", 1000, () =>
  Post.find().sort({ createdAt: -1 }).limit(20).lean(),
);
await measure("20 newest of a tag, by index", 1000, (i) =>
  Post.find({ tags: `t${i % 20}` })
    .sort({ createdAt: -1 })
    .limit(20)
    .lean(),
);
await measure("20 after a cursor, by index", 1000, (i) => {
  const [score, _id] = [i % 97, any(ids, i)];
  return Post.find({
    score: { $lte: score },
    $or: [{ score: { $lt: score } }, { score, _id: { $lt: _id } }],
  })
    .sort({ score: -1, _id: -1 })
    .limit(20)
    .lean();
});
await measure("20 of them populated-like, by $in", 1000, (i) =>
  Post.find({ _id: { $in: ids.slice(i % 9000, (i % 9000) + 20) } }).lean(),
);
await measure("20 newest, WITHOUT an index", 10, () =>
  Post.find().sort({ other: -1 }).limit(20).lean(),
);
await measure("a pattern that is nowhere, a scan", 10, () => Post.find({ title: /zzz/i }).lean());
await measure("countDocuments of all", 300, () => Post.countDocuments());
await measure("countDocuments by index, a twentieth", 300, (i) =>
  Post.countDocuments({ tags: `t${i % 20}` }),
);
await measure("updateOne by _id", 500, (i) =>
  Post.updateOne({ _id: any(ids, i) }, { $inc: { score: 1 } }),
);
await measure(
  "updateOne by _id, 16 at a time",
  2000,
  (i) => Post.updateOne({ _id: any(ids, i) }, { $inc: { score: 1 } }),
  16,
);
await measure("$match and $group over three quarters", 10, () =>
  Post.aggregate([{ $match: { status: "open" } }, { $group: { _id: "$status", n: { $sum: 1 } } }]),
);

let longest = 0;
let last = performance.now();
const timer = setInterval(() => {
  const now = performance.now();
  longest = Math.max(longest, now - last - 1);
  last = now;
}, 1);
await Post.countDocuments({ title: /zzz/i });
clearInterval(timer);
console.log(`longest hold of the event loop during a scan: ${longest.toFixed(0)} ms`);
console.log(
  `memory ${process.memoryUsage().rss >> 20} MB${embedded ? `, on disk ${(statSync(join(directory, "data.mdb")).size / 1e6).toFixed(0)} MB` : ""}`,
);
await close();

async function close(): Promise<void> {
  await mongoose.disconnect();
  await embedded?.close();
  rmSync(directory, { recursive: true, force: true });
}
