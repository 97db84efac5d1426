/**
 * Builds the site when what is in `build/` was made from other sources than those that are there.
 * The build is a plain `remix vite:build`, with its assets compressed and the HTTP server of `server/`
 * beside it; it is made beside `build/` and then put in its place.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { runAside } from "./child.mjs";
import { contentDigest } from "./digest.mjs";
import { PREPARATION_LOCK, waitForOther } from "./install.mjs";
import { withLock } from "./lock.mjs";
import { precompress } from "./precompress.mjs";
import { CACHE, inProject, ROOT, say, ScriptError } from "./project.mjs";

/** Everything a build can depend on. */
const SOURCES = [
  "app",
  "server",
  "content",
  "public",
  "remix.config.js",
  "vite.config.ts",
  "tailwind.config.ts",
  "postcss.config.js",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  ".browserslistrc",
  "scripts/lib/build.mjs",
  "scripts/lib/precompress.mjs",
  "scripts/lib/staged-build.config.ts",
];

const BUILD = inProject("build");

/**
 * In a directory that Vite empties: a build that was made past this script takes them away, and so
 * does not pass for the one that they tell of.
 */
const DIGEST = "server/.digest";
const OWN_ASSETS = "server/.assets.json";

/** `scripts/lib/site.mjs` starts it. */
const HTTP_SERVER = "http-server.js";

/** Directories whose files are named by their content, and may be asked for by the build before. */
const HASHED = ["client/assets", "server/assets"];

function sourceDigest() {
  const packages = readdirSync(inProject("packages")).flatMap((name) => [
    `packages/${name}/src`,
    `packages/${name}/package.json`,
  ]);
  return contentDigest(ROOT, [...SOURCES, ...packages]);
}

function isBuilt(digest = sourceDigest()) {
  const record = join(BUILD, DIGEST);
  return existsSync(record) && readFileSync(record, "utf8") === digest;
}

/** @param {{ force?: boolean, talkative?: boolean }} [options] */
export async function ensureBuilt({ force = false, talkative = false } = {}) {
  if (!force && isBuilt()) return;
  await withLock(
    PREPARATION_LOCK,
    async () => {
      // Taken before the build: what is edited while it runs makes the result stale, as it should.
      const digest = sourceDigest();
      if (!force && isBuilt(digest)) return;
      say("Building the site…");
      const started = Date.now();
      const staged = await buildAside(talkative);
      await buildHttpServer(join(staged, "server"));
      await precompress(join(staged, "client/assets"));
      rememberAssets(staged);
      keepFormerAssets(staged);
      writeFileSync(join(staged, DIGEST), digest);
      putInPlace(staged);
      say(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
    },
    { onWait: waitForOther },
  );
}

async function buildAside(/** @type {boolean} */ talkative) {
  removeLeftovers();
  const name = `.cache/build-${process.pid}`;
  const cli = inProject("node_modules/@remix-run/dev/dist/cli.js");
  const config = "scripts/lib/staged-build.config.ts";
  const { code, output } = await runAside(
    process.execPath,
    [cli, "vite:build", "--config", config, "--logLevel", talkative ? "info" : "error"],
    {
      env: { ...process.env, NODE_ENV: "production", STAGED_BUILD_DIRECTORY: name },
      show: talkative,
    },
  );
  const staged = inProject(name);
  if (code !== 0 || !existsSync(join(staged, "server/index.js"))) {
    rmSync(staged, { recursive: true, force: true });
    throw new ScriptError(`${talkative ? "" : `${output}\n`}The build failed (exit code ${code}).`);
  }
  nameFinalPlace(join(staged, "server/index.js"), name);
  return staged;
}

/**
 * Compiled, the HTTP server starts in half the time that it takes as TypeScript. Vite is imported here
 * since it may have been installed by this very process.
 */
async function buildHttpServer(/** @type {string} */ directory) {
  const { build } = await import("vite");
  await build({
    configFile: false,
    logLevel: "error",
    root: ROOT,
    publicDir: false,
    build: {
      ssr: "server/start.ts",
      outDir: directory,
      emptyOutDir: false,
      target: "es2022",
      rollupOptions: { output: { entryFileNames: HTTP_SERVER } },
    },
  });
}

/** The server build says where the client's files are; it must name the place they will have. */
function nameFinalPlace(/** @type {string} */ file, /** @type {string} */ stagedName) {
  const before = readFileSync(file, "utf8");
  const after = before.replaceAll(`"${stagedName}/client"`, '"build/client"');
  if (after === before || after.includes(stagedName)) {
    throw new ScriptError(
      `The server build names its directory in a way scripts/lib/build.mjs does not know.`,
    );
  }
  writeFileSync(file, after);
}

function rememberAssets(/** @type {string} */ staged) {
  writeFileSync(join(staged, OWN_ASSETS), JSON.stringify(assetsIn(staged)));
}

function assetsIn(/** @type {string} */ build) {
  return HASHED.flatMap((directory) =>
    existsSync(join(build, directory))
      ? readdirSync(join(build, directory)).map((name) => `${directory}/${name}`)
      : [],
  );
}

/**
 * A site that is running, and pages that are open in browsers, ask for files of the build they came
 * from. Those of the last build stay; those of the one before it go.
 */
function keepFormerAssets(/** @type {string} */ staged) {
  const record = join(BUILD, OWN_ASSETS);
  if (!existsSync(record)) return;
  for (const path of JSON.parse(readFileSync(record, "utf8"))) {
    if (!existsSync(join(BUILD, path)) || existsSync(join(staged, path))) continue;
    cpSync(join(BUILD, path), join(staged, path), { recursive: true });
  }
}

/** Between the two renames there is no build at all, never half of one. */
function putInPlace(/** @type {string} */ staged) {
  const former = join(CACHE, `build-former-${process.pid}`);
  if (existsSync(BUILD)) renameSync(BUILD, former);
  renameSync(staged, BUILD);
  rmSync(former, { recursive: true, force: true });
}

/** Only the holder of the lock builds: whatever is there was left by a build that was stopped. */
function removeLeftovers() {
  mkdirSync(CACHE, { recursive: true });
  for (const name of readdirSync(CACHE)) {
    if (name.startsWith("build-")) rmSync(join(CACHE, name), { recursive: true, force: true });
  }
}
