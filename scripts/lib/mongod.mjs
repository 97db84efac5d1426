/** Starts a MongoDB for one run of the tests, from MONGOMS_SYSTEM_BINARY or downloaded at first use. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inProject } from "./project.mjs";

const START_MS = 60_000;

/**
 * @returns {Promise<{ uri?: string, stop?: () => Promise<unknown>, problem?: string }>} `uri` and `stop`, or the `problem` that prevented the start, in one line
 */
export async function startMongod() {
  // In the project but outside node_modules, so that reinstalling the packages does not remove it.
  process.env.MONGOMS_DOWNLOAD_DIR ??= inProject(".cache/mongodb-binaries");
  const { MongoMemoryServer } = await import("mongodb-memory-server");
  // MongoMemoryServer would leave its own temporary directory behind if MongoDB cannot be started.
  const dbPath = mkdtempSync(join(tmpdir(), "mongod-"));
  process.once("exit", () => rmSync(dbPath, { recursive: true, force: true, maxRetries: 3 }));
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    const message = `no MongoDB was ready within ${START_MS / 1000} s`;
    timer = setTimeout(() => reject(new Error(message)), START_MS);
  });
  const warn = console.warn;
  console.warn = () => {}; // MongoMemoryServer prints a long report of a failure before it throws the error
  try {
    const server = await Promise.race([MongoMemoryServer.create({ instance: { dbPath } }), late]);
    return { uri: server.getUri(), stop: () => server.stop() };
  } catch (error) {
    return { problem: String(error?.message ?? error).replace(/\s+/g, " ") };
  } finally {
    console.warn = warn;
    clearTimeout(timer);
  }
}
