/** Serializes the analysis of a record for its page: numbers rounded, charts ready to draw. */
import type { Day } from "~/domain/calendar-days";
import type { MethodBacktest } from "~/domain/method-backtest";
import { cellOf, rankOf, type MapCell, type Rank } from "~/domain/momentum-map";
import type { PriceSource } from "~/domain/price-sources";
import { START_VALUE } from "~/domain/track-record";
import type { RecordAnalysis, Strategy, StrategyName } from "~/domain/track-record-analysis";
import type { RecordStatistics } from "~/domain/track-record-statistics";
import { lineChartGeometry, type LineChartGeometry } from "./line-chart-geometry";
import { keptIndexes, round } from "./serialize-track-record";

/** A strategy without its daily values. */
export type SerializedStrategy = Omit<Strategy, "values">;

export interface SerializedAnalysis extends Pick<
  RecordAnalysis,
  "from" | "until" | "unknown" | "dead"
> {
  strategies: SerializedStrategy[];
  /** The engine's mean allocation in percent, the largest share first. */
  mix: { asset: string; percent: number }[];
  chart: {
    geometry: LineChartGeometry;
    /** The strategies that are drawn, in the order of the lines. */
    names: StrategyName[];
  };
  /** What 100 had become at the end of each month or, over many years, each quarter. */
  table: { day: Day; values: number[] }[];
  statistics: RecordStatistics | null;
}

export interface SerializedSource {
  label: string;
  isSample: boolean;
}

/** The backtest of the method on all closes available. */
export interface SerializedBacktest {
  analysis: SerializedAnalysis;
  /** `null` if closes that the map needs are missing. */
  map: SerializedMap | null;
}

export interface SerializedMap extends Rank {
  /** Sorted by period, and by weekday within each period. */
  cells: MapCell[];
  best: MapCell;
  median: number;
  worst: MapCell;
  /** The cell with the method's own period and weekday. */
  chosen: MapCell;
}

/** The strategies that are drawn; the others are only in the tables. */
const drawn: readonly StrategyName[] = ["engine", "bitcoin", "bitcoinSol", "mix"];
/** The most points of a line; a screen cannot show more. */
const MAX_CHART_POINTS = 180;
/** Over more months than this, the table has a row for each quarter. */
const MAX_MONTHS = 36;

export const serializeSource = (source: PriceSource | null): SerializedSource | null =>
  source && { label: source.label, isSample: source.isSample };

export function serializeAnalysis(analysis: RecordAnalysis | null): SerializedAnalysis | null {
  if (!analysis) return null;
  const { from, until, days, mix, strategies, unknown, statistics, dead } = analysis;
  const lines = drawn.flatMap((name) => strategies.find((one) => one.name === name) ?? []);
  const kept = keptIndexes(
    lines.map(({ values }) => values),
    MAX_CHART_POINTS,
  );
  return {
    from,
    until,
    unknown,
    dead,
    strategies: strategies.map(({ values: _, ...strategy }) => roundAll(strategy)),
    mix: Object.entries(mix)
      .map(([asset, percent]) => ({ asset, percent: round(percent) }))
      .sort((one, other) => other.percent - one.percent),
    chart: {
      geometry: lineChartGeometry(
        kept.map((index) => days[index]!),
        lines.map(({ values }) => kept.map((index) => round(values[index]!))),
        START_VALUE,
      ),
      names: lines.map(({ name }) => name),
    },
    table: periodEnds(days).map((index) => ({
      day: days[index]!,
      values: strategies.map(({ values }) => round(values[index]!)),
    })),
    statistics: statistics && roundAll(statistics),
  };
}

export function serializeBacktest({ analysis, map }: MethodBacktest): SerializedBacktest | null {
  const serialized = serializeAnalysis(analysis);
  return serialized && { analysis: serialized, map: map && serializeMap(map) };
}

function serializeMap(map: readonly MapCell[]): SerializedMap {
  const sorted = [...map].sort((one, other) => other.value - one.value);
  return {
    ...rankOf(map),
    cells: roundAll([...map]),
    best: roundAll(sorted[0]!),
    median: round(sorted[Math.floor(sorted.length / 2)]!.value),
    worst: roundAll(sorted.at(-1)!),
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
