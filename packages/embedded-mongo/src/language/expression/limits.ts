/** Limits on the values that expressions build, so that a small expression cannot use up the memory. */
import { MAX_DOCUMENT_BYTES } from "../../bson/raw-document";
import { Code, CommandError } from "../../errors";

/** The default of MongoDB's `internalQueryMaxRangeBytes`. */
const MAX_ARRAY_BYTES = 100 * 1024 * 1024;
/** What MongoDB counts for an array, and for each element, without the values that the element refers to. */
const ARRAY_BYTES = 24;
const ELEMENT_BYTES = 16;

/** Throws if an operator would build an array of too many elements. */
export function assertArrayLength(length: number, name: string): void {
  const bytes = ARRAY_BYTES + length * ELEMENT_BYTES;
  if (bytes < MAX_ARRAY_BYTES) return;
  throw new CommandError(
    Code.ExceededMemoryLimit,
    `${name} would use too much memory (${bytes} bytes) and cannot spill to disk. Memory limit: ${MAX_ARRAY_BYTES} bytes`,
  );
}

/** Throws if a string of this many bytes would be longer than MongoDB allows. */
export function assertStringBytes(bytes: number): void {
  if (bytes >= MAX_DOCUMENT_BYTES)
    throw new CommandError(16493, "Tried to create string longer than 16MB");
}
