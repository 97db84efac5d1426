/** `npm run prices:import`: stores closes from a CSV file, and reports invalid and implausible rows. */
import { open as openFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { ServiceError } from "~/services/errors";
import { importPrices, type PriceImport } from "~/services/prices/prices.server";
import { plural } from "~/utils/format";
import { withDatabase, type Command, type CommandContext } from "../lib/command";
import { forceOption, parsePriceArguments } from "../lib/forced-closes";

const USAGE = `Usage:
  npm run prices:import -- FILE.csv
  npm run prices:import -- -          from the standard input
  npm run prices:import -- FILE.csv --force BTC:2026-01-05 --force SOL:2026-01-05

The file is UTF-8. Its first line is date,asset,close; the others are rows such as
2026-01-31,BTC,61234.5, in US dollars at the end of a UTC day that is over. Instead of a date, a row may
have midnight UTC, such as 2026-01-31T00:00:00Z. The columns low,high,volume may follow, of the same day:
they help to tell a crash from a wrong price. A row replaces an earlier import of the same asset and day.
Rows that are invalid, or implausible compared with the closes around them, are reported with their line
number and not stored; the others are stored. --force stores the first row of one asset and day even if it
is implausible: compare it with another source first. The exit status is 0 if all rows were stored, and 1
if some were not or the file cannot be read.`;

/** A file that cannot be read. */
class CommandError extends Error {}

/** @returns a handler that throws a CommandError for a system error about the file, and any other error unchanged */
function unreadable(file: string): (error: unknown) => never {
  return (error) => {
    const isOfSystem = error instanceof Error && "syscall" in error;
    throw isOfSystem ? new CommandError(`${file} cannot be read: ${error.message}`) : error;
  };
}

/** Opens the file before anything else starts, so that an unreadable one is reported at once. */
async function open(file: string, input: Readable): Promise<Readable> {
  if (file === "-") return input;
  const handle = await openFile(file).catch(unreadable(file));
  if (!(await handle.stat()).isDirectory()) return handle.createReadStream();
  await handle.close();
  throw new CommandError(`${file} is a directory`);
}

/** @returns the exit code */
function report(
  { accepted, changes, rejected, moreRejected, unusedForced }: PriceImport,
  { print, printError }: CommandContext,
): number {
  for (const { line, reason, refused } of rejected) {
    const hint = refused ? `. To store it anyway: ${forceOption(refused)}` : "";
    printError(`line ${line}: ${reason}${hint}`);
  }
  if (moreRejected) printError(`and ${plural(moreRejected, "other row")}`);
  for (const close of unusedForced) printError(`--force: there is no row for ${close}`);
  print(
    `${plural(accepted, "close")} stored, ${changes} of them new or changed; ${plural(rejected.length + moreRejected, "row")} rejected`,
  );
  return rejected.length || unusedForced.length ? 1 : 0;
}

export const run: Command = async (context) => {
  const { positionals = [], forced = new Set<string>() } = parsePriceArguments(context.args) ?? {};
  const [file, ...rest] = positionals;
  if (!file || rest.length) {
    context.printError(USAGE);
    return 2;
  }
  try {
    const input = await open(file, context.input);
    return await withDatabase(context, async () =>
      report(await importPrices(input, { forced }).catch(unreadable(file)), context),
    );
  } catch (error) {
    const isExpected = error instanceof ServiceError || error instanceof CommandError;
    if (!isExpected) throw error;
    context.printError(error.message);
    return 1;
  }
};
