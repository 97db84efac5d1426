/** `npm run prices:import`: stores closes from a CSV file, and reports invalid and implausible rows. */
import { open as openFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { SingleBar } from "cli-progress";
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

interface Input {
  file: Readable;
  /** The number of bytes in the file; `null` for standard input. `read` returns how many have been read. */
  size: number | null;
  read: () => number;
}

/** Opens the file before anything else starts, so that an unreadable one is reported at once. */
async function open(file: string, input: Readable): Promise<Input> {
  if (file === "-") {
    return { file: input, size: null, read: () => 0 };
  }
  const handle = await openFile(file).catch(unreadable(file));
  const about = await handle.stat();
  if (about.isDirectory()) {
    await handle.close();
    throw new CommandError(`${file} is a directory`);
  }
  const bytes = handle.createReadStream();
  return { file: bytes, size: about.size, read: () => bytes.bytesRead };
}

/** Imports the rows, with a progress bar if there is a terminal. */
async function read(
  { file, size, read: bytesRead }: Input,
  forced: ReadonlySet<string>,
): Promise<PriceImport> {
  const bar = new SingleBar({
    format: size === null ? "{rows} rows" : "{bar} {percentage}%  {rows} rows",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    clearOnComplete: true,
    stream: process.stderr,
  });
  bar.start(size ?? 0, 0, { rows: 0 });
  try {
    const onProgress = ({ valid }: { valid: number }) => bar.update(bytesRead(), { rows: valid });
    return await importPrices(file, { onProgress, forced });
  } finally {
    bar.stop();
  }
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
      report(await read(input, forced).catch(unreadable(file)), context),
    );
  } catch (error) {
    const isExpected = error instanceof ServiceError || error instanceof CommandError;
    if (!isExpected) throw error;
    context.printError(error.message);
    return 1;
  }
};
