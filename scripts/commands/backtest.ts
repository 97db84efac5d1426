/** `npm run backtest`: computes what following momentum every week would have returned, from stored closes. */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { environment } from "~/config/env.server";
import { BACKTEST_LEAD_DAYS, BACKTEST_STEP_DAYS, type BacktestWeek } from "~/domain/backtest";
import { addDays, daysBetween, isDay, type Day } from "~/domain/calendar-days";
import { backtestMethod } from "~/domain/method-backtest";
import { momentumAssets } from "~/domain/momentum";
import { MAP_LEAD_DAYS, rankOf, type MapCell } from "~/domain/momentum-map";
import { priceSourceNames, priceSources, type PriceSourceName } from "~/domain/price-sources";
import { FEE } from "~/domain/track-record";
import { fees, strategyLabels, type RecordAnalysis } from "~/domain/track-record-analysis";
import type { EngineRecord } from "~/domain/track-record-simulation";
import { BEST_WEEKS } from "~/domain/track-record-robustness";
import { CONFIDENCE, type MeanExcess } from "~/domain/track-record-statistics";
import { WEEKS_PER_YEAR } from "~/domain/weekly-returns";
import { readCloses } from "~/models/price.server";
import { closesOf } from "~/services/prices/prices.server";
import { backtestCsv } from "~/services/recommendations/record-csv.server";
import { withDatabase, type Command } from "../lib/command";
import { alignColumns } from "../lib/table";

const USAGE = `Usage:
  npm run backtest -- --from 2025-01-06 --to 2026-01-05 [--csv FILE] [--source NAME]

  --from, --to    UTC days: the day of the first decision, and the day of the last close
  --csv FILE      also writes the weeks to FILE, as a table
  --source NAME   the source of the closes: ${priceSourceNames.join(", ")};
                  by default the one with the most closes in the period`;

interface Request {
  from: Day;
  to: Day;
  csv: string | undefined;
  source: PriceSourceName | undefined;
}

/** An invalid command line; the message says why. */
class Misuse extends Error {}
/** A failure that the operator can fix. */
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
  const found = await findCloses({ from, to }, source);
  const { CASH_RATE: cashRate } = environment();
  const result = backtestMethod({ closes: found.closes, from, to, cashRate });
  const { analysis, map, record, weeks } = result;
  if (!analysis || !record.summary) {
    const [first] = weeks;
    throw new CommandError(
      `No week could be followed. ${first?.skipReason ?? "There are no closes."}.`,
    );
  }
  if (csv !== undefined) await write(csv, backtestCsv(result));
  return [
    `Momentum from ${analysis.from} to ${analysis.until}. Source of the closes: ${found.source.label}` +
      (found.source.isSample ? " (not real)." : "."),
    `Each decision uses the closes up to the day before, and trades at the close of its own day; the fee is ${FEE * 100}% of everything bought or sold.`,
    `Treasury bills earn ${analysis.cashRate}% a year, which is the risk-free rate of the Sharpe ratios. USDT is valued at its closes and earns no interest, except in “${names.engineBills}”.`,
    "",
    ...weekTable(weeks),
    "",
    ...strategyTable(analysis),
    "",
    ...yearTable(analysis),
    "",
    ...robustnessTable(analysis),
    "",
    ...delayTable(analysis),
    "",
    ...luck(analysis, map),
    "",
    ...notes(weeks, record, to),
    "Not investment advice.",
  ].join("\n");
}

/** Reads stored closes of one source, including the earlier ones that the map of variants needs, if there are any. */
async function findCloses({ from, to }: Pick<Request, "from" | "to">, name?: PriceSourceName) {
  const first = addDays(from, -MAP_LEAD_DAYS);
  if (name === undefined) {
    const found = await closesOf(momentumAssets, first, to);
    if (found) return found;
    throw new CommandError(noCloses(from, to));
  }
  const closes = await readCloses({ source: name, assets: momentumAssets, from: first, to });
  if (![...closes.values()].some(({ length }) => length)) {
    throw new CommandError(noCloses(from, to, priceSources[name].label));
  }
  return { source: priceSources[name], closes };
}

const noCloses = (from: Day, to: Day, label?: string) =>
  `There are no stored closes from ${addDays(from, -BACKTEST_LEAD_DAYS)} to ${to}${label ? ` (${label})` : ""}. ` +
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
  return alignColumns([heads, ...rows]);
}

const names = strategyLabels("Momentum");

