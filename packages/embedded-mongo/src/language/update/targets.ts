/** Resolves the paths of updates and sets values there. */
import type { Document } from "bson";
import { isDocument, ownField, putField, formatValue } from "../../bson/types";
import { isIndex } from "../../bson/document-keys";
import { badValue, Code, CommandError, unsupported } from "../../errors";
import type { Position } from "../paths";

export interface UpdateContext {
  position?: Position;
  inserting?: boolean;
}

/** Changes a document in place or returns another one; the document must not be shared. */
export type Change = (doc: Document, context: UpdateContext) => Document;

/** MongoDB's limit on the nulls added before a new array element. */
const MAX_PADDING = 1_500_000;

/** The most segments of an update path, which are more than a document can have levels. */
const MAX_SEGMENTS = 255;

export function updatePath(path: string): string[] {
  const parts = path.split(".", MAX_SEGMENTS + 1);
  if (parts.length > MAX_SEGMENTS)
    throw new CommandError(
      Code.Overflow,
      `An update path may have ${MAX_SEGMENTS} segments at most.`,
    );
  if (parts.includes(""))
    throw new CommandError(
      Code.EmptyFieldName,
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  if (parts.some((part) => /^\$\[.*\]$/s.test(part)))
    throw unsupported(`the update path '${path}' with $[]`);
  if (parts[0] === "$" || parts.filter((part) => part === "$").length > 1)
    throw badValue(`The path '${path}' may have one '$', and not in the first position`);
  return parts;
}

/** Throws if a path starts with a `$`-prefixed field, which only the insert of an upsert may set. */
export function assertStorable(parts: readonly string[], { inserting }: UpdateContext): void {
  if (!inserting && parts[0]?.startsWith("$")) throw dollarField(parts);
}

/** Creates the error for a field whose name starts with `$` where MongoDB does not allow it. */
export const dollarField = (parts: readonly string[]) =>
  new CommandError(
    Code.DollarPrefixedFieldName,
    `The dollar ($) prefixed field '${parts.at(-1)}' in '${parts.join(".")}' is not valid for storage.`,
  );

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

export function unsetAt(doc: Document, parts: readonly string[]): void {
  const container = valueAt(doc, parts.slice(0, -1));
  const last = parts.at(-1)!;
  if (isDocument(container)) delete container[last];
  else if (Array.isArray(container) && isIndex(last) && Number(last) < container.length)
    container[Number(last)] = null;
}

const notViable = (parts: readonly string[], i: number, there: unknown) =>
  new CommandError(
    Code.PathNotViable,
    `Cannot create field '${parts[i]}' in element {${parts[i - 1]}: ${formatValue(there)}}`,
  );
