/**
 * `npm run test:mongod`: runs the tests of models, services and routes against a real MongoDB: the one in
 * MONGODB_TEST_URI, or one started here. If none is available, it says so in one line and exits with a
 * separate code that means neither success nor failure.
 */
import "./lib/node-version.mjs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ensureBuilt } from "./lib/build.mjs";
import { run } from "./lib/child.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { inProject, main, say } from "./lib/project.mjs";

/** `.ci/run` knows it as well. */
const NOT_RUN = 75;
const START_MS = 60_000;

/** Starts the MongoDB in MONGOMS_SYSTEM_BINARY, or the one that is downloaded at first use. */
async function startMongod() {
  // In the project but outside node_modules, so that reinstalling the packages does not remove it.
  process.env.MONGOMS_DOWNLOAD_DIR ??= inProject(".cache/mongodb-binaries");
  const { MongoMemoryServer } = await import("mongodb-memory-server");
  // It would leave its own temporary directory behind if MongoDB cannot be started.
  const dbPath = mkdtempSync(join(tmpdir(), "mongod-"));
  process.once("exit", () => rmSync(dbPath, { recursive: true, force: true, maxRetries: 3 }));
  const { warn } = console;
  console.warn = () => {}; // It prints a long report of a failure before it throws the error.
  const late = delay(START_MS, undefined, { ref: false }).then(() => {
    throw new Error(`no MongoDB was ready within ${START_MS / 1000} s`);
  });
  try {
    return await Promise.race([MongoMemoryServer.create({ instance: { dbPath } }), late]);
  } catch (error) {
    say(`test:mongod did not run: ${String(error?.message ?? error).replace(/\s+/g, " ")}`);
    process.exit(NOT_RUN);
  } finally {
    console.warn = warn;
  }
}

await main(async () => {
  await ensureInstalled();
  const given = process.env.MONGODB_TEST_URI;
  const started = given ? undefined : await startMongod();
  await ensureBuilt();
  const vitest = inProject("node_modules/vitest/vitest.mjs");
  const args = ["run", "--project", "server*", ...process.argv.slice(2)];
  const env = { ...process.env, MONGODB_TEST_URI: given ?? started?.getUri() };
  const code = await run(process.execPath, [vitest, ...args], { env });
  await started?.stop();
  process.exit(code);
});
