/**
 * Installs what package-lock.json says when node_modules does not hold it already. Told by
 * content: a checkout gives files any date it likes.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runAside } from "./child.mjs";
import { withLock } from "./lock.mjs";
import { CACHE, ROOT, say, ScriptError } from "./project.mjs";

/** Shared with the build: installing under a build's feet would break it. */
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

/** The build and the tests need every kind, whatever NODE_ENV or npm's `omit` say. */
const EVERYTHING = ["--include=dev", "--include=optional", "--include=peer"];

/**
 * `npm ci` refuses a lockfile that lacks packages of other platforms, as npm itself writes it when
 * a registry has not got them (yet). What the lockfile does list is then installed all the same;
 * `--no-save` leaves the lockfile as it is.
 */
async function install() {
  const exact = await npm(["ci", ...EVERYTHING]);
  if (exact.code === 0) return;
  if (!exact.output.includes("EUSAGE")) {
    throw new ScriptError(`${exact.output}\nnpm ci failed (exit code ${exact.code}).`);
  }
  const lenient = await npm(["install", "--no-save", ...EVERYTHING]);
  if (lenient.code !== 0) {
    throw new ScriptError(`${lenient.output}\nnpm install failed (exit code ${lenient.code}).`);
  }
}

/** The npm that runs this script, if one does: another one on the PATH may be older. */
async function npm(/** @type {string[]} */ args) {
  const own = process.env.npm_execpath;
  const [program, ...before] =
    own && /^npm/.test(basename(own)) && existsSync(own) ? [process.execPath, own] : ["npm"];
  const { NODE_ENV: _ignored, ...env } = process.env;
  return runAside(program, [...before, ...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    env,
  });
}

/** Made by us after `npm ci`; `npm ci` begins by removing it with all of node_modules. */
const recordIn = (/** @type {string} */ root) => join(root, "node_modules", ".installed");

export function isInstalled(/** @type {string} */ root) {
  const installed = packagesIn(join(root, "node_modules", ".package-lock.json"));
  if (!installed) return false;
  // What npm wrote down may have been removed by hand since.
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

/** An optional package that names no platform is left to npm's judgement. */
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
  process.report.excludeNetwork = true; // it would look up names of open connections
  const { header } = /** @type {any} */ (process.report.getReport());
  return (libc = header.glibcVersionRuntime ? "glibc" : "musl");
}

function allows(/** @type {string[] | undefined} */ list, /** @type {string} */ value) {
  if (!list) return true;
  const refused = list.filter((entry) => entry.startsWith("!"));
  return refused.length > 0 ? !refused.includes(`!${value}`) : list.includes(value);
}

/** With the platform: packages bring their binaries, and a directory may be shared between systems. */
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
