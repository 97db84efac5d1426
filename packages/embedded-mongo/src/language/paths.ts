/** Resolves dotted paths in documents. */
import { isIndex } from "../bson/document-keys";
import { isDocument, own } from "../bson/types";

export { isIndex } from "../bson/document-keys";

/** The index of the array element that a filter matched, for positional operators. */
export interface Position {
  index?: number;
}

/**
 * Whether any value at a path passes a test; a missing field is tested as `undefined`.
 *
 * MongoDB's path iteration: a path leads through documents, and through an array into each document in it; an
 * array at its end is tested by element, if at all, then as a whole. A number also names an array's element,
 * which is one value where the path ends, is entered if it is a document or an array, and else leads
 * nowhere: only a document can miss a field, an array has none. A given array is a document of its positions.
 */
export function reaches(
  doc: unknown,
  parts: readonly string[],
  test: (value: unknown) => boolean,
  { elements, position }: { elements: boolean; position?: Position },
): boolean {
  const end = parts.length;
  /** Of several arrays on the way the outermost whose position the path does not name counts. */
  const foundAt = (index: number) => {
    if (index >= 0 && position) position.index = index;
    return index >= 0;
  };
  const inField = (value: unknown, depth: number): boolean => {
    if (!Array.isArray(value)) {
      if (depth === end) return test(value);
      return isDocument(value) ? inField(own(value, parts[depth]!), depth + 1) : test(undefined);
    }
    if (depth < end) return inArray(value, depth);
    return (elements && foundAt(value.findIndex(test))) || test(value);
  };
  const inArray = (array: unknown[], depth: number): boolean => {
    const named = isIndex(parts[depth]!) ? Number(parts[depth]) : -1;
    for (const [at, item] of array.entries()) {
      if (isDocument(item) && inField(item, depth)) return foundAt(at);
      if (at === named && inElement(item, depth + 1)) return true;
    }
    return false;
  };
  const inElement = (item: unknown, depth: number): boolean => {
    if (depth === end) return test(item);
    return Array.isArray(item) ? inArray(item, depth) : isDocument(item) && inField(item, depth);
  };
  if (!Array.isArray(doc)) return inField(doc, 0);
  return inField(isIndex(parts[0]!) ? doc[Number(parts[0])] : undefined, 1);
}

/**
 * Collects all values at a path, for `distinct`: arrays are traversed, including one at the end. In MongoDB a
 * number after an array is a position here, never the name of a field of the documents in it.
 */
export function valuesAt(doc: unknown, path: string): unknown[] {
  const found: unknown[] = [];
  const parts = path.split(".");
  const visit = (value: unknown, depth: number): void => {
    if (depth === parts.length) {
      if (Array.isArray(value)) found.push(...value);
      else if (value !== undefined) found.push(value);
      return;
    }
    const part = parts[depth]!;
    if (isDocument(value)) visit(own(value, part), depth + 1);
    if (!Array.isArray(value)) return;
    if (/^\d+$/.test(part)) visit(isIndex(part) ? value[Number(part)] : undefined, depth + 1);
    else for (const item of value) if (isDocument(item)) visit(item, depth);
  };
  visit(doc, 0);
  return found;
}
