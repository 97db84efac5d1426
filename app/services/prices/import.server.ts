import type { Options } from "csv-parse";
import { millisecondsInDay } from "date-fns/constants";
import { RECOMMENDATIONS } from "~/config/page-tags";
import { addDays, dayOf, isDay, type Day } from "~/domain/calendar-days";
import { isCandle, isOutside, type Candle } from "~/domain/candle";
import { FIRST_DAY } from "~/domain/close";
import { findToken } from "~/domain/tokens";
import { readClosesWithCandles, storeCloses, type AssetClose } from "~/models/price.server";
import { quoteField, readCsv, type CsvFile, type CsvRecord } from "../csv-file.server";
import { ServiceError } from "../errors";
import { invalidate } from "../cache/invalidation.server";
import { forcedKey, judgeReceived, type ForcedCloses } from "./judge-closes.server";

const HEADER = "date,asset,close";
const HEADER_WITH_CANDLES = `${HEADER},low,high,volume`;
/** Maximum row length in bytes; a longer one is an error. */
const MAX_ROW_LENGTH = 10_000;
/** The number of rejected rows that are listed; the others are only counted. */
const MAX_REPORTED = 1000;
/** The number of rows with a close of the same day that are tried until one is plausible. */
const MAX_ROWS_PER_DAY = 10;
/** Accepts `61234.5`, `.5`, `+5.` and `6.1e4`, but no minus, space or thousands separator. */
const NUMBER = /^\+?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;
/** A date with a time, in full seconds, and a zone. */
const MOMENT =
  /^(?<date>\d{4}-\d\d-\d\d)[t ](?<time>(?:[01]\d|2[0-3]):\d\d(?::\d\d)?)(?:\.0+)? ?(?<zone>z|utc|gmt|[+-]\d\d(?::?\d\d)?)$/i;

