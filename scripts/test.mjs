/**
 * `npm test`: runs all tests, also from a fresh clone. Arguments are passed to vitest:
 * `npm test -- --project 'unit*'`, `npm test -- tests/server/articles.test.ts`.
 */
import "./lib/node-version.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { run } from "./lib/child.mjs";
import { ensureChromium, NO_CHROMIUM } from "./lib/chromium.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { inProject, main, ScriptError } from "./lib/project.mjs";
import { withoutSettings } from "./lib/settings.mjs";
import { needsBrowser } from "./lib/test-arguments.mjs";

await main(async () => {
  const args = process.argv.slice(2);
  await ensureInstalled();
  const env = withoutSettings(process.env);
  if (needsBrowser(args)) {
    await ensureBuilt();
    const chromium = await ensureChromium();
    if (!chromium) throw new ScriptError(NO_CHROMIUM);
    env.CHROMIUM_PATH = chromium;
  }
  process.exitCode = await run(
    process.execPath,
    [inProject("node_modules/vitest/vitest.mjs"), "run", ...args],
    { env },
  );
});
