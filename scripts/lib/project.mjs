/** Where the project is, and how its scripts speak. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { followParent } from "./parent.mjs";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** What may be thrown away at any time: locks, builds under way, downloaded programs. */
export const CACHE = join(ROOT, ".cache");

export const inProject = (/** @type {string[]} */ ...parts) => join(ROOT, ...parts);

/** Every script works from any directory, and finds `.env` and tsconfig.json where they are. */
function enterProject() {
  process.chdir(ROOT);
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/** To standard error: what a command prints on standard output is its result and may be piped. */
export function say(/** @type {string} */ text) {
  process.stderr.write(`${text}\n`);
}

/** A failure whose message is meant for people and needs no stack. */
export class ScriptError extends Error {
  /** @param {string} message @param {number} [exitCode] */
  constructor(message, exitCode = 1) {
    super(message);
    this.name = "ScriptError";
    this.exitCode = exitCode;
  }
}

/**
 * Runs the body of a script; a failure becomes a message and an exit code.
 *
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  try {
    enterProject();
    followParent();
    await body();
  } catch (error) {
    say(error instanceof ScriptError ? error.message : String(error?.stack ?? error));
    process.exit(error instanceof ScriptError ? error.exitCode : 1);
  }
}
