/**
 * `npm test`: runs all tests, also from a fresh clone. Arguments are passed to vitest:
 * `npm test -- --project unit`, `npm test -- tests/server/articles.test.ts`.
 */
import "./lib/node-version.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { run } from "./lib/child.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { inProject, main } from "./lib/project.mjs";

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const vitest = inProject("node_modules/vitest/vitest.mjs");
  process.exitCode = await run(process.execPath, [vitest, "run", ...process.argv.slice(2)]);
});
