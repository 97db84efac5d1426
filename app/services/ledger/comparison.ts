import diff from "microdiff";
import { truncate } from "~/domain/character-count";

/** A field whose stored value differs from the expected one. */
export interface Difference {
  /** Its path, such as `calculation.assets.BTC.rateOfChange`. */
  field: string;
  /** As JSON; `undefined` if nothing is stored. */
  stored: string | undefined;
  /** As JSON; `undefined` if nothing should be stored. */
  expected: string | undefined;
}

export interface Fault {
  /** Its path, such as `calculation.assets.BTC.rateOfChange`. */
  field: string;
  /** What is wrong with it, phrased to follow the field in a sentence. */
  problem: string;
}

/** Longer values are truncated when they are shown. */
const SHOWN_CHARACTERS = 1_000;

/** @returns every field in which two values differ; both are JSON-compatible except for dates */
export const differencesOf = (stored: object, expected: object): Difference[] =>
  diff(plain(stored), plain(expected)).map((difference) => ({
    field: difference.path.join("."),
    stored: "oldValue" in difference ? JSON.stringify(difference.oldValue) : undefined,
    expected: "value" in difference ? JSON.stringify(difference.value) : undefined,
  }));

/** @returns the faults. @param whence says where the expected values come from, such as "follows from the inputs" */
export const faultsOf = (differences: readonly Difference[], whence: string): Fault[] =>
  differences.map(({ field, stored, expected }) => ({
    field,
    problem: `${shown(stored)} is stored, ${shown(expected)} ${whence}`,
  }));

/** Converts dates, and numbers that would become `null` in JSON, to texts. */
const plain = (value: object): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === "number" && !Number.isFinite(part) ? String(part) : part,
    ),
  ) as Record<string, unknown>;

const shown = (json = "nothing") => truncate(json, SHOWN_CHARACTERS);

/** @returns the faults with `part` as a prefix of their fields */
export const prefixFaults = (part: string, faults: readonly Fault[]): Fault[] =>
  faults.map(({ field, problem }) => ({ field: `${part} ${field}`, problem }));
