import { Error as MongooseError, Types } from "mongoose";

/**
 * @param id what somebody says is an id: from a URL, a body, a cookie
 * @returns the id, or `null` for anything that is none, so that callers answer "not found"
 */
export function toObjectId(id: unknown): Types.ObjectId | null {
  return typeof id === "string" && /^[0-9a-f]{24}$/i.test(id) ? new Types.ObjectId(id) : null;
}

/** MongoDB's code for a row that a unique index already has. */
const DUPLICATE_KEY = 11000;

/** @returns whether a write failed because a unique index already has such a row */
export function isDuplicateKey(error: unknown): error is Error & { keyPattern?: object } {
  return error instanceof Error && (error as { code?: unknown }).code === DUPLICATE_KEY;
}

/**
 * Inserts those of some rows that no unique index has yet; the others stay as they are.
 *
 * @throws when there is one that its schema does not allow
 */
export async function insertMissing(
  collection: { insertMany(rows: object[], options: InsertOptions): Promise<unknown> },
  rows: object[],
): Promise<void> {
  try {
    if (!rows.length) return;
    await collection.insertMany(rows, { ordered: false, throwOnValidationError: true });
  } catch (error) {
    const { writeErrors = [], results = [] } = error as Inserted;
    // Beside duplicates, which are what is thrown, it is found here alone.
    const invalid = results.find((result) => result instanceof MongooseError.ValidationError);
    if (invalid) throw invalid;
    const onlyDuplicates = writeErrors.every(({ code }) => code === DUPLICATE_KEY);
    if (!isDuplicateKey(error) || !onlyDuplicates) throw error;
  }
}

interface InsertOptions {
  ordered: false;
  throwOnValidationError: true;
}

/** What an error tells of an insertion, if it is one of it. */
interface Inserted {
  writeErrors?: { code?: number }[];
  /** Of each row: what was inserted, or why not. */
  results?: unknown[];
}
