/** Writes without end and sends a message for each acknowledged write: node writer.ts DIRECTORY FIRST */
import { MongoClient } from "mongodb";
import { openEmbedded } from "../../src/index";

const [directory = "", first = "0"] = process.argv.slice(2);
const server = await openEmbedded(directory);
const client = await new MongoClient(server.uri("test")).connect();
const c = client.db().collection<{ _id: number; key: string; n: number; hits: number }>("writes");
await c.createIndexes([{ key: { key: 1 }, unique: true }, { key: { n: -1 } }]);

let next = Number(first);
async function write(): Promise<never> {
  for (;;) {
    const n = next++;
    await c.insertOne({ _id: n, key: `k${n}`, n, hits: 0 });
    process.send!({ inserted: n });
    if (n % 3) continue;
    await c.updateOne({ key: `k${n}` }, { $inc: { hits: 1 } });
    process.send!({ updated: n });
  }
}
await Promise.all(Array.from({ length: 8 }, write));
