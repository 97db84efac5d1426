/** The project's paths, and how scripts print messages and errors. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** A directory that may be deleted at any time: unfinished installations and builds, downloaded programs. */
export const CACHE = join(ROOT, ".cache");

export const inProject = (/** @type {string[]} */ ...parts) => join(ROOT, ...parts);

/** How often a script looks whether npm has ended. */
const LOOK_MS = 500;

/** Changes to the project's directory, so that scripts work from any directory, and loads `.env`. */
function enterProject() {
  process.chdir(ROOT);
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/** Prints to standard error, because a command's standard output is its result and may be piped. */
export function say(/** @type {string} */ text) {
  process.stderr.write(`${text}\n`);
}

/** A failure whose message is enough for the user, so that no stack is printed. */
export class ScriptError extends Error {
  /** @param {string} message @param {number} [exitCode] */
  constructor(message, exitCode = 1) {
    super(message);
    this.name = "ScriptError";
    this.exitCode = exitCode;
  }
}

/**
 * Ends a process that npm started when npm ends. npm forwards signals, but not if it is killed itself, and a
 * shell between the two may exit on a signal without forwarding it.
 */
function exitWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, LOOK_MS).unref();
}

/** Runs the body of a script; a failure becomes a message and an exit code. @param {() => Promise<void>} body */
export async function main(body) {
  try {
    enterProject();
    exitWithParent();
    await body();
  } catch (error) {
    say(error instanceof ScriptError ? error.message : String(error?.stack ?? error));
    process.exit(error instanceof ScriptError ? error.exitCode : 1);
  }
}
