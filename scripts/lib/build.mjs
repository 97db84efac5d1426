/**
 * Builds the site if `build/` was made from other sources than the current ones. The build is a plain
 * `remix vite:build`, plus compressed assets and the compiled HTTP server of `server/`. It is made in a
 * temporary directory, which then replaces `build/`.
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
import { runCaptured } from "./child.mjs";
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
 * Both files are in a directory that Vite empties. So a build that was made without this script removes them,
 * and is not mistaken for the build that they describe.
 */
const DIGEST = "server/.digest";
const OWN_ASSETS = "server/.assets.json";

/** `scripts/lib/site.mjs` starts it. */
const HTTP_SERVER = "http-server.js";

/** Directories whose file names contain a hash. Pages of the previous build may still request their files. */
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
      // Computed before the build, so that files edited during the build make its result stale.
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
  const { code, output } = await runCaptured(
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
 * Compiles the HTTP server, because it then starts twice as fast as from TypeScript. Vite is imported here
 * because this same process may have just installed it.
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

/** The server build contains the path of the client's files; this replaces the temporary path with the final one. */
function nameFinalPlace(/** @type {string} */ file, /** @type {string} */ stagedName) {
  const before = readFileSync(file, "utf8");
  const after = before.replaceAll(`"${stagedName}/client"`, '"build/client"');
  if (after === before || after.includes(stagedName)) {
    throw new ScriptError(
      `The server build contains its directory in a form that scripts/lib/build.mjs does not know.`,
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
 * A running site and pages that are open in browsers request files of the build that they came from. So the
 * assets of the previous build are kept; older ones are not.
 */
function keepFormerAssets(/** @type {string} */ staged) {
  const record = join(BUILD, OWN_ASSETS);
  if (!existsSync(record)) return;
  for (const path of JSON.parse(readFileSync(record, "utf8"))) {
    if (!existsSync(join(BUILD, path)) || existsSync(join(staged, path))) continue;
    cpSync(join(BUILD, path), join(staged, path), { recursive: true });
  }
}

/** Between the two renames there is no build, but there is never an incomplete one. */
function putInPlace(/** @type {string} */ staged) {
  const former = join(CACHE, `build-former-${process.pid}`);
  if (existsSync(BUILD)) renameSync(BUILD, former);
  renameSync(staged, BUILD);
  rmSync(former, { recursive: true, force: true });
}

/** Only the holder of the lock builds, so any such directory was left by an interrupted build. */
function removeLeftovers() {
  mkdirSync(CACHE, { recursive: true });
  for (const name of readdirSync(CACHE)) {
    if (name.startsWith("build-")) rmSync(join(CACHE, name), { recursive: true, force: true });
  }
}
