/** Updates by operators such as `$set`. */
import type { Document } from "bson";
import { compare } from "../../bson/compare";
import { isDocument, lookUp, typeName } from "../../bson/types";
import { badValue, Code, CommandError, failedToParse, unsupported } from "../../errors";
import { copy, MODIFIERS, UNCHANGED } from "./modifiers";
import { assertStorable, assertViable, setAt, unsetAt, updatePath, valueAt } from "./targets";
import type { Change, UpdateContext } from "./targets";

/** A change at a path, in which `$` stands for the index of the array element that the filter matched. */
interface PathChange {
  parts: string[];
  apply(doc: Document, place: string[], context: UpdateContext): void;
}

export function compileOperators(update: Document): Change {
  const now = new Date();
  const changes = Object.entries(update).flatMap(([name, fields]: [string, unknown]) => {
    if (!isDocument(fields))
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${name}: ...}`,
      );
    return Object.entries(fields).map(([path, operand]) => ({
      parts: updatePath(path),
      apply: changeBy(name, path, operand, now),
    }));
  });
  const ordered = inOrder(changes);
  const isPositional = changes.some(({ parts }) => parts.includes("$"));
  return (doc, context) => {
    const placed = isPositional ? inOrder(changes.map((one) => located(one, context))) : ordered;
    for (const { parts, apply } of placed) apply(doc, parts, context);
    return doc;
  };
}

function changeBy(name: string, path: string, operand: unknown, now: Date): PathChange["apply"] {
  if (name === "$unset") return unsetAt;
  if (name === "$setOnInsert")
    return (doc, place, { inserting }) => {
      if (inserting) setAt(doc, place, copy(operand));
    };
  const modifier = lookUp(MODIFIERS, name);
  if (!modifier) throw unsupported(`the update operator ${name}`);
  const modify = modifier(operand, path, now);
  return (doc, place, context) => {
    assertStorable(place, context);
    const after = modify(valueAt(doc, place), path);
    if (after !== UNCHANGED) setAt(doc, place, after);
    // `$pull` ignores missing fields, but not a value that blocks the path.
    else if (name === "$pull") assertViable(doc, place);
  };
}

function located({ parts, apply }: PathChange, { position }: UpdateContext): PathChange {
  if (parts.includes("$") && position?.index === undefined)
    throw badValue("The positional operator did not find the match needed from the query.");
  return { parts: parts.map((part) => (part === "$" ? String(position!.index) : part)), apply };
}

/** Sorts changes in the order in which MongoDB adds new fields; throws if a path is another or begins with it. */
function inOrder(changes: PathChange[]): PathChange[] {
  const sorted = changes.toSorted((a, b) => comparePaths(a.parts, b.parts));
  for (const [i, { parts }] of sorted.entries()) {
    const next = sorted[i + 1]?.parts;
    if (next && parts.every((part, k) => part === next[k]))
      throw new CommandError(
        Code.ConflictingUpdateOperators,
        `Updating the path '${next.join(".")}' would create a conflict at '${parts.join(".")}'`,
      );
  }
  return sorted;
}

function comparePaths(a: string[], b: string[]): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  if (at < 0) return a.length - b.length;
  return b[at] === undefined ? 1 : compareParts(a[at]!, b[at]);
}

const STARTS_INDEX = /^(0$|[1-9])/;

/** Compares path segments by UTF-8 bytes, array indexes by their value. */
const compareParts = (a: string, b: string): number =>
  (STARTS_INDEX.test(a) && STARTS_INDEX.test(b) && a.length - b.length) || compare(a, b);
