/** Reads the CSV files that operators give to commands. */
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, parse, type Options } from "csv-parse";
import { truncate } from "~/domain/character-count";
import { ServiceError } from "./errors";

/** A file in chunks of any length; bytes must be UTF-8. */
export type CsvFile = AsyncIterable<string | Uint8Array> | Readable;

/** A record as returned by csv-parse. */
export interface CsvRecord {
  record: string[];
  info: { lines: number };
}

const MAX_QUOTED_LENGTH = 40;

/** @returns a field as it is quoted in a message, without characters that a terminal would obey or not show */
export const quoteField = (field: string): string =>
  `"${truncate(field, MAX_QUOTED_LENGTH).replace(/\p{C}/gu, "\ufffd")}"`;

/**
 * @param options those of csv-parse that differ between files
 * @throws ServiceError `invalid` if the file is not UTF-8 or no CSV; what `file` and `readRecords` throw
 */
export async function readCsv(
  file: CsvFile,
  options: Options,
  readRecords: (records: AsyncIterable<CsvRecord>) => Promise<void>,
  describe: (error: CsvError) => string,
): Promise<void> {
  // The pipeline may replace an error of its last stage with its own abort error, so it is kept here.
  let stageError: { error: unknown } | null = null;
  const readSafely = (records: AsyncIterable<CsvRecord>) =>
    readRecords(records).catch((error: unknown) => {
      stageError = { error };
      throw error;
    });
  const parser = parse({ bom: true, info: true, skip_empty_lines: true, ...options });
  await pipeline(file, decode, parser, readSafely).catch((failure: unknown) => {
    const error = stageError?.error ?? failure;
    throw error instanceof CsvError ? new ServiceError("invalid", describe(error)) : error;
  });
}

/** @throws ServiceError `invalid` for bytes that are not UTF-8 */
async function* decode(file: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decodeNext = (bytes?: Uint8Array) => {
    try {
      const text = decoder.decode(bytes, { stream: bytes !== undefined });
      // Plain letters in UTF-16 are valid UTF-8, with null characters between them.
      if (!text.includes("\0")) return text;
    } catch {
      // As below.
    }
    throw new ServiceError(
      "invalid",
      "The file is not UTF-8 but in another encoding, such as Latin-1 or UTF-16: convert it first",
    );
  };
  for await (const chunk of file) yield typeof chunk === "string" ? chunk : decodeNext(chunk);
  yield decodeNext();
}
