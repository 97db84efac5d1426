/** `npm run backtest`: what following momentum would have brought, week by week over stored closes. */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { SingleBar } from "cli-progress";
import { stringify } from "csv-stringify/sync";
import {
  backtest,
  BACKTEST_LEAD_DAYS,
  BACKTEST_STEP_DAYS,
  type Backtest,
  type BacktestWeek,
} from "~/domain/backtest";
import { addDays, daysBetween, isDay, type Day } from "~/domain/calendar-days";
import { momentumAssets } from "~/domain/momentum";
import { priceSourceNames, priceSources, type PriceSourceName } from "~/domain/price-sources";
import { FEE } from "~/domain/track-record";
import type { Performance, RecordSummary } from "~/domain/track-record-simulation";
import { readCloses } from "~/models/price.server";
import { closesOf } from "~/services/prices/prices.server";
import { withDatabase, type Command } from "../lib/command";

const USAGE = `Usage:
  npm run backtest -- --from 2025-01-06 --to 2026-01-05 [--csv FILE] [--source NAME]

  --from, --to    UTC days: the first decision, and the close at which everything ends
  --csv FILE      also writes the weeks to a file
  --source NAME   whose closes: ${priceSourceNames.join(", ")}; without it, of those that
                  know most of the time`;

interface Request {
  from: Day;
  to: Day;
  csv: string | undefined;
  source: PriceSourceName | undefined;
}

/** A command line that makes no sense, and why. */
class Misuse extends Error {}
/** Something that an operator can do something about. */
class CommandError extends Error {}

function parse(args: readonly string[]): Request {
  const { from, to, csv, source } = readOptions(args);
  for (const [name, day] of Object.entries({ from, to })) {
    if (day === undefined) throw new Misuse(`--${name} is missing`);
    if (!isDay(day)) throw new Misuse(`--${name} ${day} is not a day such as 2026-01-31`);
  }
  const span = { from: from!, to: to! };
  if (daysBetween(span.from, span.to) < BACKTEST_STEP_DAYS) {
    throw new Misuse(`--to must be at least ${BACKTEST_STEP_DAYS} days after --from`);
  }
  if (csv === "") throw new Misuse("--csv needs the name of a file");
  if (source !== undefined && !isSource(source)) {
    throw new Misuse(`--source ${source} is not one of ${priceSourceNames.join(", ")}`);
  }
  return { ...span, csv, source };
}

const isSource = (name: string): name is PriceSourceName =>
  priceSourceNames.some((known) => known === name);

function readOptions(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { from: text, to: text, csv: text, source: text },
    }).values;
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
}

async function describeBacktest({ from, to, csv, source }: Request): Promise<string> {
  const found = await findCloses(addDays(from, -BACKTEST_LEAD_DAYS), to, source);
  const bar = new SingleBar({
    format: "{bar} {value} of {total} weeks",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    clearOnComplete: true,
    stream: process.stderr,
  });
  bar.start(Math.ceil(daysBetween(from, to) / BACKTEST_STEP_DAYS), 0);
  let result: Backtest;
  try {
    result = backtest({ closes: found.closes, from, to, onWeek: (done) => bar.update(done) });
  } finally {
    bar.stop();
  }
  const { summary } = result.record;
  if (!summary) {
    const [first] = result.weeks;
    throw new CommandError(
      `Nothing could be followed. ${first?.skipReason ?? "There are no closes."}.`,
    );
  }
  if (csv !== undefined) await write(csv, result.weeks);
  return [
    `Momentum from ${summary.from} to ${summary.until}, by ${found.source.label}` +
      (found.source.isSample ? " (made up)." : "."),
    `Decided from closes up to the day before, entered at the close of the day; ${FEE * 100}% of all that is bought or sold is paid.`,
    "",
    ...weekTable(result.weeks),
    "",
    ...summaryTable(summary),
    "",
    ...notes(result.weeks, summary, to),
    "Not investment advice.",
  ].join("\n");
}

