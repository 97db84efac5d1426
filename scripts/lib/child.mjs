/** Child processes that never outlive the script that started them. */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { ScriptError } from "./project.mjs";

const STOPPING = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a program to its end and resolves with its exit code. A signal to this process is passed to the
 * child first; when the child has ended, this process exits with the code for that signal.
 *
 * @param {string} program
 * @param {string[]} args
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import("node:child_process").StdioOptions, timeoutMs?: number, onStart?: (child: import("node:child_process").ChildProcess) => void }} Options
 * @param {Options} [options]
 * @returns {Promise<number>}
 */
export function run(
  program,
  args,
  { cwd, env = process.env, stdio = "inherit", timeoutMs, onStart } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio });
    onStart?.(child);
    /** @type {NodeJS.Signals | undefined} */
    let stoppedBy;
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      stoppedBy = signal;
      child.kill(signal);
    };
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    const settle = () => {
      clearTimeout(timer);
      for (const signal of STOPPING) process.off(signal, stop);
    };
    for (const signal of STOPPING) process.on(signal, stop);
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

/**
 * Runs a preparatory program (installing, building) and returns its output, which is needed if it fails. With
 * `show`, the output is also written to standard error, because standard output is for a command's result.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {Options & { show?: boolean }} [options]
 */
export async function runCaptured(program, args, { show = false, ...options } = {}) {
  let output = "";
  const keep = (/** @type {Buffer} */ data) => {
    output += data;
    if (show) process.stderr.write(data);
  };
  const code = await run(program, args, {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
    onStart: (child) => {
      child.stdout?.on("data", keep);
      child.stderr?.on("data", keep);
    },
  });
  return { code, output: output.trimEnd() };
}
