/** Updates by operators such as `$set`. */
import type { Document } from "bson";
import { isDocument, lookUp, typeName } from "../../bson/types";
import { badValue, failedToParse } from "../../errors";
import type { Scope } from "../scope";
import type { Change } from "./change";
import type { ArrayFilters } from "./array-filters";
import { ARRAY_MODIFIERS } from "./array-modifiers";
import { FIELD_MODIFIERS } from "./field-modifiers";
import { copy, UNCHANGED, type Modifier } from "./modifier";
import { PathTree, type ChangeAt } from "./path-tree";
import {
  assertStorable,
  assertViable,
  isPositional,
  selectsElements,
  setAt,
  unsetAt,
  updatePath,
  valueAt,
} from "./targets";

const MODIFIERS: Record<string, Modifier> = { ...FIELD_MODIFIERS, ...ARRAY_MODIFIERS };

/** Operators that do not compute a new value from the present one. */
const SPECIAL = new Set(["$unset", "$rename", "$setOnInsert"]);

/** Compiles an operator update. */
export function compileOperators(update: Document, filters: ArrayFilters, scope: Scope): Change {
  const tree = new PathTree(filters);
  const unused = new Set(filters.keys());
  const add = (parts: string[], change: ChangeAt) => {
    for (const identifier of parts.filter(selectsElements).map((part) => part.slice(2, -1))) {
      if (identifier && !filters.has(identifier))
        throw badValue(
          `No array filter found for identifier '${identifier}' in path '${parts.join(".")}'`,
        );
      unused.delete(identifier);
    }
    tree.add(parts, change);
  };
  for (const [name, fields] of Object.entries(update)) {
    if (!SPECIAL.has(name) && !lookUp(MODIFIERS, name))
      throw failedToParse(
        `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    if (!isDocument(fields))
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${name}: ...}`,
      );
    for (const [path, operand] of Object.entries(fields)) {
      const parts = updatePath(path);
      if (name === "$rename") {
        add(parts, () => undefined);
        add(...rename(path, operand));
      } else add(parts, changeBy(name, path, operand, scope));
    }
  }
  for (const name of unused)
    throw failedToParse(`The array filter for identifier '${name}' was not used in the update`);
  return (doc, context) => {
    tree.apply(doc, context);
    return doc;
  };
}

function changeBy(name: string, path: string, operand: unknown, scope: Scope): ChangeAt {
  if (name === "$unset") return unsetAt;
  if (name === "$setOnInsert")
    return (doc, place, { inserting }) => {
      if (inserting) setAt(doc, place, copy(operand));
    };
  const modify = MODIFIERS[name]!(operand, scope, path);
  return (doc, place, context) => {
    assertStorable(place, context);
    const after = modify(valueAt(doc, place), path);
    if (after !== UNCHANGED) setAt(doc, place, after);
    else if (REMOVING.has(name)) assertViable(doc, place);
  };
}

/** Operators that ignore missing fields, but not a value that blocks the path. */
const REMOVING = new Set(["$pull", "$pullAll", "$pop"]);

/** The target of a `$rename` with the change that moves the value there. */
function rename(path: string, operand: unknown): [to: string[], change: ChangeAt] {
  if (typeof operand !== "string")
    throw badValue(`The 'to' field for $rename must be a string: ${path}`);
  if (`${path}.`.startsWith(`${operand}.`) || `${operand}.`.startsWith(`${path}.`))
    throw badValue(`The source and target field for $rename must not be on the same path: ${path}`);
  const [from, to] = [updatePath(path), updatePath(operand)];
  if ([...from, ...to].some(isPositional))
    throw badValue(`$rename may not be dynamic: ${path} to ${operand}`);
  const assertNoArrays = (doc: Document, along: string[]) => {
    for (let i = 1; i < along.length; i++)
      if (Array.isArray(valueAt(doc, along.slice(0, i))))
        throw badValue(`The field of a $rename cannot be an array element: '${along.join(".")}'`);
  };
  const move: ChangeAt = (doc, _place, context) => {
    assertViable(doc, from);
    const value = valueAt(doc, from);
    if (value === undefined) return;
    assertNoArrays(doc, from);
    assertStorable(to, context);
    assertNoArrays(doc, to);
    unsetAt(doc, from);
    setAt(doc, to, value);
  };
  return [to, move];
}
