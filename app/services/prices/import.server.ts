import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, parse, type Options } from "csv-parse";
import { dayOf, isDay, type Day } from "~/domain/calendar-days";
import { findToken } from "~/domain/tokens";
import { storeAssetCloses, type AssetClose } from "~/models/price.server";
import { ServiceError } from "../errors";
import { invalidate } from "../cache/invalidation.server";
import { PRICES } from "../cache/tags";

const HEADER = "date,asset,close";
const COLUMNS = 3;
/** Rows per bulk write. */
const BATCH = 500;
/** Maximum row length in bytes; a longer one is an error. */
const LONGEST_ROW = 10_000;
/** Accepts `61234.5` and `6.1e4`, but no sign, space or thousands separator. */
const NUMBER = /^\d+(\.\d+)?(e[+-]?\d{1,3})?$/i;

export interface PriceImport {
  /** How many rows were valid and stored. */
  accepted: number;
  /** How many of them were new or changed an earlier import. */
  changes: number;
  rejected: RejectedRow[];
}

export interface RejectedRow {
  /** Line number from 1, which is the header. */
  line: number;
  reason: string;
}

/** Called after each batch. */
export type ImportProgress = (progress: { line: number; accepted: number }) => void;

/**
 * Imports closes from CSV with the header `date,asset,close` and rows such as `2026-01-31,BTC,61234.5`: US
 * dollars at the end of a UTC day. A row replaces an earlier import of the same day. Invalid rows are
 * skipped and reported; the others are stored in batches.
 *
 * @param text chunks of any length, not necessarily lines
 * @throws ServiceError `invalid` if the header is wrong, before anything is stored, or if a line is too
 *   long, after earlier rows may have been stored
 */
export async function importPrices(
  text: AsyncIterable<string> | Readable,
  onProgress: ImportProgress = () => {},
  now = new Date(),
): Promise<PriceImport> {
  const report: PriceImport = { accepted: 0, changes: 0, rejected: [] };
  const read = rowReader(dayOf(now));
  let batch: AssetClose[] = [];
  const store = async () => {
    report.changes += await storeAssetCloses("import", batch);
    report.accepted += batch.length;
    batch = [];
    await invalidate(PRICES);
  };
  const readAll = async (records: AsyncIterable<CsvRecord>) => {
    let count = 0;
    for await (const { record, info } of records) {
      count += 1;
      const line = info.lines;
      if (count === 1) checkHeader(record);
      else {
        const row = read(record, line);
        if (typeof row === "string") report.rejected.push({ line, reason: row });
        else batch.push(row);
      }
      if (count % BATCH) continue;
      await store();
      onProgress({ line, accepted: report.accepted });
    }
    if (!count) checkHeader([]);
  };
  // The pipeline may replace an error of its last stage with its own abort error, so it is kept here.
  let stageError: { error: unknown } | null = null;
  const readSafely = (records: AsyncIterable<CsvRecord>) =>
    readAll(records).catch((error: unknown) => {
      stageError = { error };
      throw error;
    });
  await pipeline(text, parse(FORMAT), readSafely).catch((failure: unknown) => {
    const error = stageError?.error ?? failure;
    if (!(error instanceof CsvError)) throw error;
    throw new ServiceError("invalid", `Line ${error.lines} is too long: this is no file of closes`);
  });
  await store();
  return report;
}

/** A record as returned by csv-parse. */
interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/** Quotes are handled later, so that an unclosed quote does not merge all following lines into one row. */
const FORMAT: Options = {
  bom: true,
  info: true,
  quote: false,
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: LONGEST_ROW,
};

const withoutQuotes = (field: string) => field.replace(/^"(.*)"$/, "$1").trim();

function checkHeader(record: readonly string[]): void {
  if (record.map(withoutQuotes).join(",").toLowerCase() === HEADER) return;
  throw new ServiceError("invalid", `The first line must be ${HEADER}`);
}

/** @returns a function that parses a row into a close, or returns the reason why it is invalid */
function rowReader(today: Day): (record: readonly string[], line: number) => AssetClose | string {
  const lines = new Map<string, number>();
  return (record, line) => {
    const [day = "", symbol = "", price = ""] = record.map(withoutQuotes);
    if (record.length !== COLUMNS) return `has ${record.length} columns instead of ${COLUMNS}`;
    if (!isDay(day)) return `"${day}" is not a date such as 2026-01-31`;
    if (day >= today) return `${day} is not over yet`;
    const asset = findToken(symbol.toUpperCase())?.symbol;
    if (!asset) return `"${symbol}" is not a known asset`;
    const close = NUMBER.test(price) ? Number(price) : NaN;
    if (!(Number.isFinite(close) && close > 0)) return `"${price}" is not a positive number`;
    const earlier = lines.get(`${asset} ${day}`);
    if (earlier) return `the close of ${asset} on ${day} is on line ${earlier} already`;
    lines.set(`${asset} ${day}`, line);
    return { asset, day, close };
  };
}