export interface PriceImport {
  /** The number of rows that were valid, plausible and stored. */
  accepted: number;
  /** The number of stored rows that were new or changed an earlier import. */
  changes: number;
  /** The first 1,000 rows that were not stored, in the order of their lines. */
  rejected: RejectedRow[];
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

export interface ImportOptions {
  forced?: ForcedCloses;
  now?: Date;
}

/**
 * Imports closes from CSV with the header `date,asset,close` and rows such as `2026-01-31,BTC,61234.5`: US
 * dollars at the end of a UTC day. The columns `low,high,volume` may follow, of the same day. A row replaces an earlier import of the same day; of several rows of a day, the
 * first plausible one is stored. Rows that are invalid or implausible (`domain/plausible-closes.ts`) are skipped and
 * reported, as many as `MAX_REPORTED`; the others are stored after the whole file has been read.
 * @throws ServiceError `invalid` if the header is wrong, a line is too long or the file is not UTF-8; nothing is stored
 *   then
 */
export async function importPrices(
  file: CsvFile,
  { forced = new Set(), now = new Date() }: ImportOptions = {},
): Promise<PriceImport> {
  const today = dayOf(now);
  const { byAsset, rejected, rejectedCount } = await readRows(file, today);
  const unused = new Set(forced);
  const all = [...rejected];
  let [accepted, changes, allCount] = [0, 0, rejectedCount];
  for (const [asset, rows] of byAsset) {
    for (const day of rows.keys()) unused.delete(forcedKey(asset, day));
    const judged = await judgeRows(asset, rows, { forced, today });
    changes += await storeCloses("import", asset, judged.accepted);
    accepted += judged.accepted.length;
    all.push(...judged.rejected);
    allCount += judged.rejected.length;
    await invalidate(RECOMMENDATIONS);
  }
  return {
    accepted,
    changes,
    rejected: all.toSorted((a, b) => a.line - b.line).slice(0, MAX_REPORTED),
    moreRejected: Math.max(0, allCount - MAX_REPORTED),
    unusedForced: [...unused],
  };
}

interface ValidRow {
  close: number;
  candle?: Candle;
  line: number;
}

/** The valid rows of an asset by day, in the order of the file; the first is tried first. */
type RowsByDay = Map<Day, ValidRow[]>;

/**
 * Judges the rows of one asset, given the closes that were imported before. The first row of a day counts; if its close
 * is refused, the next one does.
 * @param rows changed in place
 */
async function judgeRows(
  asset: string,
  rows: RowsByDay,
  { forced, today }: { forced: ForcedCloses; today: Day },
) {
  const days = [...rows.keys()].sort();
  const firstLines = new Map(days.map((day) => [day, rows.get(day)![0]!.line]));
  const source = "import";
  const span = { from: days[0]!, to: addDays(today, -1) };
  const stored =
    (await readClosesWithCandles({ source, assets: [asset], ...span })).get(asset) ?? [];
  const rejected: RejectedRow[] = [];
  for (;;) {
    const closes = days.map((day) => {
      const { close, candle } = rows.get(day)![0]!;
      return { day, close, ...(candle && { candle }) };
    });
    const { accepted, refused } = await judgeReceived({ source, asset, forced, closes, stored });
    const withOthers = refused.filter(({ day }) => rows.get(day)!.length > 1);
    for (const { day, reason } of withOthers.length ? withOthers : refused) {
      const { line } = rows.get(day)![0]!;
      rejected.push({
        line,
        reason: `the close of ${asset} on ${day} is implausible: ${reason}`,
        // Only the first row of a day can be forced.
        ...(line === firstLines.get(day) && { refused: { asset, day } }),
      });
    }
    for (const { day } of withOthers) rows.get(day)!.shift();
    if (withOthers.length) continue;
    for (const { day } of accepted) {
      const [counted, ...others] = rows.get(day)!;
      const reason = `the close of ${asset} on ${day} is on line ${counted!.line} already`;
      rejected.push(...others.map(({ line }) => ({ line, reason })));
    }
    return { accepted, rejected };
  }
}

interface ReadRows {
  byAsset: Map<string, RowsByDay>;
  /** The first of the invalid rows; a file of nothing else must not fill the memory. */
  rejected: RejectedRow[];
  rejectedCount: number;
}

async function readRows(file: CsvFile, today: Day): Promise<ReadRows> {
  const found: ReadRows = { byAsset: new Map(), rejected: [], rejectedCount: 0 };
  const readAll = async (records: AsyncIterable<CsvRecord>) => {
    let count = 0;
    let columns = 0;
    for await (const { record, info } of records) {
      count += 1;
      if (count === 1) columns = columnsOf(record);
      else addRow(found, record, { line: info.lines, today, columns });
    }
    if (!count) columnsOf([]);
  };
  await readCsv(file, FORMAT, readAll, ({ lines }) => `Line ${lines} ${TOO_LONG}`);
  return found;
}

const TOO_LONG = "is too long: this is not a file of closes";

/** Quotes are handled later, so that an unclosed quote does not merge all following lines into one row. */
const FORMAT: Options = {
  quote: false,
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  trim: true,
  max_record_size: MAX_ROW_LENGTH,
};

const withoutQuotes = (field: string) => field.replace(/^"(.*)"$/, "$1").trim();

/**
 * @returns the number of columns
 * @throws ServiceError `invalid` if it is not the first line of a file of closes
 */
function columnsOf(header: readonly string[]): number {
  const names = header.map(withoutQuotes).join(",").toLowerCase();
  if (names === HEADER || names === HEADER_WITH_CANDLES) return header.length;
  throw new ServiceError("invalid", `The first line must be ${HEADER} or ${HEADER_WITH_CANDLES}`);
}

interface Place {
  line: number;
  today: Day;
  columns: number;
}

function addRow(found: ReadRows, record: readonly string[], place: Place): void {
  const { line } = place;
  const row = parseRow(record, place);
  const reason = typeof row === "string" ? row : addValid(found.byAsset, row, line);
  if (reason === null) return;
  found.rejectedCount += 1;
  if (found.rejected.length < MAX_REPORTED) found.rejected.push({ line, reason });
}

/** Adds a valid row. @returns the reason if it is not added because there are too many of its day, otherwise `null` */
function addValid(
  byAsset: Map<string, RowsByDay>,
  { asset, day, close, candle }: AssetClose,
  line: number,
): string | null {
  const rows: RowsByDay = byAsset.get(asset) ?? new Map();
  byAsset.set(asset, rows);
  const ofDay = rows.get(day) ?? [];
  rows.set(day, ofDay);
  if (ofDay.length === MAX_ROWS_PER_DAY) {
    return `the close of ${asset} on ${day} is on ${MAX_ROWS_PER_DAY} lines already`;
  }
  ofDay.push({ close, candle, line });
  return null;
}

/** @returns the day of a date, or of a moment at midnight UTC; `null` for any other text */
function readDay(text: string): Day | null {
  if (isDay(text)) return text;
  const { date = "", time = "", zone = "" } = MOMENT.exec(text)?.groups ?? {};
  if (!isDay(date)) return null;
  const offset = /^[a-z]/i.test(zone)
    ? "Z"
    : `${zone.slice(0, 3)}:${zone.slice(3).replace(":", "") || "00"}`;
  const moment = Date.parse(`${date}T${time}${offset}`);
  return moment % millisecondsInDay === 0 ? dayOf(new Date(moment)) : null;
}

/** @returns a row as a close, or the reason why it is invalid */
function parseRow(record: readonly string[], { today, columns }: Place): AssetClose | string {
  const [date = "", symbol = "", , ...candle] = record.map(withoutQuotes);
  // A last field in quotes may have commas, which make no columns.
  const isLast = columns === 3;
  const field = isLast ? record.slice(2).join(",") : (record[2] ?? "");
  const price = withoutQuotes(field);
  if (record.length !== columns && !(isLast && price !== field))
    return `has ${record.length} columns instead of ${columns}`;
  const day = readDay(date);
  if (day === null) {
    const kind = date.includes(":")
      ? "midnight UTC, such as 2026-01-31T00:00:00Z"
      : "a date such as 2026-01-31";
    return `${quoteField(date)} is not ${kind}`;
  }
  if (day >= today) return `${day} is not over yet`;
  if (day < FIRST_DAY) return `${day} is before ${FIRST_DAY}, when nothing here had a price`;
  const asset = findToken(symbol.toUpperCase())?.symbol;
  if (!asset) return `${quoteField(symbol)} is not a known asset`;
  const close = readNumber(price);
  if (!(Number.isFinite(close) && close > 0))
    return `${quoteField(price)} is not a positive number`;
  const read = parseCandle(close, candle);
  return typeof read === "string" ? read : { asset, day, close, ...read };
}

const readNumber = (text: string): number => (NUMBER.test(text) ? Number(text) : NaN);

/** @returns the candle of a row, nothing if its fields are empty, or the reason why it is invalid */
function parseCandle(close: number, fields: readonly string[]): { candle?: Candle } | string {
  if (fields.every((field) => field === "")) return {};
  const [low = NaN, high = NaN, volume = NaN] = fields.map(readNumber);
  const candle = { low, high, volume };
  if (isCandle(candle) && !isOutside(close, candle)) return { candle };
  const [lowest = "", highest = "", traded = ""] = fields.map(quoteField);
  return `low ${lowest}, high ${highest} and volume ${traded} are not those of a day that closed at ${close}`;
}
