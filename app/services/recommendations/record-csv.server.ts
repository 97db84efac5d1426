/** Track records and backtests as CSV for further calculations: every figure, unrounded. */
import { stringify } from "csv-stringify/sync";
import type { BacktestWeek } from "~/domain/backtest";
import type { Engine } from "~/domain/engines";
import type { MethodBacktest } from "~/domain/method-backtest";
import { momentumAssets, type Momentum, type RiskyAsset } from "~/domain/momentum";
import type { Sentiment } from "~/domain/sentiment/sentiment";
import type { RecordAnalysis, StrategyName } from "~/domain/track-record-analysis";
import type { Allocation } from "~/domain/track-record-prices";
import type { DeadAsset, EngineRecord, RecordRow } from "~/domain/track-record-simulation";
import { listCalculations, type SentimentFacts } from "~/models/recommendation.server";
import { readMethodBacktest, readRecordAnalysis } from "./record-analysis.server";
import { readEngineRecord } from "./track-record.server";

type Cell = string | number | null | undefined;
type Row = Record<string, Cell>;

/** The columns of the strategies' values; the engine's own value is in the column `value`. */
const valueColumns: Partial<Record<StrategyName, string>> = {
  withoutSol: "without_sol_value",
  bitcoin: "btc_value",
  bitcoinSol: "btc_sol_value",
  bitcoinCash: "btc_usdt_value",
  mix: "mix_value",
  cash: "usdt_value",
  engineBills: "cash_in_tbills_value",
  bills: "tbills_value",
};

/**
 * @returns an engine's record as CSV, with a row for each recommendation, including those that could not be followed
 *   for lack of closes; only a header if there are none
 */
export async function readRecordCsv(engine: Engine): Promise<string> {
  const [{ record, source, changedTexts }, { analysis }] = await Promise.all([
    readEngineRecord(engine),
    readRecordAnalysis(engine),
  ]);
  const skipped = new Map(record.missing.map(({ id, assets }) => [id, assets]));
  const rows = new Map(record.rows.map((row) => [row.id, row]));
  const made = await listCalculations(
    engine,
    [...rows.keys(), ...skipped.keys()],
    engine === "momentum" ? momentumFields : sentimentFields,
  );
  const symbols = symbolsOf(engine, made);
  const resultOf = resultColumns(record, analysis);
  return toCsv(
    made.map(({ id, day, createdAt, allocation, facts, calculation }) => ({
      day,
      id,
      made_at: createdAt.toISOString(),
      prices: source?.name,
      ...(engine === "momentum"
        ? momentumColumns(calculation as Partial<Momentum>)
        : sentimentColumns(facts as SentimentFacts, calculation as Partial<Sentiment>)),
      ...(engine === "sentiment" && { changed_texts: changedTexts.get(id) ?? 0 }),
      ...allocationColumns(allocation, symbols),
      ...resultOf(rows.get(id)),
      trouble: skipped.has(id) ? `No closes for ${skipped.get(id)!.join(", ")}` : null,
    })),
  );
}

/** @returns the backtest of momentum over the stored closes as CSV; `null` if there are too few */
export async function readBacktestCsv(): Promise<string | null> {
  const { backtest } = await readMethodBacktest();
  return backtest && backtestCsv(backtest);
}

export function backtestCsv({ weeks, record, analysis }: MethodBacktest): string {
  const rows = new Map(record.rows.map((row) => [row.id, row]));
  const resultOf = resultColumns(record, analysis);
  return toCsv(
    weeks.map(({ day, asOf, momentum, allocation, skipReason }: BacktestWeek) => ({
      day,
      ...momentumColumns(momentum),
      as_of: asOf,
      ...allocationColumns(allocation, momentumAssets),
      ...resultOf(rows.get(day)),
      trouble: skipReason,
    })),
  );
}

/** Converts rows to CSV with the columns of the first row; without rows, returns a header only. */
const toCsv = (rows: readonly Row[]): string =>
  rows.length ? stringify([...rows], { header: true, columns: Object.keys(rows[0]!) }) : "day\n";

const momentumFields = ["asOf", "assets", "hurdle", "portfolioVolatility", "exposure"];
const sentimentFields = ["mood", "riskBudget"];

/** Returns the columns of the inputs and steps of a momentum recommendation; empty cells if there was none. */
function momentumColumns(momentum: Partial<Momentum> | null): Row {
  const risky = (asset: RiskyAsset): Row => {
    const { volatility, excess, score, weight } = momentum?.assets?.[asset] ?? {};
    const name = asset.toLowerCase();
    return {
      [`${name}_sigma`]: volatility,
      [`${name}_excess`]: excess,
      [`${name}_score`]: score,
      [`${name}_weight`]: weight,
    };
  };
  return {
    as_of: momentum?.asOf,
    ...Object.fromEntries(
      momentumAssets.map((asset) => [
        `${asset.toLowerCase()}_roc`,
        momentum?.assets?.[asset].rateOfChange,
      ]),
    ),
    hurdle: momentum?.hurdle,
    ...risky("BTC"),
    ...risky("SOL"),
    portfolio_sigma: momentum?.portfolioVolatility,
    exposure: momentum?.exposure,
  };
}

const sentimentColumns = (
  facts: SentimentFacts,
  { mood, riskBudget }: Partial<Sentiment>,
): Row => ({
  method: facts.method,
  top_token: facts.token,
  mentions: facts.mentionCount,
  mood,
  risk_budget: riskBudget,
});

const allocationColumns = (allocation: Allocation | null, symbols: readonly string[]): Row =>
  Object.fromEntries(
    symbols.map((symbol) => [
      `${symbol.toLowerCase()}_allocation`,
      allocation ? (allocation[symbol] ?? 0) : null,
    ]),
  );

/** Returns the symbols with an allocation column: the momentum assets, or every symbol that was ever held. */
const symbolsOf = (
  engine: Engine,
  made: readonly { allocation: Allocation }[],
): readonly string[] =>
  engine === "momentum"
    ? momentumAssets
    : [...new Set(made.flatMap(({ allocation }) => Object.keys(allocation)))].sort();

/** Returns a function for the result columns of a row: its own result, and the benchmark values at its end. */
function resultColumns(record: EngineRecord, analysis: RecordAnalysis | null) {
  const places = new Map(analysis?.days.map((day, index) => [day, index]));
  const values = new Map(record.points.map(({ day, value }) => [day, value]));
  const others = (analysis?.strategies ?? []).filter(({ name }) => name !== "engine");
  return (row: RecordRow | undefined): Row => {
    const place = row?.until ? places.get(row.until) : undefined;
    return {
      until: row?.until,
      return: row?.until ? row.return : null,
      btc_return: row?.until ? row.bitcoin : null,
      turnover: row?.turnover,
      fee: row?.fee,
      value: row?.until ? values.get(row.until) : null,
      ...Object.fromEntries(
        others.map(({ name, values: ofName }) => [
          valueColumns[name],
          place === undefined ? null : ofName[place],
        ]),
      ),
      worthless: row ? worthlessIn(row, record.dead).join(" ") : null,
    };
  };
}

/** Returns the assets that were valued at 0 while a row was followed. */
const worthlessIn = ({ day, until }: RecordRow, dead: readonly DeadAsset[]): string[] =>
  dead.filter((one) => one.from <= (until ?? day) && one.until > day).map(({ asset }) => asset);
