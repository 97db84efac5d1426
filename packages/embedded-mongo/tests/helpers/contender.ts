/** One of several processes on a directory that increment a common counter and compete for unique keys. */
import { MongoClient } from "mongodb";
import { openEmbedded } from "../../src/index";

const [directory = "", rounds = "0"] = process.argv.slice(2);
const server = await openEmbedded(directory);
const client = await new MongoClient(server.uri("test")).connect();
const c = client.db().collection<{ _id?: string; n?: number; key?: number }>("shared");

let won = 0;
for (let key = 0; key < Number(rounds); key++) {
  await c.updateOne({ _id: "counter" }, { $inc: { n: 1 } }, { upsert: true });
  await c.insertOne({ key }).then(
    () => won++,
    (error: { code?: number }) => {
      if (error.code !== 11000) throw error;
    },
  );
}
const explanation = await c.find({ key: 1 }).explain("queryPlanner");
await client.close();
await server.close();
process.send!({ won, index: explanation.queryPlanner.winningPlan.inputStage?.indexName });
