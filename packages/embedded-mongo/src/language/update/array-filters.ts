/** `arrayFilters`: select the elements that `$[name]` in an update path refers to. */
import { isDocument } from "../../bson/types";
import { badValue, failedToParse, typeMismatch } from "../../errors";
import { compileFilter } from "../match";
import type { Scope } from "../scope";

/** Element tests by identifier. */
export type ArrayFilters = Map<string, (element: unknown) => boolean>;

/** Compiles `arrayFilters`; throws unless each filter has exactly one identifier, and each identifier one filter. */
export function compileArrayFilters(filters: unknown, scope: Scope): ArrayFilters {
  const compiled: ArrayFilters = new Map();
  if (filters === undefined || filters === null) return compiled;
  if (!Array.isArray(filters)) throw typeMismatch("arrayFilters must be an array");
  for (const filter of filters) {
    if (!isDocument(filter)) throw typeMismatch("each of arrayFilters must be an object");
    const names = new Set(identifiers(filter));
    const [name] = names;
    if (name === undefined)
      throw failedToParse(
        "Cannot use an expression without a top-level field name in arrayFilters",
      );
    if (names.size > 1)
      throw failedToParse(
        `Error parsing array filter :: caused by :: Expected a single top-level field name, found ${[...names].map((one) => `'${one}'`).join(" and ")}`,
      );
    if (!/^[a-z][A-Za-z0-9]*$/.test(name))
      throw badValue(
        `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
      );
    if (compiled.has(name))
      throw failedToParse(
        `Found multiple array filters with the same top-level field name ${name}`,
      );
    const matches = compileFilter(filter, scope);
    compiled.set(name, (element) => matches({ [name]: element }));
  }
  return compiled;
}

function* identifiers(filter: object): Generator<string> {
  for (const [path, condition] of Object.entries(filter)) {
    if (!path.startsWith("$")) yield path.split(".")[0]!;
    else if (Array.isArray(condition)) for (const part of condition) yield* identifiers(part);
  }
}
