/** Serializes an engine's track record for its page: numbers rounded, the chart ready to draw. */
import type { Day } from "~/domain/calendar-days";
import type { PriceSource } from "~/domain/price-sources";
import { drawdowns } from "~/domain/drawdown";
import { keptIndexes } from "~/domain/kept-points";
import { START_VALUE } from "~/domain/track-record";
import type { EngineRecord } from "~/domain/track-record-simulation";
import { LOW, lineChartGeometry, type LineChartGeometry } from "./line-chart-geometry";
import type { MethodBacktest } from "~/domain/method-backtest";
import { cellOf, rankOf, type MapCell } from "~/domain/momentum-map";
import type { RecordAnalysis, StrategyName } from "~/domain/track-record-analysis";
import { valuesOn } from "~/domain/weekly-returns";

export type SerializedTrackRecord = ReturnType<typeof serializeTrackRecord>;
export type SerializedRow = SerializedTrackRecord["rows"][number];
export type SerializedAnalysis = NonNullable<ReturnType<typeof serializeAnalysis>>;
export type SerializedStrategy = SerializedAnalysis["strategies"][number];
export type SerializedBacktest = NonNullable<ReturnType<typeof serializeBacktest>>;
export type SerializedMap = ReturnType<typeof serializeMap>;
export type SerializedSource = Pick<PriceSource, "label" | "isSample">;

/** The most points of a line; more than any screen can show. */
export const MAX_POINTS = 400;
/** Two years of weekly recommendations. */
export const MAX_ROWS = 104;

export function serializeTrackRecord({
  record: { points, rows, summary, missing, dead },
  source,
  until,
  changedTexts,
}: {
  record: EngineRecord;
  source: PriceSource | null;
  until: Day;
  /** How many texts were removed or edited before the outcome of each recommendation was settled, by id. */
  changedTexts: ReadonlyMap<string, number>;
}) {
  const values = new Map<Day | null, number>(points.map(({ day, value }) => [day, value]));
  const days = points.map(({ day }) => day);
  const lines = (["value", "bitcoin"] as const).map((name) => points.map((point) => point[name]));
  return {
    /** The engine's line and that of BTC held; `null` if there is nothing to draw yet. */
    chart: points.length ? chartOf(days, lines, MAX_POINTS) : null,
    /** Newest first, each with the portfolio's value at its end. */
    rows: rows
      .slice(-MAX_ROWS)
      .reverse()
      .map((row) => ({
        ...roundAll({ ...row, value: values.get(row.until) ?? null }),
        changedTexts: changedTexts.get(row.id) ?? 0,
      })),
    rowCount: rows.length,
    summary,
    /** How many recommendations could not be entered, and the assets whose closes are missing. */
    missing: {
      count: missing.length,
      assets: [...new Set(missing.flatMap(({ assets }) => assets))].sort(),
    },
    dead,
    source: serializeSource(source),
    until,
  };
}

/** Draws lines with at most so many points; see `keptIndexes`. */
function chartOf(
  days: readonly Day[],
  lines: readonly (readonly number[])[],
  most: number,
  base = START_VALUE,
  options: Parameters<typeof lineChartGeometry>[3] = {},
): LineChartGeometry {
  const kept = keptIndexes(lines, most);
  return lineChartGeometry(
    kept.map((index) => days[index]!),
    lines.map((values) => kept.map((index) => round(values[index]!))),
    base,
    options,
  );
}

/** Rounds to four decimals, which is finer than what is displayed. */
export const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** The strategies that are drawn; the others are only in the tables. */
const drawn: readonly StrategyName[] = ["engine", "bitcoin", "bitcoinSol", "mix"];
/** The most points of a line; a screen cannot show more. */
const MAX_CHART_POINTS = 180;
/** How many times under water the table lists. */
const DEEPEST = 5;
/** Over more months than this, the table has a row for each quarter. */
const MAX_MONTHS = 36;

export const serializeSource = (source: PriceSource | null): SerializedSource | null =>
  source && { label: source.label, isSample: source.isSample };

