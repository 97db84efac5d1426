import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, parse, type Options } from "csv-parse";
import { addDays, dayOf, isDay, type Day } from "~/domain/calendar-days";
import { truncate } from "~/domain/character-count";
import { FIRST_DAY } from "~/domain/plausible-closes";
import { findToken } from "~/domain/tokens";
import { readCloses, storeCloses, type AssetClose } from "~/models/price.server";
import { ServiceError } from "../errors";
import { invalidate } from "../cache/invalidation.server";
import { PRICES } from "../cache/tags";
import { forcedKey, judgeReceived, type ForcedCloses } from "./judge-closes.server";

const HEADER = "date,asset,close";
const COLUMNS = 3;
/** Rows between two progress reports. */
const STEP = 500;
/** Maximum row length in bytes; a longer one is an error. */
const LONGEST_ROW = 10_000;
/** The maximum length of a field that is quoted in a reason. */
const LONGEST_QUOTE = 40;
/** The number of rejected rows that are listed; the others are only counted. */
const MOST_TOLD = 1000;
/** Accepts `61234.5` and `6.1e4`, but no sign, space or thousands separator. */
const NUMBER = /^\d+(\.\d+)?(e[+-]?\d{1,3})?$/i;

export interface PriceImport {
  /** The number of rows that were valid, plausible and stored. */
  accepted: number;
  /** The number of stored rows that were new or changed an earlier import. */
  changes: number;
  /** The first 1,000 rows that were not stored, in the order of their lines. */
  rejected: RejectedRow[];
  /** The number of further rows that were not stored. */
  moreRejected: number;
  /** The forced closes that the file has no valid row for. */
  unusedForced: string[];
}

export interface RejectedRow {
  /** Line number from 1, which is the header. */
  line: number;
  reason: string;
  /** The close, if the row is valid but its close was refused as implausible. Such a row can be forced. */
  refused?: { asset: string; day: Day };
}

/** Called after every 500 rows, with the current line and the number of valid rows so far. */
export type ImportProgress = (progress: { line: number; valid: number }) => void;

export interface ImportOptions {
  onProgress?: ImportProgress;
  /** Closes that are stored even if they are implausible. */
  forced?: ForcedCloses;
  now?: Date;
}

/**
 * Imports closes from CSV with the header `date,asset,close` and rows such as `2026-01-31,BTC,61234.5`: US
 * dollars at the end of a UTC day. A row replaces an earlier import of the same day. Rows that are invalid
 * or implausible (`domain/plausible-closes.ts`) are skipped and reported; the others are stored after the
 * whole text has been read. Memory use is bounded by the number of days and assets.
 *
 * @param text the CSV in chunks of any length
 * @throws ServiceError `invalid` if the header is wrong or a line is too long; nothing is stored then
 */
export async function importPrices(
  text: AsyncIterable<string> | Readable,
  { onProgress = () => {}, forced = new Set(), now = new Date() }: ImportOptions = {},
): Promise<PriceImport> {
  const today = dayOf(now);
  const { byAsset, rejected, rejectedCount } = await readRows(text, today, onProgress);
  const report: PriceImport = {
    accepted: 0,
    changes: 0,
    rejected,
    moreRejected: 0,
    unusedForced: [],
  };
  const refused: RejectedRow[] = [];
  const unused = new Set(forced);
  for (const [asset, rows] of byAsset) {
    for (const day of rows.keys()) unused.delete(forcedKey(asset, day));
    const judged = await judgeRows(asset, rows, { forced, today });
    report.changes += await storeCloses("import", asset, judged.accepted);
    report.accepted += judged.accepted.length;
    refused.push(...judged.refused);
    await invalidate(PRICES);
  }
  const all = rejectedCount + refused.length;
  report.rejected = [...rejected, ...refused].sort((a, b) => a.line - b.line).slice(0, MOST_TOLD);
  report.moreRejected = all - report.rejected.length;
  report.unusedForced = [...unused];
  return report;
}

