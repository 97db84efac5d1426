/** Runs the project's commands, in this process or in one of their own as an operator does. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach } from "vitest";
import { environment } from "~/config/env.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import type { Command } from "../../scripts/lib/command";
import { makeEmpty } from "./database";
import { fillFromTemplate } from "./site";
import { copyTemplate } from "./templates";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The timeout of a test that starts a command in a process of its own, in milliseconds. */
const COMMANDS_TIMEOUT = 240_000;

/** Gives each test a data directory of its own, empty or with the demonstration, to open in this process or not. */
export function useDataDirectory({ isOpen = false, isDemo = false } = {}) {
  let directory = "";
  const open = () => startDatabase({ DATA_DIR: directory, MONGODB_URI: undefined });
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "test-commands-"));
    if (isDemo) await fillFromTemplate(directory, isDemo);
    else await copyTemplate("empty", directory, makeEmpty);
    if (isOpen) await open();
  });
  afterEach(async () => {
    await closeDatabase();
    await rm(directory, { recursive: true, force: true });
  });
  return {
    path: () => directory,
    open,
    run: (...args: string[]) => runCommand(directory, ...args),
    spawn: (...args: string[]) => spawnCommand(directory, ...args),
  };
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

const commands = import.meta.glob<{ run: Command }>("/scripts/commands/*.ts");

/** Runs the command of `npm run NAME -- …` in this process, on a data directory. */
export const runCommand = (dataDir: string, ...args: string[]): Promise<Ended> =>
  runCommandOn({ dataDir }, ...args);

/** Like `runCommand()`, with text on the standard input. */
export async function runCommandOn(
  { dataDir, input = "" }: { dataDir: string; input?: string },
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
    settings: () => ({
      DATA_DIR: dataDir,
      MONGODB_URI: undefined,
      PRICE_PROVIDERS: environment().PRICE_PROVIDERS,
    }),
  });
  return { code, ...ended };
}

/** Runs `npm run NAME -- …` in a process of its own, which takes seconds. Resolves whatever its exit code. */
function spawnCommand(dataDir: string, ...args: string[]): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const options = {
    cwd: ROOT,
    // Tests send no requests to the internet.
    env: {
      PATH,
      HOME,
      NODE_ENV: "production" as const,
      DATA_DIR: dataDir,
      PRICE_PROVIDERS: "none",
    },
    timeout: COMMANDS_TIMEOUT,
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["scripts/run-command.mjs", ...args],
      options,
      (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end();
  });
}
