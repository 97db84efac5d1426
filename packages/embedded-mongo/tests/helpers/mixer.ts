/** Inserts and deletes documents at random by all commands: node mixer.ts DIRECTORY ROUNDS */
import { MongoClient } from "mongodb";
import { openEmbedded } from "../../src/index";

const [directory = "", rounds = "0"] = process.argv.slice(2);
const server = await openEmbedded(directory);
const client = await new MongoClient(server.uri("test")).connect();
const random = (below: number) => Math.floor(Math.random() * below);
const name = () => `mixed${random(3)}`;
const c = () => client.db().collection<{ _id: number; a?: number; at?: Date }>(name());
const id = () => random(300);

const ways: (() => Promise<unknown>)[] = [
  () => c().insertOne({ _id: id() }),
  () => c().insertMany(Array.from({ length: 40 }, () => ({ _id: id(), a: random(5) }))),
  () => c().insertMany([{ _id: id() }, { _id: id() }, { _id: id() }], { ordered: false }),
  () => c().updateOne({ _id: id() }, { $set: { a: random(5) } }, { upsert: true }),
  () => c().replaceOne({ _id: id() }, { a: random(5) }, { upsert: true }),
  () => c().updateMany({ a: random(5) }, { $set: { at: new Date(0) } }),
  () => c().findOneAndUpdate({ _id: id() }, { $inc: { a: 1 } }, { upsert: true }),
  () => c().findOneAndDelete({ a: random(5) }),
  () => c().deleteOne({ _id: id() }),
  () => c().deleteMany({ a: random(5) }),
  () => server.expire(),
];
const rarely: (() => Promise<unknown>)[] = [
  () => c().createIndex({ at: 1 }, { expireAfterSeconds: 1 }),
  () => c().createIndex({ a: 1, at: 1 }),
  () => c().drop(),
];

process.send!("begun");
for (let round = 0; round < Number(rounds); round++) {
  const some = random(30) ? ways : rarely;
  // Refused commands, for example because of a duplicate or a collection that was just dropped, do not matter.
  await Promise.allSettled([some[random(some.length)]!(), ways[random(ways.length)]!()]);
}
await client.close();
await server.close();
process.disconnect();
