/**
 * `npm run test:mongod`: runs the tests of models, services and routes against a real MongoDB: the one in
 * MONGODB_TEST_URI, or one started here. If none is available, it says so in one line and exits with a
 * separate code that means neither success nor failure.
 */
import "./lib/node-version.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { run } from "./lib/child.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { startMongod } from "./lib/mongod.mjs";
import { inProject, main, say } from "./lib/project.mjs";

/** `.ci/run` knows it as well. */
const NOT_RUN = 75;

await main(async () => {
  await ensureInstalled();
  const given = process.env.MONGODB_TEST_URI;
  const started = given ? undefined : await startMongod();
  if (started?.problem !== undefined) {
    say(`test:mongod did not run: ${started.problem}`);
    process.exit(NOT_RUN);
  }
  await ensureBuilt();
  const vitest = inProject("node_modules/vitest/vitest.mjs");
  const args = ["run", "--project", "server*", ...process.argv.slice(2)];
  const env = { ...process.env, MONGODB_TEST_URI: given ?? started?.uri };
  const code = await run(process.execPath, [vitest, ...args], { env });
  await started?.stop();
  process.exit(code);
});
