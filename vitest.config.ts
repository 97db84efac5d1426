import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { millisecondsInDay } from "date-fns/constants";
import { defineConfig } from "vitest/config";
import { variables } from "./app/config/env.server";

// The settings of the operator, such as those in `.env`, must not affect the tests.
for (const name of variables) Reflect.deleteProperty(process.env, name);
process.env.NODE_ENV = "test";

/**
 * Five kinds of tests, each in its own projects: `npm test -- --project unit`, `'server*'`, `embedded-mongo`,
 * `browser` and `hostile`.
 *
 * The browser tests run after the others, because their Chromium should not have to wait for a core. Two files run at a
 * time on two cores, because one would leave them idle for much of the time.
 */
const cores = availableParallelism();
/** How many files without a browser run at a time: some of them mostly wait for processes to start and end. */
const files = cores + 1;
const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };
const failOnConsoleError = "./tests/setup/console.ts";
const endSites = "./tests/setup/end-sites.ts";
const dataDirectory = "./tests/setup/data-directory.ts";
const otherDatabase = "./tests/setup/other-database.ts";
/** Tests send no requests to the internet. */
const env = { PRICE_PROVIDERS: "none", HACKER_NEWS: "0" };

/**
 * Long enough that a test fails only if it hangs, and not because the machine is busy. A test that passes never waits
 * this long.
 */
const longTimeouts = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
};

/**
 * Test files share the application's modules, because importing them takes longer than most tests. A server test that
 * mocks a module or assigns a variable of the process gets its own modules.
 */
const needsOwnModules = /\bvi\.(mock|doMock|resetModules)\(|\bprocess\.env\.\w+ =/;
const isolatedServerFiles = readdirSync("tests/server", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => `tests/server/${name}`)
  .filter((file) => needsOwnModules.test(readFileSync(file, "utf8")));

/**
 * What Vite has made of each file, for all projects and for the next runs: that took a tenth of the time. It names the
 * files that a file imports, so it is made again when one is added, moved or removed.
 */
function moduleCache(): string {
  const sources = ["app", "packages", "scripts", "server", "tests"];
  const names = sources.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }),
  );
  const own = `modules-${createHash("sha1").update(names.join("\n")).digest("hex")}`;
  const caches = "node_modules/.vite";
  mkdirSync(caches, { recursive: true });
  const isOld = (name: string) => statSync(name).mtimeMs < Date.now() - millisecondsInDay;
  for (const name of readdirSync(caches).map((name) => `${caches}/${name}`)) {
    if (name.includes("/modules-") && isOld(name)) rmSync(name, { recursive: true });
  }
  return `${caches}/${own}`;
}

/** Tests with processes, a database or a browser are tried once more in CI, where a report names those that were. */
const retry = process.env.CI ? 1 : 0;

const server = {
  retry,
  globalSetup: "./tests/setup/run-directory.ts",
  setupFiles: [dataDirectory, failOnConsoleError, endSites, otherDatabase],
  env: { ...env, RATE_LIMITS: "off" },
  // These files can run in parallel, because each worker has its own database.
  pool: "forks" as const,
  maxWorkers: files,
  sequence: { groupOrder: 0 },
  ...longTimeouts,
};

export default defineConfig({
  test: {
    experimental: { fsModuleCache: true, fsModuleCachePath: moduleCache() },
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          setupFiles: [failOnConsoleError],
          env,
          pool: "threads",
          isolate: false,
          maxWorkers: files,
          sequence: { groupOrder: 0 },
          ...longTimeouts,
        },
      },
      {
        resolve: { alias },
        test: {
          ...server,
          name: "server",
          include: ["tests/server/**/*.test.{ts,tsx}"],
          exclude: isolatedServerFiles,
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: { ...server, name: "server-isolated", include: isolatedServerFiles },
      },
      {
        test: {
          name: "embedded-mongo",
          include: ["packages/embedded-mongo/tests/**/*.test.ts"],
          pool: "forks",
          isolate: false,
          maxWorkers: files,
          sequence: { groupOrder: 0 },
          ...longTimeouts,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "browser",
          retry,
          globalSetup: ["./tests/setup/chromium.ts", "./tests/setup/run-directory.ts"],
          include: ["tests/browser/**/*.test.ts"],
          setupFiles: [
            dataDirectory,
            failOnConsoleError,
            endSites,
            "./tests/setup/release-pages.ts",
          ],
          env,
          pool: "forks",
          isolate: false,
          maxWorkers: Math.min(cores, Math.max(2, Math.floor(cores / 2))),
          sequence: { groupOrder: 1 },
          ...longTimeouts,
        },
      },
      {
        resolve: { alias },
        test: {
          ...server,
          name: "hostile",
          include: ["tests/hostile/**/*.test.ts"],
          isolate: false,
          // These run last and alone, because they put a heavy load on their sites.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
