/** Installs the packages of package-lock.json if node_modules does not contain them already. */
import { cpSync, existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { run } from "./child.mjs";
import { inProject, ROOT, say, ScriptError } from "./project.mjs";
import { putInPlace, inStagingDirectory } from "./staging.mjs";

/** The files that `npm ci` reads. */
const MANIFESTS = [
  "package.json",
  "package-lock.json",
  ".npmrc",
  "packages/embedded-mongo/package.json",
];

/** The build and the tests need every kind of dependency; no package's install script runs. Whatever the user's settings say. */
const OPTIONS = ["--include=dev", "--include=optional", "--include=peer", "--ignore-scripts"];

export async function ensureInstalled() {
  if (isInstalled(ROOT)) return;
  say("Installing packages…");
  await inStagingDirectory("install", async (directory) => {
    for (const name of MANIFESTS) cpSync(inProject(name), join(directory, name));
    await install(directory);
    const made = join(directory, "node_modules");
    putInPlace(made, inProject("node_modules"), () => isInstalled(ROOT));
  });
}

/** Runs `npm ci` with the npm that started this script, if there is one, because another one on the PATH may be older. */
export async function install(/** @type {string} */ directory) {
  const own = process.env.npm_execpath;
  const [program, ...before] =
    own && /^npm/.test(basename(own)) && existsSync(own) ? [process.execPath, own] : ["npm"];
  const { NODE_ENV: _ignored, ...env } = process.env;
  const args = [...before, "ci", ...OPTIONS, "--no-audit", "--no-fund", "--loglevel=error"];
  // Standard output is for the result of a command.
  const options = { cwd: directory, env, stdio: /** @type {any} */ (["ignore", 2, 2]) };
  // npm would first restore what it found, which takes half a minute.
  const code = await run(program, args, { ...options, isKilled: true });
  if (code !== 0) throw new ScriptError(`npm ci failed (exit code ${code}).`);
}

/** Compares package-lock.json with npm's own record of what it installed, which it writes last. */
export function isInstalled(/** @type {string} */ root) {
  const installed = packagesIn(join(root, "node_modules/.package-lock.json"));
  return Object.entries(packagesIn(join(root, "package-lock.json"))).every(([path, wanted]) => {
    if (!path.includes("node_modules/")) return true; // the project and its workspaces themselves
    const found = installed[path];
    if (!found) return wanted.optional && !isForThisMachine(wanted);
    const isSame = ["version", "integrity", "link"].every(
      (field) => found[field] === wanted[field],
    );
    return isSame && existsSync(join(root, path));
  });
}

/** Which C library an optional package needs is left to npm. */
const isForThisMachine = (/** @type {Record<string, any>} */ { os, cpu, libc }) =>
  !libc && os?.includes(process.platform) && cpu?.includes(process.arch);

/** @returns {Record<string, Record<string, any>>} */
const packagesIn = (/** @type {string} */ path) =>
  existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {};
