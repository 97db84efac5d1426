/**
 * Opens a database and does what it is told: "fill" inserts until that is refused, "read" counts, "insert"
 * inserts one document, "remove" deletes some. Answers with what came of it. A second argument is the id
 * of the user to run as.
 */
import { MongoClient } from "mongodb";
import { openEmbedded } from "../../src/index";

const [directory = "", userId] = process.argv.slice(2);
// The superuser may write anywhere, so the right to do so is given up once all code is loaded.
if (userId) process.setuid!(Number(userId));
const server = await openEmbedded(directory);
const client = await new MongoClient(server.uri("test")).connect();
const c = client.db().collection<{ _id?: number; pad: string }>("c");
await c.createIndex({ pad: 1 });
let next = 0;
const insert = () => c.insertOne({ _id: next++, pad: `${next} ${"x".repeat(3000)}` });
const failure = (error: { code?: number; message?: string }) => ({
  code: error.code,
  message: error.message,
});

const ORDERS: Record<string, () => Promise<unknown>> = {
  async fill() {
    for (;;) {
      // Several at a time share a transaction, and fail together.
      const results = await Promise.allSettled(Array.from({ length: 4 }, insert));
      const failed = results.flatMap((one) =>
        one.status === "rejected" ? [failure(one.reason as Error)] : [],
      );
      if (failed.length) return failed;
    }
  },
  read: () => c.countDocuments({ pad: { $gt: "" } }),
  insert: () => insert().then(() => "inserted", failure),
  remove: () => c.deleteMany({ _id: { $lt: 20 } }).then(() => "removed", failure),
  validate: () => client.db().command({ validate: "c" }),
};

process.on("message", (order: string) => {
  void ORDERS[order]!().then((answer) => process.send!({ answer }));
});
process.on("disconnect", () => process.exit());
process.send!({ answer: "open" });
