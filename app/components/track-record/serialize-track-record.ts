/** Serializes an engine's track record for its page: numbers rounded, the chart ready to draw. */
import type { Day } from "~/domain/calendar-days";
import type { PriceSource } from "~/domain/price-sources";
import { START_VALUE } from "~/domain/track-record";
import type {
  DeadAsset,
  EngineRecord,
  RecordPoint,
  RecordRow,
  RecordSummary,
} from "~/domain/track-record-simulation";
import { lineChartGeometry, type LineChartGeometry } from "./line-chart-geometry";

/** A row of the track record, with the portfolio's value at its end. */
export interface SerializedRow extends RecordRow {
  value: number | null;
}

export interface SerializedTrackRecord {
  /** The engine's line and that of BTC held; `null` if there is nothing to draw yet. */
  chart: LineChartGeometry | null;
  /** Newest first, at most `MAX_ROWS`. */
  rows: SerializedRow[];
  /** The total number of followed recommendations. */
  rowCount: number;
  summary: RecordSummary | null;
  /** How many recommendations could not be entered, and the assets whose closes are missing. */
  missing: { count: number; assets: string[] };
  /** The assets that were valued at 0 because they had no more closes. */
  dead: DeadAsset[];
  /** The source of the closes; `null` if there are none. */
  source: Pick<PriceSource, "label" | "isSample"> | null;
  /** The last day of the evaluation. */
  until: Day;
}

/** The most points of a line; more than any screen can show. */
export const MAX_POINTS = 400;
/** Two years of weekly recommendations. */
export const MAX_ROWS = 104;

interface TrackRecord {
  record: EngineRecord;
  source: PriceSource | null;
  until: Day;
}

export function serializeTrackRecord({
  record,
  source,
  until,
}: TrackRecord): SerializedTrackRecord {
  const { points, rows, summary, missing, dead } = record;
  const values = new Map(points.map(({ day, value }) => [day, value]));
  return {
    chart: points.length ? chartOf(downsample(points)) : null,
    rows: rows
      .slice(-MAX_ROWS)
      .reverse()
      .map((row) => serializeRow(row, row.until === null ? undefined : values.get(row.until))),
    rowCount: rows.length,
    summary,
    missing: {
      count: missing.length,
      assets: [...new Set(missing.flatMap(({ assets }) => assets))].sort(),
    },
    dead,
    source: source && { label: source.label, isSample: source.isSample },
    until,
  };
}

const chartOf = (points: readonly RecordPoint[]): LineChartGeometry =>
  lineChartGeometry(
    points.map(({ day }) => day),
    [points.map(({ value }) => round(value)), points.map(({ bitcoin }) => round(bitcoin))],
    START_VALUE,
  );

const serializeRow = (row: RecordRow, value: number | undefined): SerializedRow => ({
  ...row,
  return: round(row.return),
  bitcoin: round(row.bitcoin),
  turnover: round(row.turnover),
  fee: round(row.fee),
  value: value === undefined ? null : round(value),
});

/** Reduces the points to `MAX_POINTS` at most; see `keptIndexes`. */
export function downsample(points: readonly RecordPoint[]): RecordPoint[] {
  const lines = (["value", "bitcoin"] as const).map((name) => points.map((point) => point[name]));
  return keptIndexes(lines, MAX_POINTS).map((index) => points[index]!);
}

/**
 * Chooses which points of lines are drawn: both ends, the extremes of each line, and every nth point in between.
 *
 * @param lines the values of each line, for the same days
 * @param most the maximum number of points
 * @returns the indexes of the chosen points, ascending
 */
export function keptIndexes(lines: readonly (readonly number[])[], most: number): number[] {
  const count = lines[0]?.length ?? 0;
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  const interval = Math.ceil(count / (most - 2 * (lines.length + 1)));
  const indexes = new Set([0]);
  for (let index = count - 1; index >= 0; index -= interval) indexes.add(index);
  for (const values of lines) {
    indexes.add(indexOf(values, Math.max)).add(indexOf(values, Math.min));
  }
  return [...indexes].sort((one, other) => one - other);
}

const indexOf = (values: readonly number[], better: (one: number, other: number) => number) =>
  values.indexOf(values.reduce((one, other) => better(one, other)));

/** Rounds to four decimals, which is finer than what is displayed. */
export const round = (value: number): number => Math.round(value * 10_000) / 10_000;
