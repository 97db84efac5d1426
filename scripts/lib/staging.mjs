/**
 * Directories that are made in `.cache` and then renamed to their place. A process that is interrupted leaves
 * nothing half-made there, and two processes may make the same directory at once.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { CACHE, ScriptError } from "./project.mjs";

/** By this age, the process that made a temporary directory has been killed. */
const LEFT_BEHIND_MS = 3_600_000;
/** Each further attempt is needed only if another process has just moved the directory. */
const MAX_ATTEMPTS = 5;

/**
 * Calls `make` with an empty directory in `.cache`, which is removed afterwards, also if this process exits before.
 * @param {string} name
 * @param {(directory: string) => Promise<void>} make
 */
export async function inStagingDirectory(name, make) {
  mkdirSync(CACHE, { recursive: true });
  for (const path of readdirSync(CACHE).map((entry) => join(CACHE, entry))) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!/staged-[^/\\]+$/.test(path) || !found) continue;
    if (Date.now() - found.mtimeMs > LEFT_BEHIND_MS) rmSync(path, { recursive: true, force: true });
  }
  const directory = mkdtempSync(join(CACHE, `staged-${name}-`));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    await make(directory);
  } finally {
    process.off("exit", remove);
    remove();
  }
}

/**
 * Moves a directory to its place and removes the one that was there.
 *
 * @param {string} made a directory within a staging directory
 * @param {string} place
 * @param {() => boolean} isCurrent whether another process has put an equal one there in the meantime, which then stays
 */
export function putInPlace(made, place, isCurrent) {
  const former = join(dirname(made), "former");
  for (let attempt = 1; !isCurrent(); attempt += 1) {
    try {
      if (existsSync(place)) renameSync(place, former);
      renameSync(made, place);
      break;
    } catch (error) {
      // Another process moved one directory away, or another one there, between these steps.
      const isRace = ["ENOENT", "ENOTEMPTY", "EEXIST"].includes(error.code);
      if (!isRace || attempt === MAX_ATTEMPTS) {
        throw new ScriptError(`${place} cannot be replaced: ${error.message}`);
      }
    } finally {
      rmSync(former, { recursive: true, force: true });
    }
  }
}
