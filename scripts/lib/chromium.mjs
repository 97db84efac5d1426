/**
 * Finds a Chromium for the browser tests, or installs one. It prefers the headless shell, which draws no
 * window and takes two thirds of the time. Each candidate must first print its version: this rules out a
 * browser that lacks a library, and a wrapper script for a package that is not installed.
 */
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { run } from "./child.mjs";
import { installDebianPackages, isRoot } from "./debian.mjs";
import { inProject, say, ScriptError } from "./project.mjs";

const NAMES = [
  ...["chromium-headless-shell", "chrome-headless-shell"],
  ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
];

const MAC_APPS = ["Google Chrome", "Chromium"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** The names of the programs in Playwright's downloads. */
const PLAYWRIGHT_PROGRAMS = [
  ...["chrome", "headless_shell", "chrome-headless-shell"],
  ...["Chromium", "Google Chrome for Testing"],
];

const PROBE_MS = 20_000;
const DOWNLOAD_MS = 240_000;

/**
 * Flags for every start of Chromium. The sandbox does not work as root; the other flags prevent connections to
 * anything but the site under test.
 */
export const chromiumArgs = () => [
  ...(isRoot() ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @returns {Promise<string | undefined>} */
async function findChromium() {
  for (const variable of ["CHROMIUM_PATH", "PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH"]) {
    const path = process.env[variable];
    if (!path) continue;
    if (await answersVersion(path)) return path;
    say(`${variable} names ${path}, which does not start; looking elsewhere.`);
  }
  const directories = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => directories.map((directory) => join(directory, name)));
  const all = [...onPath, ...MAC_APPS, ...(await downloaded())];
  const isShell = (/** @type {string} */ path) => /headless[-_]shell$/.test(path);
  for (const path of new Set([...all.filter(isShell), ...all])) {
    if (existsSync(path) && (await answersVersion(path))) return path;
  }
  return undefined;
}

/** The browsers that any version of Playwright has downloaded, newest first. */
async function downloaded() {
  const { chromium } = await import("playwright");
  const cache = chromium.executablePath().replace(/[\\/]chromium-\d+[\\/].*$/, "");
  return (existsSync(cache) ? readdirSync(cache, { recursive: true, encoding: "utf8" }) : [])
    .filter((path) => path.startsWith("chromium") && PLAYWRIGHT_PROGRAMS.includes(basename(path)))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .reverse()
    .map((path) => join(cache, path));
}

/** @throws ScriptError if no Chromium is found and none can be installed */
export async function ensureChromium() {
  const path = (await findChromium()) ?? (await installChromium());
  if (!path) throw new ScriptError(NO_CHROMIUM);
  return path;
}

async function installChromium() {
  say("No Chromium found; downloading one with Playwright…");
  await downloadWithPlaywright();
  const found = await findChromium();
  if (found) return found;
  say("That did not work; installing Debian's package…");
  // Not every Debian release has a separate package for the headless shell.
  const names = ["chromium-headless-shell", "chromium"];
  for (const name of names) if (await installDebianPackages(name, "fonts-liberation")) break;
  return findChromium();
}

const NO_CHROMIUM = `
The browser tests need Chromium, but none was found and none could be installed:
  - CHROMIUM_PATH and PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH name no browser that starts,
  - none of ${NAMES.join(", ")} is on the PATH,
  - Playwright could not download one (is there a network connection?),
  - and Debian's package could not be installed (that needs root and apt-get).
Install one, or set CHROMIUM_PATH to it. To run only the other tests:
  npm test -- --project unit --project "server*" --project embedded-mongo`;

/** @returns {Promise<boolean>} */
const answersVersion = (/** @type {string} */ path) =>
  new Promise((resolve) => {
    execFile(
      path,
      [...chromiumArgs(), "--version"],
      { timeout: PROBE_MS, killSignal: "SIGKILL" },
      (error, output) => resolve(!error && /\d+\.\d+/.test(output)),
    );
  });

async function downloadWithPlaywright() {
  const code = await run(
    process.execPath,
    [inProject("node_modules/playwright/cli.js"), "install", "--only-shell", "chromium"],
    // A network that drops all packets must not cost minutes.
    {
      env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000", ...process.env },
      stdio: ["ignore", 2, 2],
      timeout: DOWNLOAD_MS,
      killSignal: "SIGKILL",
    },
  ).catch(() => 1);
  if (code !== 0) say("Playwright could not download its Chromium.");
}
