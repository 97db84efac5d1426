/**
 * Finds a Chromium for the browser tests, or installs one. It prefers the headless shell, which draws no
 * window and takes two thirds of the time. Each candidate must first print its version: this rules out a
 * browser that lacks a library, and a wrapper script for a package that is not installed.
 */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { run } from "./child.mjs";
import { inProject, say, ScriptError } from "./project.mjs";

const SHELL_NAMES = ["chromium-headless-shell", "chrome-headless-shell"];
const NAMES = [
  ...SHELL_NAMES,
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
  "brave-browser",
];

const MAC_APPS = ["Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** The names of the programs in Playwright's downloads. */
const PLAYWRIGHT_PROGRAMS = [
  ...["chrome", "headless_shell", "chrome-headless-shell"],
  ...["Chromium", "Google Chrome for Testing"],
];

const PROBE_MS = 20_000;
const DOWNLOAD_MS = 240_000;
/** A network that drops all packets must not cost the whole `DOWNLOAD_MS`. */
const DOWNLOAD_CONNECTION_MS = 10_000;
const PACKAGES_MS = 420_000;

/**
 * Flags for every start of Chromium. The sandbox does not work as root; the other flags prevent connections to
 * anything but the site under test.
 */
export function chromiumArgs({ root = isRoot() } = {}) {
  return [
    ...(root ? ["--no-sandbox"] : []),
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
}

/**
 * @typedef {{ env?: Record<string, string | undefined>, works?: (path: string) => Promise<boolean> }} Search
 * @param {Search} [search]
 * @returns {Promise<string | undefined>}
 */
export async function findChromium({ env = process.env, works = answersVersion } = {}) {
  for (const variable of ["CHROMIUM_PATH", "PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH"]) {
    const path = env[variable];
    if (!path) continue;
    if (await works(path)) return path;
    say(`${variable} names ${path}, which does not start; looking elsewhere.`);
  }
  const there = [...onPath(env), ...MAC_APPS.filter(isFile), ...inPlaywrightCache(env)];
  for (const path of [...there.filter(isShell), ...there.filter((path) => !isShell(path))]) {
    if (await works(path)) return path;
  }
  return undefined;
}

const isShell = (/** @type {string} */ path) => /headless[-_]shell$/.test(path);

/** @throws ScriptError if no Chromium is found and none can be installed */
export async function ensureChromium() {
  const path = (await findChromium()) ?? (await installChromium());
  if (!path) throw new ScriptError(NO_CHROMIUM);
  return path;
}

async function installChromium() {
  say("No Chromium found; downloading one with Playwright…");
  await downloadWithPlaywright();
  const downloaded = await findChromium();
  if (downloaded) return downloaded;
  if (!isRoot() || !hasApt()) return undefined;
  say("That did not work; installing Debian's package…");
  await installDebianPackage();
  return findChromium();
}

const NO_CHROMIUM = `
The browser tests need Chromium, but none was found and none could be installed:
  - CHROMIUM_PATH and PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH name no browser that starts,
  - none of ${NAMES.join(", ")} is on the PATH,
  - Playwright could not download one (is there a network connection?),
  - and Debian's package could not be installed (that needs root and apt-get).
Install one, or set CHROMIUM_PATH to it. To run only the other tests:
  npm test -- --project "unit*" --project "server*" --project embedded-mongo`;

function onPath(/** @type {Record<string, string | undefined>} */ env) {
  const directories = (env.PATH ?? "").split(delimiter).filter(Boolean);
  // Sorted by name first: a real Chromium late in the PATH is better than another browser early in it.
  return NAMES.flatMap((name) => directories.map((directory) => join(directory, name))).filter(
    isFile,
  );
}

/** The browsers in Playwright's cache, newest first, from any version of Playwright. */
function inPlaywrightCache(/** @type {Record<string, string | undefined>} */ env) {
  const home = env.HOME || homedir();
  return [
    env.PLAYWRIGHT_BROWSERS_PATH ||
      join(env.XDG_CACHE_HOME || join(home, ".cache"), "ms-playwright"),
    join(home, "Library/Caches/ms-playwright"),
  ].flatMap((cache) =>
    (existsSync(cache) ? readdirSync(cache) : [])
      .filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name))
      .sort((a, b) => Number(b.split("-")[1]) - Number(a.split("-")[1]))
      .flatMap((name) =>
        readdirSync(join(cache, name), { recursive: true, encoding: "utf8" })
          .filter((path) => PLAYWRIGHT_PROGRAMS.includes(basename(path)))
          .map((path) => join(cache, name, path)),
      )
      .filter(isFile),
  );
}

function isFile(/** @type {string} */ path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** @returns {Promise<boolean>} */
function answersVersion(/** @type {string} */ path) {
  return new Promise((resolve) => {
    execFile(
      path,
      [...chromiumArgs(), "--version"],
      { timeout: PROBE_MS, killSignal: "SIGKILL" },
      (error, output) => resolve(!error && /\d+\.\d+/.test(output)),
    );
  });
}

async function downloadWithPlaywright() {
  const code = await run(
    process.execPath,
    [inProject("node_modules/playwright/cli.js"), "install", "--only-shell", "chromium"],
    {
      env: {
        PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(DOWNLOAD_CONNECTION_MS),
        ...process.env,
      },
      stdio: ["ignore", 2, "pipe"],
      timeout: DOWNLOAD_MS,
      killSignal: "SIGKILL",
      onStart: (child) => {
        // Playwright would retry four times, which does not help if the network does not answer at all.
        child.stderr?.on("data", (data) => {
          if (
            /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|timed out|server returned code/i.test(
              data,
            )
          ) {
            child.kill("SIGKILL");
          }
        });
      },
    },
  ).catch(() => 1);
  if (code !== 0) say("Playwright could not download its Chromium.");
}

async function installDebianPackage() {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const stdio = /** @type {import("node:child_process").StdioOptions} */ (["ignore", 2, 2]);
  const options = { env, stdio, timeout: PACKAGES_MS };
  // Another apt-get may hold dpkg's lock, for example on a machine that has just booted.
  const apt = ["-q", "-y", "-o", "DPkg::Lock::Timeout=120"];
  const updated = await run("apt-get", [...apt, "update"], options);
  if (updated !== 0) say("apt-get update failed; trying with the existing package lists.");
  const install = (/** @type {string} */ name) =>
    run(
      "apt-get",
      [...apt, "install", "--no-install-recommends", name, "fonts-liberation"],
      options,
    );
  // Not every Debian release has a separate package for the headless shell.
  if ((await install("chromium-headless-shell")) !== 0) await install("chromium");
}

function isRoot() {
  return process.getuid?.() === 0;
}

function hasApt() {
  return (process.env.PATH ?? "").split(delimiter).some((d) => isFile(join(d, "apt-get")));
}
