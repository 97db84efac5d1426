import { Error as MongooseError, Types, type QueryFilter } from "mongoose";

/**
 * @param id untrusted input: from a URL, a request body or a cookie
 * @returns the ObjectId, or `null` if the input is not a valid id, so that callers answer "not found"
 */
export function toObjectId(id: unknown): Types.ObjectId | null {
  return typeof id === "string" && /^[0-9a-f]{24}$/i.test(id) ? new Types.ObjectId(id) : null;
}

/** @returns a filter for the rows with the given ids; ids that are not valid match none */
export const withIds = <Row>(ids: readonly unknown[]) =>
  ({ _id: { $in: ids.flatMap((id) => toObjectId(id) ?? []) } }) as QueryFilter<Row>;

/** MongoDB's error code for a unique index violation. */
const DUPLICATE_KEY = 11000;

/** @returns whether a write failed because of a unique index */
export function isDuplicateKey(error: unknown): error is Error & { keyPattern?: object } {
  return error instanceof Error && (error as { code?: unknown }).code === DUPLICATE_KEY;
}

/** @returns the result of a write, or `null` if a unique index rejects it */
export async function unlessDuplicate<Result>(write: PromiseLike<Result>): Promise<Result | null> {
  try {
    return await write;
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** Writes again if a unique index rejects a concurrent upsert: the second time finds the row that the other made. */
export const retryOnDuplicate = async <Result>(write: () => Promise<Result>): Promise<Result> =>
  (await unlessDuplicate(write())) ?? write();

/**
 * Inserts rows, silently skipping those that violate a unique index.
 * @returns the indexes in `rows` of the skipped rows
 * @throws the ValidationError of the first row that does not match the schema
 */
export async function insertMissing(
  collection: { insertMany(rows: object[], options: typeof UNORDERED): Promise<unknown> },
  rows: object[],
): Promise<ReadonlySet<number>> {
  try {
    if (!rows.length) return new Set();
    await collection.insertMany(rows, UNORDERED);
    return new Set();
  } catch (error) {
    const { writeErrors = [], results = [] } = error as InsertManyError;
    // If there are duplicates too, mongoose throws those and reports validation errors only here.
    const invalid = results.find((result) => result instanceof MongooseError.ValidationError);
    if (invalid) throw invalid;
    const onlyDuplicates = writeErrors.every(({ code }) => code === DUPLICATE_KEY);
    if (!isDuplicateKey(error) || !onlyDuplicates) throw error;
    return new Set(writeErrors.map(({ index }) => index));
  }
}

const UNORDERED = { ordered: false, throwOnValidationError: true } as const;

/** The fields of an insertMany error that are used here. */
interface InsertManyError {
  writeErrors?: { code?: number; index: number }[];
  /** Per row: the inserted document or the error. */
  results?: unknown[];
}

/** @returns the lowest id that can be created at a time or later; ids begin with their time in seconds */
export const firstIdSince = (time: Date): string =>
  Types.ObjectId.createFromTime(Math.floor(time.getTime() / 1000)).toHexString();

/** @returns a filter for a count that may be absent, which means 0; in MongoDB, an absent field matches null */
export const countFilter = (count: number) => (count ? count : { $in: [0, null] });

/** @returns a filter for the version of a document; before its first edit no version is stored */
export const versionFilter = (version: number) => (version === 1 ? { $in: [1, null] } : version);
