/** How what is stored is compared with what it should be, field by field. */
import diff from "microdiff";

/** Where something else is stored than should be. */
export interface Difference {
  /** Such as `calculation.assets.BTC.rateOfChange`. */
  field: string;
  /** As JSON; `undefined` where nothing is stored. */
  stored: string | undefined;
  /** As JSON; `undefined` where nothing should be stored. */
  expected: string | undefined;
}

/** Something that is not as it should be. */
export interface Fault {
  /** Such as `calculation.assets.BTC.rateOfChange`. */
  field: string;
  /** What is wrong with it, to follow the field in a sentence. */
  problem: string;
}

/** Longer values are cut where they are shown. */
const SHOWN_CHARACTERS = 1_000;

/** @returns every field in which two values differ that are JSON-compatible but for dates */
export const differencesOf = (stored: object, expected: object): Difference[] =>
  diff(plain(stored), plain(expected)).map((difference) => ({
    field: difference.path.join("."),
    stored: "oldValue" in difference ? JSON.stringify(difference.oldValue) : undefined,
    expected: "value" in difference ? JSON.stringify(difference.value) : undefined,
  }));

/** @param whence says where the expected values are from, such as "comes of the inputs" */
export const faultsOf = (differences: readonly Difference[], whence: string): Fault[] =>
  differences.map(({ field, stored, expected }) => ({
    field,
    problem: `${shown(stored)} is stored, ${shown(expected)} ${whence}`,
  }));

/** Dates become texts, and so do numbers that JSON has none for and would make `null`. */
const plain = (value: object): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === "number" && !Number.isFinite(part) ? String(part) : part,
    ),
  ) as Record<string, unknown>;

const shown = (json = "nothing") =>
  json.length > SHOWN_CHARACTERS ? `${json.slice(0, SHOWN_CHARACTERS)}…` : json;

/** @returns faults as those of a part of something */
export const within = (part: string, faults: readonly Fault[]): Fault[] =>
  faults.map(({ field, problem }) => ({ field: `${part} ${field}`, problem }));
