/** Resolves dotted paths in documents. */
import { isIndex } from "../bson/document-keys";
import { isDocument, own } from "../bson/types";

export { isIndex } from "../bson/document-keys";

/** The index of the array element that a filter matched, for positional operators. */
export interface Position {
  index?: number;
}

/**
 * Whether any value at a path passes a test, with filter semantics: arrays along the path are traversed; an
 * array at its end is tested by element, then as a whole. Missing fields are tested as `undefined`.
 */
export function reaches(
  value: unknown,
  parts: readonly string[],
  test: (value: unknown) => boolean,
  { elements, position }: { elements: boolean; position?: Position },
): boolean {
  const visit = (value: unknown, depth: number): boolean => {
    if (depth === parts.length) {
      if (elements && Array.isArray(value)) {
        const index = value.findIndex(test);
        if (index >= 0) {
          if (position) position.index = index;
          return true;
        }
      }
      return test(value);
    }
    const part = parts[depth]!;
    if (!Array.isArray(value))
      return visit(isDocument(value) ? own(value, part) : undefined, depth + 1);
    if (isIndex(part) && Number(part) < value.length && visit(value[Number(part)], depth + 1))
      return true;
    const index = value.findIndex((item) => isDocument(item) && visit(item, depth));
    if (index >= 0 && position) position.index = index;
    return index >= 0;
  };
  return visit(value, 0);
}

/** Collects all values at a path, for `distinct`: arrays are traversed, including one at the end. */
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
    if (isIndex(part)) visit(value[Number(part)], depth + 1);
    for (const item of value) if (isDocument(item)) visit(item, depth);
  };
  visit(doc, 0);
  return found;
}
