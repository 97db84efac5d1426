/**
 * Builds the site if a source is newer than the build: a plain `remix vite:build`, plus compressed assets and the
 * compiled HTTP server of `server/`.
 */
import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { run } from "./child.mjs";
import { precompress } from "./precompress.mjs";
import { inProject, ROOT, say, ScriptError } from "./project.mjs";
import { putInPlace, inStagingDirectory } from "./staging.mjs";

/** Everything that a build depends on. */
const SOURCES = [
  ...["app", "server", "content", "public", "packages/embedded-mongo/src"],
  ...["remix.config.js", "vite.config.ts", "tailwind.config.ts", "tsconfig.json"],
  ...["package.json", "package-lock.json", "scripts/lib/build.mjs", "scripts/lib/precompress.mjs"],
];

const BUILD = inProject("build");

/**
 * `scripts/lib/site.mjs` starts it. Its date is that of the newest source of the build. A build that was made without
 * this script does not have it.
 */
const HTTP_SERVER = "http-server.js";

/** Directories whose file names contain a hash. Pages of the previous build may still request their files. */
const HASHED = ["client/assets", "server/assets"];

/** Builds the site, also if it is up to date with `force`. */
export async function ensureBuilt({ force = false, logLevel = "error" } = {}) {
  const newest = Math.max(...SOURCES.map((path) => newestIn(inProject(path))));
  const isCurrent = () => !force && dateOf(BUILD) >= newest;
  if (isCurrent()) return;
  say("Building the site…");
  const started = Date.now();
  await inStagingDirectory("build", async (directory) => {
    const staged = join(directory, "build");
    await buildApplication(staged, logLevel);
    await buildHttpServer(join(staged, "server"));
    await precompress(join(staged, "client/assets"));
    if (existsSync(BUILD)) keepFormerAssets(BUILD, staged);
    utimesSync(join(staged, "server", HTTP_SERVER), new Date(), new Date(Math.ceil(newest)));
    putInPlace(staged, BUILD, isCurrent);
  });
  say(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

/**
 * @param {string} path of a file or a directory, whose own date tells of files that were removed from it
 * @returns {number} the date of the newest file, in milliseconds
 */
export function newestIn(path) {
  // An editor may leave a link to nowhere, or remove a temporary file at this moment.
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  const names = found.isDirectory() ? readdirSync(path) : [];
  return Math.max(found.mtimeMs, ...names.map((name) => newestIn(join(path, name))));
}

const dateOf = (/** @type {string} */ build) =>
  statSync(join(build, "server", HTTP_SERVER), { throwIfNoEntry: false })?.mtimeMs ?? 0;

async function buildApplication(/** @type {string} */ staged, /** @type {string} */ logLevel) {
  const directory = relative(ROOT, staged);
  const code = await run(
    process.execPath,
    [inProject("node_modules/@remix-run/dev/dist/cli.js"), "vite:build", "--logLevel", logLevel],
    {
      env: { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: directory },
      stdio: ["ignore", 2, 2],
    },
  );
  if (code !== 0) throw new ScriptError(`The build failed (exit code ${code}).`);
  // The server build contains the path of the client's files.
  const server = join(staged, "server/index.js");
  writeFileSync(server, readFileSync(server, "utf8").replaceAll(`"${directory}/`, '"build/'));
}

/**
 * Compiles the HTTP server, because it then starts twice as fast as from TypeScript. Vite is imported here
 * because this same process may have just installed it.
 */
async function buildHttpServer(/** @type {string} */ outDir) {
  const { build } = await import("vite");
  await build({
    configFile: false,
    logLevel: "error",
    root: ROOT,
    publicDir: false,
    build: {
      ssr: "server/start.ts",
      outDir,
      emptyOutDir: false,
      target: "es2022",
      rollupOptions: { output: { entryFileNames: HTTP_SERVER } },
    },
  });
}

/**
 * A running site and pages that are open in browsers request files of the build that they came from. So the files that
 * the previous build made are kept; those that it had kept itself are older than its sources, and go.
 * @param {string} former
 * @param {string} made
 */
export function keepFormerAssets(former, made) {
  const date = dateOf(former);
  for (const directory of HASHED.filter((name) => existsSync(join(former, name)))) {
    cpSync(join(former, directory), join(made, directory), {
      recursive: true,
      force: false,
      preserveTimestamps: true,
      filter: (path) => statSync(path).isDirectory() || statSync(path).mtimeMs >= date,
    });
  }
}
