/** Installs packages of Debian that a script needs. */
import { existsSync } from "node:fs";
import { run } from "./child.mjs";
import { say } from "./project.mjs";

const PACKAGES_MS = 420_000;

export const isRoot = () => process.getuid?.() === 0;

/**
 * @param {string[]} names
 * @returns {Promise<boolean>} whether they are installed; never without root and apt-get
 */
export async function installDebianPackages(...names) {
  if (!isRoot() || !existsSync("/usr/bin/apt-get")) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const stdio = /** @type {import("node:child_process").StdioOptions} */ (["ignore", 2, 2]);
  const options = { env, stdio, timeout: PACKAGES_MS };
  // Another apt-get may hold dpkg's lock, for example on a machine that has just booted.
  const apt = ["-q", "-y", "-o", "DPkg::Lock::Timeout=120"];
  const updated = await run("apt-get", [...apt, "update"], options);
  if (updated !== 0) say("apt-get update failed; trying with the existing package lists.");
  const install = [...apt, "install", "--no-install-recommends", ...names];
  return (await run("apt-get", install, options)) === 0;
}
