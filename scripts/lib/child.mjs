/** Child processes that end with the script that started them. */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { ScriptError } from "./project.mjs";

const STOPPING = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a program to its end and resolves with its exit code. A signal to this process is passed to the child first;
 * when the child has ended, this process exits with the code for that signal.
 * @param {string} program
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions & { isKilled?: boolean }} [options] `isKilled`: whether the child
 *   is killed at once instead of getting the signal
 * @returns {Promise<number>}
 */
export function run(program, args, { isKilled = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit", ...options });
    /** @type {NodeJS.Signals | undefined} */
    let stoppedBy;
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      stoppedBy = signal;
      child.kill(isKilled ? "SIGKILL" : signal);
    };
    for (const signal of STOPPING) process.on(signal, stop);
    const settle = () => STOPPING.forEach((signal) => process.off(signal, stop));
    child.once("error", (error) => {
      settle();
      reject(new ScriptError(`${program} could not be started: ${error.message}`));
    });
    child.once("close", (code, signal) => {
      settle();
      if (stoppedBy) process.exit(128 + constants.signals[stoppedBy]);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}