/** @param published the day from which on recommendations have been published, if `analysis` begins before that */
export function serializeAnalysis(analysis: RecordAnalysis | null, published: Day | null = null) {
  if (!analysis) return null;
  const { from, until, days, mix, strategies, unknown, statistics, dead } = analysis;
  const lines = drawn.flatMap((name) => strategies.find((one) => one.name === name) ?? []);
  const ends = periodEnds(days);
  return {
    from,
    until,
    unknown,
    dead,
    cashRate: analysis.cashRate,
    missedWeeks: analysis.missedWeeks,
    delays: roundAll(analysis.delays),
    strategies: strategies.map(({ values: _, underWater, ...strategy }) => ({
      ...roundAll(strategy),
      longest: underWater.reduce((longest, { days }) => Math.max(longest, days), 0),
      /** For how many days it has been under water on the last day. */
      current: underWater.find(({ recovered }) => recovered === null)?.days ?? 0,
    })),
    /** The engine's mean allocation in percent, the largest share first. */
    mix: Object.entries(mix)
      .map(([asset, percent]) => ({ asset, percent: round(percent) }))
      .sort((one, other) => other.percent - one.percent),
    chart: {
      geometry: chartOf(
        days,
        lines.map(({ values }) => values),
        MAX_CHART_POINTS,
        START_VALUE,
        { published },
      ),
      names: lines.map(({ name }) => name),
    },
    /** What 100 had become at the end of each month or, over many years, each quarter. */
    table: ends.map((index) => ({
      day: days[index]!,
      values: strategies.map(({ values }) => round(values[index]!)),
    })),
    path: serializePath(analysis, ends, published),
    statistics: statistics && roundAll(statistics),
  };
}

/** The drawdown of an engine and of BTC held, and the exposure of the engine, over time. */
function serializePath(
  { days, strategies, exposure, until }: RecordAnalysis,
  ends: readonly number[],
  published: Day | null,
) {
  const drawnNames = (["engine", "bitcoin"] as const).filter((name) =>
    strategies.some((one) => one.name === name),
  );
  const lines = drawnNames.map((name) =>
    drawdowns(strategies.find((one) => one.name === name)!.values),
  );
  const options = { height: LOW, published } as const;
  const changes = exposure.filter(
    ({ percent }, index) => index === 0 || percent !== exposure[index - 1]!.percent,
  );
  const steps = changes.flatMap(({ day, percent }, index) => [
    ...(index ? [{ day, percent: changes[index - 1]!.percent }] : []),
    { day, percent },
  ]);
  steps.push({ day: until, percent: changes.at(-1)!.percent });
  const exposureOn = valuesOn(
    exposure.map(({ day, percent }) => ({ day, value: percent })),
    days,
    0,
  );
  return {
    names: drawnNames,
    drawdown: chartOf(days, lines, MAX_CHART_POINTS, 0, options),
    exposure: lineChartGeometry(
      steps.map(({ day }) => day),
      [steps.map(({ percent }) => round(percent))],
      0,
      options,
    ),
    /** How many entries left nothing outside of cash. */
    inCash: exposure.filter(({ percent }) => percent === 0).length,
    entries: exposure.length,
    table: ends.map((index) => ({
      day: days[index]!,
      drawdowns: lines.map((values) => round(values[index]!)),
      exposure: round(exposureOn[index]!),
    })),
    /** The deepest times under water of the engine, the deepest first. */
    deepest: roundAll(
      strategies[0]!.underWater.toSorted((one, other) => one.depth - other.depth).slice(0, DEEPEST),
    ),
  };
}

export function serializeBacktest({ analysis, map }: MethodBacktest, published: Day | null = null) {
  const serialized = serializeAnalysis(analysis, published);
  return serialized && { analysis: serialized, map: map && serializeMap(map) };
}

function serializeMap(map: readonly MapCell[]) {
  const sorted = [...map].sort((one, other) => other.value - one.value);
  return {
    ...rankOf(map),
    cells: roundAll([...map]),
    best: roundAll(sorted[0]!),
    median: round(sorted[Math.floor(sorted.length / 2)]!.value),
    worst: roundAll(sorted.at(-1)!),
    /** The cell with the method's own period and weekday. */
    chosen: roundAll(cellOf(map)),
  };
}

/** The indexes of the last days of months, or of quarters if there are more than `MAX_MONTHS`. */
function periodEnds(days: readonly Day[]): number[] {
  const isLast = (index: number, period: (day: Day) => string) =>
    index === days.length - 1 || period(days[index]!) !== period(days[index + 1]!);
  const ends = (period: (day: Day) => string) =>
    days.map((_, index) => index).filter((index) => isLast(index, period));
  const months = ends((day) => day.slice(0, 7));
  if (months.length <= MAX_MONTHS) return months;
  return ends((day) => `${day.slice(0, 4)} ${Math.floor((Number(day.slice(5, 7)) - 1) / 3)}`);
}

/** Rounds every number in a value to four decimals, finer than what is displayed. */
function roundAll<Value>(value: Value): Value {
  if (typeof value === "number") return (Number.isInteger(value) ? value : round(value)) as Value;
  if (Array.isArray(value)) return value.map(roundAll) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, roundAll(inner)]),
  ) as Value;
}
