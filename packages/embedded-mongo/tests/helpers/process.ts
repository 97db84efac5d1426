import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Starts a script from the folder of this file in a child process, which may send messages. */
export function start(script: string, ...args: string[]): ChildProcess {
  const file = fileURLToPath(new URL(script, import.meta.url));
  return spawn(process.execPath, ["--import", "tsx", file, ...args], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** Resolves when a process has ended, by exit or by a signal. */
export const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });

/** Resolves with the next message of a process. */
export const message = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the process ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (value) => {
      child.off("exit", onExit);
      resolve(value as T);
    });
  });
