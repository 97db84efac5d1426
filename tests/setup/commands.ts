/** The project's commands: called in this process, or started in one of their own as an operator does. */
import { execFile } from "node:child_process";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Command } from "../../scripts/lib/command";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Of a test that starts a command in a process of its own. */
export const COMMANDS_TIMEOUT = 240_000;

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

const commands = import.meta.glob<{ run: Command }>("/scripts/commands/*.ts");

/** Calls what `npm run NAME -- …` calls, in this process, on the data of a directory. */
export const runCommand = (dataDir: string, ...args: string[]): Promise<Ended> =>
  runCommandOn({ dataDir }, ...args);

/** The same with text on its standard input. */
export async function runCommandOn(
  { dataDir, input = "" }: Pick<CommandOptions, "dataDir" | "input">,
  ...[name = "", ...args]: string[]
): Promise<Ended> {
  const command = commands[`/scripts/commands/${name.replaceAll(":", "-")}.ts`];
  if (!command) throw new Error(`There is no command ${name}.`);
  const { run } = await command();
  const ended = { stdout: "", stderr: "" };
  const code = await run({
    args,
    print: (text) => void (ended.stdout += `${text}\n`),
    printError: (text) => void (ended.stderr += `${text}\n`),
    input: Readable.from([Buffer.from(input)]),
    settings: () => ({ DATA_DIR: dataDir, MONGODB_URI: undefined, PRICE_PROVIDERS: [] }),
  });
  return { code, ...ended };
}

/** Runs `npm run NAME -- …` in a process of its own, whatever comes of it. */
export function spawnCommand(
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
      ["scripts/run-command.mjs", ...args],
      options,
      (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}