/** Stored closes, all of one source. */
async function findCloses(from: Day, to: Day, name?: PriceSourceName) {
  if (name === undefined) {
    const found = await closesOf(momentumAssets, from, to);
    if (found) return found;
    throw new CommandError(noCloses(from, to));
  }
  const closes = await readCloses({ source: name, assets: momentumAssets, from, to });
  if (![...closes.values()].some(({ length }) => length)) {
    throw new CommandError(noCloses(from, to, priceSources[name].label));
  }
  return { source: priceSources[name], closes };
}

const noCloses = (from: Day, to: Day, label?: string) =>
  `There are no stored closes from ${from} to ${to}${label ? ` (${label})` : ""}. ` +
  "`npm run prices:import -- FILE.csv` and `npm run prices:update` store some.";

const percent = (value: number | null) => (value === null ? "–" : `${value.toFixed(2)}%`);
const figure = (value: number | null) => (value === null ? "–" : value.toFixed(2));

function weekTable(weeks: readonly BacktestWeek[]): string[] {
  const heads = ["Week", "As of", ...momentumAssets, "Turnover", "Return", "BTC held", "Value"];
  const rows = weeks.map((week) => [
    week.day,
    week.asOf,
    ...momentumAssets.map((asset) => String(week.allocation?.[asset] ?? "–")),
    ...[percent(week.turnover), percent(week.return), percent(week.bitcoin), figure(week.value)],
  ]);
  return aligned([heads, ...rows]);
}

function summaryTable(summary: RecordSummary): string[] {
  const line = (label: string, value: (of: Performance) => string) => [
    ...[label, value(summary), value(summary.bitcoin)],
  ];
  return aligned([
    ["", "Momentum", "BTC held"],
    line("100 became", (of) => figure(of.value)),
    line("Return", (of) => percent(of.return)),
    line("Maximum drawdown", (of) => percent(of.maximumDrawdown)),
    line("Volatility a year", (of) => percent(of.volatility)),
  ]);
}

function notes(weeks: readonly BacktestWeek[], summary: RecordSummary, to: Day): string[] {
  const troubled = weeks.filter(({ skipReason }) => skipReason !== null);
  const degraded = weeks.filter(({ momentum }) => momentum?.isDegraded);
  return [
    `${summary.weeks} weeks followed, ${summary.losers} of them losers; ` +
      `turnover ${figure(summary.turnover)}%, fees ${figure(summary.fees)} of the first 100.`,
    ...troubled.map(({ day, skipReason }) => `${day} was not followed: ${skipReason}.`),
    ...degraded.map(({ day }) => `${day} was decided with an asset missing.`),
    ...(summary.until < to
      ? [`There are no closes of all that is held after ${summary.until}.`]
      : []),
  ];
}

/** The first column's cells begin, those of the others end under each other. */
function aligned(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[0]!)))
      .join("  "),
  );
}

/** A row for each week, numbers unrounded, for whoever computes on. */
async function write(file: string, weeks: readonly BacktestWeek[]) {
  const rows = weeks.map((week) => ({
    day: week.day,
    as_of: week.asOf,
    until: week.until,
    ...Object.fromEntries(
      momentumAssets.flatMap((asset) => [
        [`${asset.toLowerCase()}_roc`, week.momentum?.assets[asset].rateOfChange],
        [`${asset.toLowerCase()}_allocation`, week.allocation?.[asset]],
      ]),
    ),
    turnover: week.turnover,
    return: week.return,
    btc_return: week.bitcoin,
    value: week.value,
    trouble: week.skipReason,
  }));
  try {
    await writeFile(file, stringify(rows, { header: true }));
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

export const run: Command = async (context) => {
  try {
    const request = parse(context.args);
    context.print(await withDatabase(context, () => describeBacktest(request)));
    return 0;
  } catch (error) {
    if (error instanceof Misuse) context.printError(`${error.message}\n\n${USAGE}`);
    else if (error instanceof CommandError) context.printError(error.message);
    else throw error;
    return error instanceof Misuse ? 2 : 1;
  }
};
