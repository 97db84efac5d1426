/** The project's commands, run as an operator runs them: in a process of their own. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Of a test that runs commands, each of which starts a process and a database. */
export const COMMANDS_TIMEOUT = 60_000;

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  dataDir: string;
  /** Beside what every command needs. */
  env?: Record<string, string>;
  /** What it reads from its standard input. */
  input?: string;
}

/** Runs `npm run NAME -- …` on the data of a directory, whatever comes of it. */
export const runCommand = (dataDir: string, ...args: string[]): Promise<Ended> =>
  runCommandWith({ dataDir }, ...args);

/** Runs `npm run NAME -- …` with settings of its own, whatever comes of it. */
export function runCommandWith(
  { dataDir, env, input }: CommandOptions,
  ...args: string[]
): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const base = { NODE_ENV: "production" as const, DATA_DIR: dataDir };
  const options = {
    cwd: ROOT,
    // No test asks anybody on the internet.
    env: { PATH, HOME, ...base, PRICE_PROVIDERS: "none", ...env },
    timeout: COMMANDS_TIMEOUT,
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["scripts/run.mjs", ...args],
      options,
      (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}
