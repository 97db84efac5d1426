/** `npm run bench`: measures the performance of the built site, compared with a bare Remix site. */
import { execFileSync } from "node:child_process";
import { cpus, totalmem, type } from "node:os";
import { parseArgs } from "node:util";
import { benchGeneration } from "../bench/generation";
import { ensureWrk } from "../bench/load";
import { benchPages, benchProcesses } from "../bench/pages";
import { ensureBuilt } from "../lib/build.mjs";
import type { Command, CommandContext } from "../lib/command";

const USAGE = `Usage: npm run bench -- [options]
  --only PART        pages, processes or generation; all of them by default
  --rounds N         how often each page is measured (5)
  --seconds N        the length of each measurement (2)
  --documents N      how many documents a recommendation is made from (100000)`;

const PARTS = ["pages", "processes", "generation"] as const;
const DEFAULTS = { only: undefined, rounds: "5", seconds: "2", documents: "100000" };

/** @returns the options of the command line, or `null` if they are invalid */
function parse({ args }: CommandContext) {
  const option = { type: "string" } as const;
  const options = { only: option, rounds: option, seconds: option, documents: option };
  try {
    const { values } = parseArgs({ args: [...args], options });
    const { only, ...numbers } = { ...DEFAULTS, ...values };
    const parts = PARTS.filter((part) => only === undefined || part === only);
    const [rounds, seconds, documents] = [numbers.rounds, numbers.seconds, numbers.documents].map(
      Number,
    ) as [number, number, number];
    const isValid = [rounds, seconds, documents].every((one) => Number.isInteger(one) && one > 0);
    return parts.length && isValid ? { parts, rounds, seconds, documents } : null;
  } catch {
    return null;
  }
}

export const run: Command = async (context) => {
  const options = parse(context);
  if (!options) {
    context.printError(USAGE);
    return 2;
  }
  await ensureWrk();
  await ensureBuilt();
  context.print(machine());
  for (const part of options.parts) {
    const result =
      part === "pages"
        ? benchPages(options)
        : part === "processes"
          ? benchProcesses(options)
          : benchGeneration(options.documents);
    context.print(`\n## ${part}\n\n${await result}`);
  }
  return 0;
};

/** @returns the date, the commit and the machine of the results */
function machine(): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}; ${processors.length} cores (${processors[0]?.model.trim()}), ${memory} GB, ${type()}, Node ${process.version}`;
}
