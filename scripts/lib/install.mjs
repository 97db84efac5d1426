/**
 * Installs the packages of package-lock.json if node_modules does not contain them already. This compares
 * contents, because the dates of files in a checkout say nothing.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runCaptured } from "./child.mjs";
import { withLock } from "./lock.mjs";
import { CACHE, ROOT, say, ScriptError } from "./project.mjs";

/** Shared with the build, because installing packages during a build would break it. */
export const PREPARATION_LOCK = join(CACHE, "preparing.lock");

export const waitForOther = () => say("Another process is installing or building; waiting for it.");

export async function ensureInstalled() {
  if (isInstalled(ROOT)) return;
  await withLock(
    PREPARATION_LOCK,
    async () => {
      if (isInstalled(ROOT)) return;
      say("Installing packages…");
      await install();
      writeFileSync(recordIn(ROOT), lockDigest(ROOT));
    },
    { onWait: waitForOther },
  );
}

/**
 * The build and the tests need every kind of dependency, whatever NODE_ENV or npm's `omit` says. No package's install
 * script runs, whatever the settings of the user say.
 */
const OPTIONS = ["--include=dev", "--include=optional", "--include=peer", "--ignore-scripts"];

/**
 * Runs `npm ci`, which refuses a lockfile that lacks packages of other platforms; npm itself writes such a
 * lockfile if the registry does not have them (yet). `npm install` then installs the listed packages anyway,
 * and `--no-save` leaves the lockfile unchanged.
 */
export async function install(root = ROOT) {
  const exact = await npm(["ci", ...OPTIONS], root);
  if (exact.code === 0) return;
  if (!exact.output.includes("EUSAGE")) {
    throw new ScriptError(`${exact.output}\nnpm ci failed (exit code ${exact.code}).`);
  }
  const lenient = await npm(["install", "--no-save", ...OPTIONS], root);
  if (lenient.code !== 0) {
    throw new ScriptError(`${lenient.output}\nnpm install failed (exit code ${lenient.code}).`);
  }
}

/** Runs the npm that started this script, if there is one, because another npm on the PATH may be older. */
async function npm(/** @type {string[]} */ args, /** @type {string} */ cwd) {
  const own = process.env.npm_execpath;
  const [program, ...before] =
    own && /^npm/.test(basename(own)) && existsSync(own) ? [process.execPath, own] : ["npm"];
  const { NODE_ENV: _ignored, ...env } = process.env;
  return runCaptured(program, [...before, ...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd,
    env,
  });
}

/** A file that is written after `npm ci`. The next `npm ci` removes it with the whole of node_modules. */
const recordIn = (/** @type {string} */ root) => join(root, "node_modules", ".installed");

export function isInstalled(/** @type {string} */ root) {
  const installed = packagesIn(join(root, "node_modules", ".package-lock.json"));
  if (!installed) return false;
  // A package that npm recorded may have been removed by hand.
  if (!Object.keys(installed).every((path) => existsSync(join(root, path)))) return false;
  if (read(recordIn(root)) === lockDigest(root)) return true;
  const wanted = packagesIn(join(root, "package-lock.json"));
  return wanted !== undefined && satisfies(installed, wanted);
}

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package
 * @param {Record<string, Package>} installed
 * @param {Record<string, Package>} wanted
 */
export function satisfies(installed, wanted) {
  return Object.entries(wanted).every(([path, want]) => {
    if (!path.includes("node_modules/")) return true; // the project and its workspaces themselves
    const have = installed[path];
    if (!have) return Boolean(want.optional) && !isForThisMachine(want);
    return ["version", "integrity", "link"].every((field) => have[field] === want[field]);
  });
}

/** Whether an optional package is for this platform; false if it names none, so that npm decides. */
function isForThisMachine(/** @type {Package} */ { os, cpu, libc }) {
  return (
    Boolean(os || cpu) &&
    allows(os, process.platform) &&
    allows(cpu, process.arch) &&
    (libc === undefined || allows(libc, thisLibc()))
  );
}

/** @type {string | undefined} */
let libc;

function thisLibc() {
  if (libc) return libc;
  process.report.excludeNetwork = true; // otherwise the report resolves the host names of open connections
  const { header } = /** @type {any} */ (process.report.getReport());
  return (libc = header.glibcVersionRuntime ? "glibc" : "musl");
}

function allows(/** @type {string[] | undefined} */ list, /** @type {string} */ value) {
  if (!list) return true;
  const refused = list.filter((entry) => entry.startsWith("!"));
  return refused.length > 0 ? !refused.includes(`!${value}`) : list.includes(value);
}

/** Includes the platform, because packages contain binaries and several systems may share the directory. */
function lockDigest(/** @type {string} */ root) {
  return createHash("sha256")
    .update(`${process.platform} ${process.arch}\n`)
    .update(read(join(root, "package-lock.json")) ?? "")
    .digest("hex");
}

/** @returns {Record<string, Package> | undefined} */
function packagesIn(/** @type {string} */ path) {
  const text = read(path);
  return text === undefined ? undefined : JSON.parse(text).packages;
}

function read(/** @type {string} */ path) {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
