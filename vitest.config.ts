import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * Five kinds of test, each in projects of its own: `npm test -- --project 'unit*'`, `'server*'`,
 * `embedded-mongo`, `browser` and `hostile`.
 *
 * The browser tests come after the rest: each of their files starts a site and a Chromium, and what
 * they wait for should not have to wait for a processor. Two of them share two: one file by itself
 * leaves a good part of them idle.
 */
const cores = availableParallelism();
/** Of the files without a browser some mostly wait for processes to start and to end. */
const files = cores + 1;
const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };
const failOnConsoleError = "./tests/setup/console.ts";
const endSites = "./tests/setup/end-sites.ts";
const dataDirectory = "./tests/setup/data-directory.ts";
/** No test asks anybody on the internet. */
const env = { PRICE_PROVIDERS: "none", HACKER_NEWS: "0" };

/**
 * A test that hangs fails some time; one that is slow since the machine has other work must not. Nothing
 * waits as long as this where a test passes.
 */
const patient = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
};

/**
 * Importing the application takes longer than most tests, so files share its modules; a file that
 * replaces a module, changes the environment or takes its database away gets modules of its own.
 */
const needsOwnModules =
  /\bvi\.(mock|doMock|resetModules)\(|\bprocess\.env\b|\bopenProxiedDatabase\(/;
const isolatedFilesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
    .filter((file) => needsOwnModules.test(readFileSync(file, "utf8")));
const isolatedUnitFiles = isolatedFilesIn("tests/unit");
const isolatedServerFiles = isolatedFilesIn("tests/server");

const unit = {
  ...patient,
  setupFiles: [failOnConsoleError],
  env,
  pool: "threads" as const,
  maxWorkers: files,
  sequence: { groupOrder: 0 },
};

const server = {
  globalSetup: "./tests/setup/run-directory.ts",
  setupFiles: [dataDirectory, failOnConsoleError, endSites],
  env: { ...env, RATE_LIMITS: "off" },
  // Each file has a database of its own, so that they run side by side.
  pool: "forks" as const,
  maxWorkers: files,
  sequence: { groupOrder: 0 },
  ...patient,
};

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          ...unit,
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          exclude: isolatedUnitFiles,
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: { ...unit, name: "unit-isolated", include: isolatedUnitFiles },
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
          maxWorkers: files,
          sequence: { groupOrder: 0 },
          ...patient,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "browser",
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
          ...patient,
        },
      },
      {
        resolve: { alias },
        test: {
          ...server,
          name: "hostile",
          include: ["tests/hostile/**/*.test.ts"],
          // What is done to a site here should not slow down the tests of others.
          maxWorkers: cores,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
