/**
 * A second, as simple as possible implementation of MongoDB's rules for update operators, to compare the database
 * with: https://www.mongodb.com/docs/manual/reference/operator/update/
 *
 * Supports the values of the plain rules for filters, and array indexes below 10.
 */
import type { Document } from "mongodb";
import { field, isDoc, isNumber, matches, MISSING, order } from "./plain-rules";

/** What selects array elements: a filter for each `$[name]`, and the index for `$`. */
export interface Selection {
  filters: Record<string, Document>;
  position?: number;
}

class Refusal {
  constructor(readonly code: number) {}
}

function refuse(code: number): never {
  throw new Refusal(code);
}

const number = (value: unknown) => (typeof value === "number" ? value : refuse(14));
const array = (value: unknown, code = 2): unknown[] =>
  Array.isArray(value) ? value : value === MISSING ? [] : refuse(code);
const includes = (values: unknown[], value: unknown) =>
  values.some((one) => order(one, value) === 0);

/** The value that each operator makes of the present one. */
const OPERATORS: Record<string, (value: unknown, operand: never) => unknown> = {
  $set: (_value, operand) => operand,
  $setOnInsert: (value) => value,
  $unset: () => MISSING,
  $inc: (value, by: number) => (value === MISSING ? by : number(value) + by),
  $mul: (value, by: number) => (value === MISSING ? 0 : number(value) * by),
  $min: (value, other) => (value === MISSING || order(other, value) < 0 ? other : value),
  $max: (value, other) => (value === MISSING || order(other, value) > 0 ? other : value),
  $push: (value, item) => [...array(value), item],
  $addToSet: (value, item) => (includes(array(value), item) ? value : [...array(value), item]),
  $pull: (value, item) =>
    includes(array(value), item) ? array(value).filter((one) => order(one, item) !== 0) : value,
  $pop: (value, end: number) =>
    array(value, 14).length ? array(value).slice(...(end > 0 ? [0, -1] : [1])) : value,
};

const selectsElements = (part: string) => part.startsWith("$[");

/** Whether no update may have both paths: one begins with the other, or only one selects elements of an array. */
function exclude(p: string[], q: string[]): boolean {
  const at = p.findIndex((part, i) => part !== q[i]);
  return at < 0 || at === q.length || selectsElements(p[at]!) !== selectsElements(q[at]!);
}

function child(value: unknown, key: string): unknown {
  if (isDoc(value)) return field(value, key);
  return Array.isArray(value) && isNumber(key) && key in value ? value[Number(key)] : MISSING;
}

/** The fields or indexes that a segment of a path selects in a value. */
function selected(value: unknown, part: string, { filters, position }: Selection): string[] {
  if (part === "$") return position === undefined ? [] : [String(position)];
  if (!selectsElements(part)) return [part];
  const name = part.slice(2, -1);
  return Object.keys(Array.isArray(value) ? value : []).filter(
    (key) => !name || matches({ [name]: child(value, key) }, filters[name]!),
  );
}

/** Whether two paths exclude each other from some place of a value on. */
function meet(value: unknown, p: string[], q: string[], by: Selection): boolean {
  if (exclude(p, q)) return true;
  const others = selected(value, q[0]!, by);
  return selected(value, p[0]!, by).some(
    (key) => others.includes(key) && meet(child(value, key), p.slice(1), q.slice(1), by),
  );
}

/** The places that a path selects in a value, as paths without positional operators; adds the codes of errors. */
function places(value: unknown, path: string[], by: Selection, codes: number[]): string[][] {
  const [part, ...rest] = path;
  if (part === undefined) return [[]];
  if (selectsElements(part) ? !Array.isArray(value) : part === "$" && by.position === undefined)
    codes.push(2);
  return selected(value, part, by).flatMap((key) =>
    places(child(value, key), rest, by, codes).map((place) => [key, ...place]),
  );
}

/** A value after an operator has been applied at a place. */
function changed(value: unknown, place: string[], name: string, operand: unknown): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return OPERATORS[name]!(value, operand as never);
  if (value !== MISSING && !isDoc(value) && !(Array.isArray(value) && isNumber(key)))
    return ["$unset", "$setOnInsert"].includes(name) ? value : refuse(28);
  const before = child(value, key);
  const after = changed(before, rest, name, operand);
  if (after === before) return value;
  if (Array.isArray(value)) {
    const nulls = Array<null>(Math.max(0, Number(key) - value.length)).fill(null);
    return [...value, ...nulls].toSpliced(Number(key), 1, after === MISSING ? null : after);
  }
  const fields = { ...(value as Document), [key]: after };
  return Object.fromEntries(Object.entries(fields).filter(([, inner]) => inner !== MISSING));
}

/** The document after an update, or the codes of its errors, of which the database may return any. */
export function updated(
  doc: Document,
  update: Document,
  by: Selection,
): { doc: unknown } | { codes: number[] } {
  const changes = Object.entries(update).flatMap(([name, fields]) =>
    Object.entries(fields).map(([path, operand]) => ({ path: path.split("."), name, operand })),
  );
  const pairs = changes.flatMap(({ path }, i) =>
    changes.slice(i + 1).map((other) => [path, other.path] as const),
  );
  if (pairs.some(([p, q]) => exclude(p, q))) return { codes: [40] };
  const codes = pairs.some(([p, q]) => meet(doc, p, q, by)) ? [40] : [];
  const steps = changes.flatMap(({ path, ...change }) =>
    places(doc, path, by, codes).map((place) => ({ place, ...change })),
  );
  // A new field comes after those whose path is less; as the indexes have one digit, they sort like names.
  steps.sort((a, b) => (a.place.join(".") < b.place.join(".") ? -1 : 1));
  let result: unknown = doc;
  for (const { place, name, operand } of steps)
    try {
      result = changed(result, place, name, operand);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      codes.push(error.code);
    }
  return codes.length ? { codes } : { doc: result };
}
