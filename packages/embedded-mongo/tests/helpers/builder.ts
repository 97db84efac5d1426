/** Starts to build an index and sends a message, so that a test can kill it before the index is complete. */
import { MongoClient } from "mongodb";
import { openEmbedded } from "../../src/index";

const [directory = "", collection = ""] = process.argv.slice(2);
const server = await openEmbedded(directory);
const client = await new MongoClient(server.uri("test")).connect();
const building = client.db().collection(collection).createIndex({ a: 1 });
setTimeout(() => process.send!("building"), 60);
await building;
