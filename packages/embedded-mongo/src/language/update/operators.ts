/** Updates by operators such as `$set`. */
import type { Document } from "bson";
import { isDocument, lookUp, typeName } from "../../bson/types";
import { badValue, Code, CommandError, failedToParse } from "../../errors";
import type { Scope } from "../scope";
import type { Change, UpdateContext } from "./change";
import type { ArrayFilters } from "./array-filters";
import { ARRAY_MODIFIERS } from "./array-modifiers";
import { FIELD_MODIFIERS } from "./field-modifiers";
import { copy, UNCHANGED, type Modifier } from "./modifier";
import { isIndex } from "../paths";
import {
  assertStorable,
  expand,
  isPositional,
  isViable,
  notViable,
  setAt,
  unsetAt,
  updatePath,
  valueAt,
} from "./targets";

interface Modification {
  path: string;
  parts: string[];
  change(doc: Document, context: UpdateContext): void;
}

const MODIFIERS: Record<string, Modifier> = { ...FIELD_MODIFIERS, ...ARRAY_MODIFIERS };

/** Operators that do not compute a new value from the present one. */
const SPECIAL = new Set(["$unset", "$rename", "$setOnInsert"]);

/** Compiles an operator update. */
export function compileOperators(update: Document, filters: ArrayFilters, scope: Scope): Change {
  const modifications = Object.entries(update).flatMap(([name, fields]) => {
    if (!SPECIAL.has(name) && !lookUp(MODIFIERS, name))
      throw failedToParse(
        `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    if (!isDocument(fields))
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${name}: ...}`,
      );
    return Object.entries(fields).flatMap(([path, operand]) =>
      modification(name, path, operand, filters, scope),
    );
  });
  assertNoConflicts(modifications);
  assertAllUsed(filters, modifications);
  // MongoDB adds new fields in order of their names, not of the update.
  modifications.sort((a, b) => comparePaths(a.parts, b.parts));
  return (doc, context) => {
    for (const { change } of modifications) change(doc, context);
    return doc;
  };
}

function modification(
  name: string,
  path: string,
  operand: unknown,
  filters: ArrayFilters,
  scope: Scope,
): Modification[] {
  const parts = updatePath(path);
  for (const part of parts) {
    const identifier = /^\$\[(.+)\]$/.exec(part)?.[1];
    if (identifier && !filters.has(identifier))
      throw badValue(`No array filter found for identifier '${identifier}' in path '${path}'`);
  }
  if (name === "$rename") return rename(path, parts, operand);
  const each = (act: (doc: Document, target: string[]) => void): Modification => ({
    path,
    parts,
    change(doc, context) {
      if (name !== "$unset") assertStorable(parts, context);
      for (const target of expand(doc, parts, filters, context)) act(doc, target);
    },
  });
  if (name === "$unset") return [each(unsetAt)];
  if (name === "$setOnInsert") {
    const set = each((doc, target) => setAt(doc, target, copy(operand)));
    return [
      { path, parts, change: (doc, context) => context.inserting && set.change(doc, context) },
    ];
  }
  const modify = MODIFIERS[name]!(operand, scope, path);
  return [
    each((doc, target) => {
      const after = modify(valueAt(doc, target), path);
      if (after !== UNCHANGED) setAt(doc, target, after);
      else if (REMOVING.has(name) && !isViable(doc, target))
        throw notViable(target, target.length - 1, valueAt(doc, target.slice(0, -1)));
    }),
  ];
}

/** Operators that ignore missing fields, but not a value that blocks the path. */
const REMOVING = new Set(["$pull", "$pullAll", "$pop"]);

function rename(path: string, parts: string[], operand: unknown): Modification[] {
  if (typeof operand !== "string")
    throw badValue(`The 'to' field for $rename must be a string: ${path}`);
  const to = updatePath(operand);
  if ([...parts, ...to].some(isPositional))
    throw badValue(`$rename may not be dynamic: ${path} to ${operand}`);
  const assertNoArrays = (doc: Document, along: string[]) => {
    for (let i = 1; i < along.length; i++)
      if (Array.isArray(valueAt(doc, along.slice(0, i))))
        throw badValue(`The field of a $rename cannot be an array element: '${along.join(".")}'`);
  };
  return [
    { path, parts, change: () => undefined },
    {
      path: operand,
      parts: to,
      change(doc, context) {
        assertNoArrays(doc, parts);
        const value = valueAt(doc, parts);
        if (value === undefined) return;
        assertStorable(to, context);
        assertNoArrays(doc, to);
        unsetAt(doc, parts);
        setAt(doc, to, value);
      },
    },
  ];
}

function assertNoConflicts(modifications: Modification[]): void {
  const paths = new Set<string>();
  for (const { path } of modifications) {
    if (paths.has(path)) throw conflict(path, path);
    paths.add(path);
  }
  for (const { path, parts } of modifications)
    for (let i = 1; i < parts.length; i++) {
      const head = parts.slice(0, i).join(".");
      if (paths.has(head)) throw conflict(path, head);
    }
}

const conflict = (path: string, at: string) =>
  new CommandError(
    Code.ConflictingUpdateOperators,
    `Updating the path '${path}' would create a conflict at '${at}'`,
  );

function assertAllUsed(filters: ArrayFilters, modifications: Modification[]): void {
  for (const name of filters.keys())
    if (!modifications.some(({ parts }) => parts.includes(`$[${name}]`)))
      throw failedToParse(`The array filter for identifier '${name}' was not used in the update`);
}

function comparePaths(a: string[], b: string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i]!, b[i]!];
    if (x === y) continue;
    if (isIndex(x) && isIndex(y)) return Number(x) - Number(y);
    return x < y ? -1 : 1;
  }
  return a.length - b.length;
}
