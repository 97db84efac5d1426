/** An engine's track record as its page shows it: rounded and thinned, so that little is sent. */
import type { Day } from "~/domain/calendar-days";
import type { PriceSource } from "~/domain/price-sources";
import type { EngineRecord, RecordPoint, RecordRow, RecordSummary } from "~/domain/track-record";

/** A row with what 100 had become by its end. */
export interface SerializedRow extends RecordRow {
  value: number | null;
}

export interface SerializedTrackRecord {
  points: RecordPoint[];
  /** The newest first, `MOST_ROWS` at most. */
  rows: SerializedRow[];
  /** How many were followed in all. */
  rowCount: number;
  summary: RecordSummary | null;
  /** How many could not be entered for want of closes, and the assets that they wanted. */
  missing: { count: number; assets: string[] };
  /** Where the closes are from; `null` when there are none. */
  source: Pick<PriceSource, "label" | "isSample"> | null;
  /** The last day that was looked at. */
  until: Day;
}

/** More than this no screen shows beside each other. */
export const MOST_POINTS = 400;
/** Two years of one a week. */
export const MOST_ROWS = 104;

interface Read {
  record: EngineRecord;
  source: PriceSource | null;
  until: Day;
}

/** @param read what the service gave */
export function serializeTrackRecord({ record, source, until }: Read): SerializedTrackRecord {
  const { points, rows, summary, missing } = record;
  const values = new Map(points.map(({ day, value }) => [day, value]));
  return {
    points: thinned(points).map(({ day, value, bitcoin }) => ({
      day,
      value: round(value),
      bitcoin: round(bitcoin),
    })),
    rows: rows
      .slice(-MOST_ROWS)
      .reverse()
      .map((row) => serializeRow(row, row.until === null ? undefined : values.get(row.until))),
    rowCount: rows.length,
    summary,
    missing: {
      count: missing.length,
      assets: [...new Set(missing.flatMap(({ assets }) => assets))].sort(),
    },
    source: source && { label: source.label, isSample: source.isSample },
    until,
  };
}

const serializeRow = (row: RecordRow, value: number | undefined): SerializedRow => ({
  ...row,
  return: round(row.return),
  bitcoin: round(row.bitcoin),
  turnover: round(row.turnover),
  fee: round(row.fee),
  value: value === undefined ? null : round(value),
});

/** Both ends, the extremes of both lines, and between them every so manieth day. */
function thinned(points: readonly RecordPoint[]): RecordPoint[] {
  if (points.length <= MOST_POINTS) return [...points];
  const apart = Math.ceil(points.length / (MOST_POINTS - 6));
  const kept = new Set([0, points.length - 1]);
  for (let index = points.length - 1; index >= 0; index -= apart) kept.add(index);
  for (const name of ["value", "bitcoin"] as const) {
    const values = points.map((point) => point[name]);
    kept.add(indexOf(values, Math.max)).add(indexOf(values, Math.min));
  }
  return points.filter((_, index) => kept.has(index));
}

const indexOf = (values: readonly number[], better: (one: number, other: number) => number) =>
  values.indexOf(values.reduce((one, other) => better(one, other)));

/** Ten-thousandths are finer than what is written. */
const round = (value: number): number => Math.round(value * 10_000) / 10_000;
