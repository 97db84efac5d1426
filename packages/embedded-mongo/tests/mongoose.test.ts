/** The embedded database works with an unmodified mongoose, the object mapper that it is made for. */
import mongoose, { Schema } from "mongoose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();
let connection: mongoose.Connection;

const answer = new Schema({ text: String, n: { type: Number, default: 0 } });
const schema = new Schema(
  {
    slug: { type: String, unique: true },
    title: String,
    tags: [String],
    score: { type: Number, default: 0 },
    views: Number,
    first: String,
    author: { type: Schema.Types.ObjectId, ref: "Person" },
    answers: [answer],
    left: Date,
  },
  { timestamps: true },
);
schema.index({ tags: 1, createdAt: -1 });
schema.index(
  { left: 1 },
  { expireAfterSeconds: 60, partialFilterExpression: { left: { $exists: true } } },
);

const person = new Schema({ name: String });

const models = () => ({
  Post: connection.model("Post", schema),
  Person: connection.model("Person", person),
});

beforeAll(async () => {
  connection = await mongoose.createConnection(database.server.uri("app")).asPromise();
  await Promise.all(Object.values(models()).map((model) => model.init()));
});
afterAll(() => connection.close());

test("documents can be created, loaded, changed and saved, with version keys", async () => {
  const { Post } = models();
  const post = await Post.create({ slug: "a", title: "T", answers: [{ text: "one" }] });
  const loaded = (await Post.findById(post.id))!;
  loaded.title = "T2";
  loaded.answers.push({ text: "two" });
  await loaded.save();
  const lean = await Post.findOne({ slug: "a" }).select("title answers.text __v -_id").lean();
  expect(lean).toMatchObject({ title: "T2", __v: 1, answers: [{ text: "one" }, { text: "two" }] });
  await Post.updateOne({ _id: post._id, "answers.text": "two" }, { $inc: { "answers.$.n": 3 } });
  expect((await Post.findById(post.id))!.answers[1]!.n).toBe(3);
  await expectRefusal(Post.create({ slug: "a" }), 11000);
});

test("findOneAndUpdate upserts with timestamps and $setOnInsert", async () => {
  const { Post } = models();
  const up = () =>
    Post.findOneAndUpdate(
      { slug: "u" },
      { $inc: { views: 1 }, $setOnInsert: { first: "yes" } },
      { upsert: true, returnDocument: "after" },
    ).lean();
  const one = await up();
  const two = await up();
  expect([one!.views, two!.views, two!.first]).toEqual([1, 2, "yes"]);
  expect(two!.createdAt).toEqual(one!.createdAt);
});

test("updates by pipeline, populate, cursors, aggregations and counts work", async () => {
  const { Post, Person } = models();
  const ann = await Person.create({ name: "Ann" });
  await Post.insertMany(
    Array.from({ length: 150 }, (_, i) => ({
      slug: `p${i}`,
      tags: ["x"],
      author: ann._id,
      views: i,
    })),
  );
  await Post.updateMany({ tags: "x" }, [{ $set: { score: { $multiply: ["$views", 2] } } }], {
    updatePipeline: true,
  });
  const [top] = await Post.find({ tags: "x" })
    .sort({ score: -1 })
    .limit(1)
    .populate<{ author: { name: string } }>("author")
    .lean();
  expect([top!.score, top!.author.name]).toEqual([298, "Ann"]);
  let n = 0;
  for await (const _ of Post.find({ tags: "x" }).lean().cursor({ batchSize: 40 })) n++;
  expect(n).toBe(150);
  expect(await Post.countDocuments({ tags: "x", views: { $lt: 10 } })).toBe(10);
  const $group = { _id: "$author", n: { $sum: "$views" } };
  const [sum] = await Post.aggregate<{ n: number }>([{ $match: { author: ann._id } }, { $group }]);
  expect(sum!.n).toBe((149 * 150) / 2);
});

test("diffIndexes and syncIndexes compare the declared indexes with the existing ones", async () => {
  const { Post } = models();
  expect(await Post.diffIndexes()).toEqual({ toDrop: [], toCreate: [] });
  await Post.collection.createIndex({ title: 1 });
  expect(await Post.syncIndexes()).toEqual(["title_1"]);
});