/** A valid row of one asset. */
interface ValidRow {
  close: number;
  line: number;
}

/** The valid rows of an asset by day. */
type RowsByDay = Map<Day, ValidRow>;

/** Judges the rows of one asset, given the closes that were imported before. */
async function judgeRows(
  asset: string,
  rows: RowsByDay,
  { forced, today }: { forced: ForcedCloses; today: Day },
) {
  const closes = [...rows]
    .map(([day, { close }]) => ({ day, close }))
    .sort((one, other) => (one.day < other.day ? -1 : 1));
  const span = { from: closes[0]!.day, to: addDays(today, -1) };
  const stored = await readCloses({ source: "import", assets: [asset], ...span });
  const { accepted, refused } = await judgeReceived({
    ...{ source: "import" as const, asset, closes, forced },
    stored: stored.get(asset) ?? [],
  });
  return {
    accepted,
    refused: refused.map(({ day, reason }) => ({
      line: rows.get(day)!.line,
      reason: `the close of ${asset} on ${day} is implausible: ${reason}`,
      refused: { asset, day },
    })),
  };
}

interface ReadRows {
  byAsset: Map<string, RowsByDay>;
  rejected: RejectedRow[];
  rejectedCount: number;
}

/** Reads the whole text. @throws ServiceError `invalid` */
async function readRows(
  text: AsyncIterable<string> | Readable,
  today: Day,
  onProgress: ImportProgress,
): Promise<ReadRows> {
  const found: ReadRows = { byAsset: new Map(), rejected: [], rejectedCount: 0 };
  const readAll = async (records: AsyncIterable<CsvRecord>) => {
    let count = 0;
    for await (const { record, info } of records) {
      count += 1;
      if (count === 1) checkHeader(record);
      else addRow(found, record, info.lines, today);
      if (count % STEP === 0)
        onProgress({ line: info.lines, valid: count - 1 - found.rejectedCount });
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
    throw new ServiceError(
      "invalid",
      `Line ${error.lines} is too long: this is not a file of closes`,
    );
  });
  return found;
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

/** Adds a row to the rows of its asset, or to the rejected ones. */
function addRow(found: ReadRows, record: readonly string[], line: number, today: Day): void {
  const row = parseRow(record, today);
  const reason = typeof row === "string" ? row : addValid(found.byAsset, row, line);
  if (reason === null) return;
  found.rejectedCount += 1;
  if (found.rejected.length < MOST_TOLD) found.rejected.push({ line, reason });
}

/** Adds a valid row. @returns the reason if it repeats an earlier row and is not added, otherwise `null` */
function addValid(
  byAsset: Map<string, RowsByDay>,
  { asset, day, close }: AssetClose,
  line: number,
): string | null {
  const rows: RowsByDay = byAsset.get(asset) ?? new Map();
  byAsset.set(asset, rows);
  const earlier = rows.get(day);
  if (earlier) return `the close of ${asset} on ${day} is on line ${earlier.line} already`;
  rows.set(day, { close, line });
  return null;
}

const quote = (field: string): string => `"${truncate(field, LONGEST_QUOTE)}"`;

/** @returns a row as a close, or the reason why it is invalid */
function parseRow(record: readonly string[], today: Day): AssetClose | string {
  const [day = "", symbol = "", price = ""] = record.map(withoutQuotes);
  if (record.length !== COLUMNS) return `has ${record.length} columns instead of ${COLUMNS}`;
  if (!isDay(day)) return `${quote(day)} is not a date such as 2026-01-31`;
  if (day >= today) return `${day} is not over yet`;
  if (day < FIRST_DAY) return `${day} is before ${FIRST_DAY}, when nothing here had a price`;
  const asset = findToken(symbol.toUpperCase())?.symbol;
  if (!asset) return `${quote(symbol)} is not a known asset`;
  const close = NUMBER.test(price) ? Number(price) : NaN;
  if (!(Number.isFinite(close) && close > 0)) return `${quote(price)} is not a positive number`;
  return { asset, day, close };
}
