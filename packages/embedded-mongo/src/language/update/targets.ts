/** Resolves the paths of updates and sets values there. */
import type { Document } from "bson";
import { isDocument, ownField, putField, formatValue } from "../../bson/types";
import { badValue, Code, CommandError } from "../../errors";
import { isIndex } from "../paths";
import type { UpdateContext } from "./change";

/** MongoDB's limit on the nulls added before a new array element. */
const MAX_PADDING = 1_500_000;

/** The most segments of an update path, which are more than a document can have levels. */
const MAX_SEGMENTS = 255;

/** Validates and splits an update path. */
export function updatePath(path: string): string[] {
  const parts = path.split(".", MAX_SEGMENTS + 1);
  if (parts.length > MAX_SEGMENTS)
    throw new CommandError(
      Code.Overflow,
      `An update path may have ${MAX_SEGMENTS} segments at most.`,
    );
  if (!path) throw new CommandError(Code.EmptyFieldName, "An empty update path is not valid.");
  parts.forEach((part, i) => {
    if (!part)
      throw new CommandError(
        Code.EmptyFieldName,
        `The update path '${path}' contains an empty field name, which is not allowed.`,
      );
    if (i === 0 && isPositional(part))
      throw badValue(
        `Cannot have positional (i.e. '$') element in the first position in path '${path}'`,
      );
  });
  if (parts.filter((part) => part === "$").length > 1)
    throw badValue(`Too many positional (i.e. '$') elements found in path '${path}'`);
  return parts;
}

/** Throws if a path starts with a `$`-prefixed field, which only the insert of an upsert may set. */
export function assertStorable(parts: readonly string[], { inserting }: UpdateContext): void {
  if (inserting || !parts[0]?.startsWith("$")) return;
  throw new CommandError(
    Code.DollarPrefixedFieldName,
    `The dollar ($) prefixed field '${parts[0]}' in '${parts.join(".")}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
  );
}

/** Whether a path segment is `$[]` or `$[name]`. */
export const selectsElements = (part: string): boolean => /^\$\[.*\]$/s.test(part);

/** Whether a path segment is `$`, `$[]` or `$[name]`; any other segment that starts with `$` is a field name. */
export const isPositional = (part: string): boolean => part === "$" || selectsElements(part);

/** Returns the value at a path without positional operators. */
export function valueAt(doc: unknown, parts: readonly string[]): unknown {
  let value = doc;
  for (const part of parts) {
    if (isDocument(value)) value = ownField(value, part);
    else if (Array.isArray(value) && isIndex(part)) value = value[Number(part)];
    else return undefined;
  }
  return value;
}

/** Throws unless a value can be set at a path: there are only documents, arrays or nothing along it. */
export function assertViable(doc: unknown, parts: readonly string[]): void {
  let value = doc;
  for (const [i, part] of parts.entries()) {
    if (value === undefined) return;
    if (isDocument(value)) value = ownField(value, part);
    else if (Array.isArray(value) && isIndex(part)) value = value[Number(part)];
    else throw notViable(parts, i, value);
  }
}

/** Sets a value at a path, creating intermediate documents. */
export function setAt(doc: Document, parts: readonly string[], value: unknown): void {
  let container: Document | unknown[] = doc;
  parts.forEach((part, i) => {
    const last = i === parts.length - 1;
    const there: unknown = Array.isArray(container)
      ? container[positionIn(container, part, parts, i)]
      : ownField(container, part);
    if (last) return place(container, part, value);
    if (isDocument(there) || Array.isArray(there)) container = there as Document;
    else if (there === undefined) {
      const made: Document = {};
      place(container, part, made);
      container = made;
    } else throw notViable(parts, i + 1, there);
  });
}

function positionIn(array: unknown[], part: string, parts: readonly string[], i: number): number {
  if (!isIndex(part)) throw notViable(parts, i, array);
  return Number(part);
}

function place(container: Document | unknown[], part: string, value: unknown): void {
  if (!Array.isArray(container)) return putField(container, part, value);
  const index = Number(part);
  if (index - container.length > MAX_PADDING)
    throw badValue(`can't backfill more than ${MAX_PADDING} elements`);
  while (container.length < index) container.push(null);
  container[index] = value;
}

/** Removes the value at a path; an array element becomes null. */
export function unsetAt(doc: Document, parts: readonly string[]): void {
  const container = valueAt(doc, parts.slice(0, -1));
  const last = parts.at(-1)!;
  if (isDocument(container)) delete container[last];
  else if (Array.isArray(container) && isIndex(last) && Number(last) < container.length)
    container[Number(last)] = null;
}

/** Creates the error for a value that blocks a path. */
const notViable = (parts: readonly string[], i: number, there: unknown) =>
  new CommandError(
    Code.PathNotViable,
    `Cannot create field '${parts[i]}' in element {${parts[i - 1]}: ${formatValue(there)}}`,
  );
