/** The keys of a document for several paths together: those that an index stores, and those that a sort compares. */
import { Code, CommandError } from "../errors";
import { EMPTY_ARRAY, type Direction } from "./keys";
import { isDocument, ownField } from "./types";

/** Paths with their directions: the fields of an index, or a sort. */
export type KeyPattern = readonly (readonly [path: string, direction: Direction])[];

const INDEX = /^(0|[1-9]\d*)$/;

export const isIndex = (part: string): boolean => INDEX.test(part);

interface DocumentKeys {
  /** The keys, each with a value per path; `undefined` where the field is missing. */
  tuples: unknown[][];
  /** For each path, whether it goes through the elements of an array. */
  multikey: boolean[];
}

/** How far a path has been followed: to its end, or to an array. */
interface Walk {
  value: unknown;
  /** The segments of the path that have not been followed yet. */
  rest: readonly string[];
  /** Whether the value is final although it may be an array. */
  done?: boolean;
  /** Whether the value is an array that a numeric segment has selected from another array. */
  nested?: boolean;
  /** The path to the array; paths through the same array have the same. */
  place?: string;
}

/**
 * Computes the keys of a document, as MongoDB does for a multikey index. An array yields a key for each
 * element, an empty array yields `EMPTY_ARRAY`, and an array in an array is one value. Paths through the same
 * array take their values from the same element.
 *
 * @throws CommandError if paths go through different arrays, or if a numeric segment is both an array index
 * and a field name
 */
export function keysOf(doc: unknown, paths: readonly (readonly string[])[]): DocumentKeys {
  const multikey = paths.map(() => false);
  const walks = paths.map((parts) => walk(doc, parts, ""));
  return { tuples: expand(walks, multikey), multikey };
}

function expand(walks: Walk[], multikey: boolean[]): unknown[][] {
  const through = walks.map(({ value, done }) => !done && Array.isArray(value));
  const first = walks[through.indexOf(true)];
  if (!first) return [walks.map(({ value }) => value)];
  walks.forEach((other, i) => {
    if (through[i] && other.place !== first.place) throw parallelArrays(other, first);
  });
  const array = first.value as unknown[];
  const byElement = walks.map(({ rest, nested }, i) =>
    through[i]
      ? !isPosition(array, rest[0]) && !(nested && !rest.length && array.length > 0)
      : false,
  );
  byElement.forEach((one, i) => (multikey[i] ||= one));
  if (!array.length)
    return expand(
      walks.map((one, i) => (through[i] ? { value: inEmpty(one), rest: [] } : one)),
      multikey,
    );
  // If every path selects its element by a numeric segment, all iterations would yield the same key.
  const elements = byElement.includes(true) ? array.keys() : [0];
  for (const [i, { rest }] of walks.entries()) if (through[i]) assertUnambiguous(array, rest[0]);
  return [...elements].flatMap((at) =>
    expand(
      walks.map((one, i) => (through[i] ? into(array, at, one) : one)),
      multikey,
    ),
  );
}

const inEmpty = ({ rest }: Walk) => (rest.length ? undefined : EMPTY_ARRAY);

/** Follows a path through documents, to its end or to an array. */
function walk(start: unknown, parts: readonly string[], from: string): Walk {
  let value = start;
  let i = 0;
  for (; i < parts.length && !Array.isArray(value); i++)
    value = isDocument(value) ? ownField(value, parts[i]!) : undefined;
  if (!Array.isArray(value)) return { value, rest: [] };
  return { value, rest: parts.slice(i), place: [from, ...parts.slice(0, i)].join(".") };
}

/** Follows a path into an array: to the element that its next segment numbers, or else into the element `at`. */
function into(array: unknown[], at: number, { rest, nested }: Walk): Walk {
  const [part] = rest;
  if (part === undefined) return { value: nested ? array : array[at], rest, done: true };
  if (!isPosition(array, part)) {
    const element = array[at];
    return isDocument(element) ? walk(element, rest, String(at)) : { value: undefined, rest: [] };
  }
  const item = array[Number(part)];
  return { ...walk(item, rest.slice(1), part), nested: Array.isArray(item) };
}

const isPosition = (array: unknown[], part: string | undefined) =>
  part !== undefined && isIndex(part) && Number(part) < array.length;

function assertUnambiguous(array: unknown[], part: string | undefined): void {
  if (!isPosition(array, part)) return;
  if (array.some((item) => isDocument(item) && Object.hasOwn(item, part!)))
    throw new CommandError(
      16746,
      `Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), field: '${part}'`,
    );
}

const fieldOf = ({ place = "" }: Walk) => place.split(".").at(-1);

const parallelArrays = (one: Walk, other: Walk) =>
  new CommandError(
    Code.CannotIndexParallelArrays,
    `cannot index parallel arrays [${fieldOf(one)}] [${fieldOf(other)}]`,
  );
