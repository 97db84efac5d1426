/** Computes one hash of the names and contents of files; their dates do not count. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Temporary files of editors and file managers. */
const LITTER = /^\.DS_Store$|~$|\.sw[op]$/;

/**
 * @param {string} root
 * @param {string[]} paths files and directories below the root; missing ones are ignored
 */
export function contentDigest(root, paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((path) => filesAt(root, path)).sort()) {
    const content = readFileSync(join(root, path));
    // Includes the lengths, so that moving bytes from one file to the next changes the hash.
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** @returns {string[]} */
function filesAt(/** @type {string} */ root, /** @type {string} */ path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return found.isFile() ? [path] : [];
  return readdirSync(join(root, path))
    .filter((name) => name !== "node_modules" && !LITTER.test(name))
    .flatMap((name) => filesAt(root, `${path}/${name}`));
}