/** The final value of an initial 100 for each strategy and fee. */
function strategyTable({ strategies }: RecordAnalysis): string[] {
  const [usual, ...higher] = fees;
  const heads = ["100 became", "Drawdown", "Volatility", "Sharpe", "Turnover", "Fees"];
  return alignColumns([
    [`At ${usual * 100}%`, ...heads, ...higher.map((fee) => `At ${fee * 100}%`)],
    ...strategies.map(({ name, results, sharpe }) => {
      const [first, ...others] = results;
      return [
        names[name],
        figure(first?.value ?? null),
        percent(first?.maximumDrawdown ?? null),
        percent(first?.volatility ?? null),
        figure(sharpe === null ? null : sharpe * Math.sqrt(WEEKS_PER_YEAR)),
        percent(first?.turnover ?? null),
        figure(first?.fees ?? null),
        ...others.map(({ value }) => figure(value)),
      ];
    }),
  ]);
}

function yearTable({ strategies }: RecordAnalysis): string[] {
  const years = strategies[0]!.years.map(({ year }) => year);
  return alignColumns([
    ["Return", ...years],
    ...strategies.map(({ name, years: ofName }) => [
      names[name],
      ...years.map((year) => percent(ofName.find((one) => one.year === year)?.return ?? null)),
    ]),
  ]);
}

/** What remains without the best weeks, and the time under water. */
const robustnessTable = ({ strategies }: RecordAnalysis): string[] =>
  alignColumns([
    [
      "Weeks and time",
      "100 became",
      `Without ${BEST_WEEKS} weeks`,
      "Of the gain",
      "Longest under water",
      "Now",
    ],
    ...strategies.map(({ name, results, best, underWater }) => [
      names[name],
      figure(results[0]?.value ?? null),
      figure(best?.without ?? null),
      percent(best?.share ?? null),
      `${Math.max(0, ...underWater.map(({ days }) => days))} days`,
      `${underWater.find(({ recovered }) => recovered === null)?.days ?? 0} days`,
    ]),
  ]);

const delayTable = ({ delays }: RecordAnalysis): string[] =>
  alignColumns([
    ["Entered", "100 became", "Return"],
    ...delays.map(({ delay, value, return: result }) => [
      delay === 0 ? "on the day" : `${delay} ${delay === 1 ? "day" : "days"} later`,
      figure(value),
      percent(result),
    ]),
  ]);

/** The lines that say how far the result can be distinguished from luck. */
function luck({ statistics, from, until }: RecordAnalysis, map: readonly MapCell[] | null) {
  const lines: string[] = [];
  if (statistics) {
    const { weeks, overMix, overBitcoin, bets, probabilistic, deflated, trials } = statistics;
    const chance = (value: number | null) => percent(value === null ? null : value * 100);
    const excess = ({ mean, interval }: MeanExcess) =>
      `${percent(mean)}; ${CONFIDENCE * 100}% confidence interval: ${percent(interval.low)} to ${percent(interval.high)}.`;
    lines.push(
      `Mean weekly return above that of the mean mix: ${excess(overMix)}`,
      `Mean weekly return above that of BTC: ${excess(overBitcoin)}`,
      `The returns above the mean mix are of ${weeks} weeks, and say as much about their mean as ${bets.toFixed(1)} independent weeks.`,
      `Probability that the true Sharpe ratio above the mean mix is above 0: ${chance(probabilistic)}; above the best of ${trials.count} trials without skill (1 to 9 weeks, each weekday): ${chance(deflated)}, for a constant mix ${chance(statistics.deflatedWithoutTiming)}.`,
    );
  }
  if (map) {
    const { rank, of } = rankOf(map);
    lines.push(
      `28 days on Mondays ranked ${rank} of ${of} variants (1 to 9 weeks, each weekday) from ${from} to ${until}.`,
    );
  }
  return [...lines, "SOL was chosen afterwards, and is not among the trials."];
}

function notes(weeks: readonly BacktestWeek[], { summary, dead }: EngineRecord, to: Day): string[] {
  const troubled = weeks.filter(({ skipReason }) => skipReason !== null);
  const degraded = weeks.filter(({ momentum }) => momentum?.isDegraded);
  return [
    `${summary!.weeks} weeks followed, ${summary!.losers} of them with a loss; ` +
      `turnover ${figure(summary!.turnover)}%, fees ${figure(summary!.fees)} of the initial 100.`,
    ...troubled.map(({ day, skipReason }) => `${day} was not followed: ${skipReason}.`),
    ...degraded.map(({ day }) => `${day} was decided with an asset missing.`),
    ...dead.map(
      ({ asset, lastClose, from, until }) =>
        `${asset} is valued at 0 from ${from} to ${until}: its last close is from ${lastClose}.`,
    ),
    ...(summary!.until < to ? [`After ${summary!.until}, closes of held assets are missing.`] : []),
  ];
}

async function write(file: string, text: string) {
  try {
    await writeFile(file, text);
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
