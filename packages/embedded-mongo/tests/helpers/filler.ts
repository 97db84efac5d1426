/**
 * Opens a database and executes orders: "fill" inserts until an insert fails, "read" counts, "insert" inserts one
 * document, "validate" validates the collection. Answers each with its outcome. A second argument is the id of the user
 * to run as.
 */
import { MongoClient } from "mongodb";
import { openEmbedded } from "../../src/index";

const [directory = "", userId] = process.argv.slice(2);
// The superuser may write anywhere, so the process drops this privilege once all code is loaded.
if (userId) process.setuid!(Number(userId));
const server = await openEmbedded(directory);
const client = await new MongoClient(server.uri("test")).connect();
const c = client.db().collection<{ pad: string }>("c");
await c.createIndex({ pad: 1 });
let next = 0;
const insert = () => c.insertOne({ pad: `${next++} ${"x".repeat(3000)}` });
const failure = (error: { code?: number; message?: string }) => ({
  code: error.code,
  message: error.message,
});

const ORDERS: Record<string, () => Promise<unknown>> = {
  async fill() {
    for (;;) {
      // Concurrent inserts share a transaction, and fail together.
      const results = await Promise.allSettled(Array.from({ length: 4 }, insert));
      const failed = results.flatMap((one) =>
        one.status === "rejected" ? [failure(one.reason as Error)] : [],
      );
      if (!failed.length) continue;
      // One document may still fit where four did not.
      while ((await ORDERS.insert!()) === "inserted");
      return failed;
    }
  },
  read: () => c.countDocuments({ pad: { $gt: "" } }),
  insert: () => insert().then(() => "inserted", failure),
  validate: () => client.db().command({ validate: "c" }),
};

process.on("message", (order: string) => {
  void ORDERS[order]!().then((answer) => process.send!({ answer }));
});
process.on("disconnect", () => process.exit());
process.send!({ answer: "open" });
