/** Resolves dotted paths in documents. */
import { isIndex } from "../bson/document-keys";
import { isDocument, ownField } from "../bson/types";

/** The index of the array element that a filter matched, for positional operators. */
export interface Position {
  index?: number;
}

/**
 * Whether any value at a path passes a test; a missing field is tested as `undefined`.
 *
 * This is MongoDB's path traversal. A path goes through documents, and through an array into each document in it. An
 * array at the end of the path is tested element by element if `elements` is set, then as a whole. In an array, a
 * numeric segment also selects an element: at the end of the path the element is tested as one value; before the end
 * the path continues in a document or array, and any other element has no value at the path, not even a missing one.
 * If `doc` is an array, it counts as a document whose field names are its indexes.
 *
 * @param position receives the index of the matching array element
 */
export function anyValueAt(
  doc: unknown,
  parts: readonly string[],
  test: (value: unknown) => boolean,
  { elements, position }: { elements: boolean; position?: Position },
): boolean {
  const end = parts.length;
  // Inner arrays call this before outer ones, so the outermost array without a numeric segment sets the position.
  const foundAt = (index: number) => {
    if (index >= 0 && position) position.index = index;
    return index >= 0;
  };
  const inField = (value: unknown, depth: number): boolean => {
    if (!Array.isArray(value)) {
      if (depth === end) return test(value);
      return isDocument(value)
        ? inField(ownField(value, parts[depth]!), depth + 1)
        : test(undefined);
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
 * Collects all values at a path, for `distinct`: arrays are traversed, including one at the end. As in MongoDB, a
 * numeric segment after an array is always an array index here, never the name of a field of documents in the array.
 */
export function valuesAt(doc: unknown, path: string): unknown[] {
  const found: unknown[] = [];
  const parts = path.split(".");
  const visit = (value: unknown, depth: number): void => {
    if (depth === parts.length) {
      if (Array.isArray(value)) for (const item of value) found.push(item);
      else if (value !== undefined) found.push(value);
      return;
    }
    const part = parts[depth]!;
    if (isDocument(value)) visit(ownField(value, part), depth + 1);
    if (!Array.isArray(value)) return;
    if (/^\d+$/.test(part)) visit(isIndex(part) ? value[Number(part)] : undefined, depth + 1);
    else for (const item of value) if (isDocument(item)) visit(item, depth);
  };
  visit(doc, 0);
  return found;
}
