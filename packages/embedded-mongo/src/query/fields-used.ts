/** Determines the fields a filter uses, so that others need not be decoded. */
import type { Document } from "bson";

/** The top-level fields a filter uses, or `undefined` if unknown. */
export function fieldsUsed(filter: Document): ReadonlySet<string> | undefined {
  const fields = new Set<string>();
  const collect = (part: Document): boolean =>
    Object.entries(part).every(([path, condition]) => {
      if (path === "$and" || path === "$or" || path === "$nor") return condition.every(collect);
      if (path === "$comment") return true;
      if (path.startsWith("$")) return false;
      fields.add(path.split(".")[0]!);
      return true;
    });
  return collect(filter) ? fields : undefined;
}
