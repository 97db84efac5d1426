/**
 * `npm run test:mongod`: runs the tests of models, services and routes against a real MongoDB: the one in
 * MONGODB_TEST_URI, or one started here. If none is available, it says so in one line and exits with a
 * separate code that means neither success nor failure.
 */
import "./lib/node-version.mjs";
import { run } from "./lib/child.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { startMongod } from "./lib/mongod.mjs";
import { inProject, main, say } from "./lib/project.mjs";
import { withoutSettings } from "./lib/settings.mjs";
import { NOT_RUN } from "./lib/test-counts.mjs";

await main(async () => {
  await ensureInstalled();
  const given = process.env.MONGODB_TEST_URI;
  const started = given ? undefined : await startMongod();
  if (started?.problem !== undefined) {
    say(`test:mongod did not run: ${started.problem}`);
    process.exit(NOT_RUN);
  }
  const env = withoutSettings(process.env);
  env.MONGODB_TEST_URI = given ?? started?.uri;
  const code = await run(
    process.execPath,
    [
      inProject("node_modules/vitest/vitest.mjs"),
      "run",
      "--project",
      "server*",
      ...process.argv.slice(2),
    ],
    { env },
  );
  await started?.stop();
  process.exit(code);
});
