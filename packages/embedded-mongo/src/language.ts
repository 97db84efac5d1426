/** MongoDB's expression languages. mingo evaluates them; this supplies what it lacks and refuses what it would get wrong. */
import { BSON, ObjectId, type Document } from "bson";
import { Aggregator } from "mingo/aggregator";
import { Context, evalExpr } from "mingo/core";
import * as accumulator from "mingo/operators/accumulator";
import * as expression from "mingo/operators/expression";
import * as pipeline from "mingo/operators/pipeline";
import * as projection from "mingo/operators/projection";
import * as query from "mingo/operators/query";
import * as window from "mingo/operators/window";
import { Query } from "mingo/query";
import { update as applyOperators } from "mingo/updater";
import { badValue, CommandError, unsupported } from "./errors";
import { encode } from "./keys";
import { Row } from "./store";

type Operator = (doc: any, operand: any, options: any) => any;

const $toObjectId: Operator = (doc, operand, options) =>
  new ObjectId(evalExpr(doc, operand, options) as string);
const $toString: Operator = (doc, operand, options) => {
  const value = evalExpr(doc, operand, options);
  return value instanceof ObjectId
    ? value.toHexString()
    : expression.$toString(doc, operand, options);
};

/** mingo's options, with stages of the caller's in place of mingo's own. */
export const optionsWith = (stages: Record<string, Operator> = {}): any => ({
  scriptEnabled: false,
  context: Context.init({
    accumulator,
    expression: { ...expression, $toObjectId, $toString },
    pipeline: { ...pipeline, ...stages },
    projection,
    query,
    window,
  } as any),
});
const options = optionsWith();

export function matcher(filter: Document): (doc: Document) => boolean {
  const compiled = new Query(filter, options);
  return (doc) => compiled.test(doc);
}

const REFUSED = new Set([
  "$text",
  "$where",
  "$near",
  "$nearSphere",
  "$geoWithin",
  "$geoIntersects",
  "$jsonSchema",
]);

/** A filter as mingo takes it: without comments, and with `s` patterns as JavaScript has them (bson decodes `s` to `g`). */
export function prepare(filter: Document): Document {
  const walk = (value: any): any => {
    if (value instanceof RegExp)
      return value.global ? new RegExp(value.source, value.flags.replace("g", "s")) : value;
    if (Array.isArray(value)) return value.map(walk);
    if (value?.constructor !== Object) return value;
    const fields = Object.entries(value).filter(([key]) => key !== "$comment");
    for (const [key] of fields) if (REFUSED.has(key)) throw unsupported(key);
    return Object.fromEntries(fields.map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(filter);
}

/** Only a positional projection needs the filter, to know which element matched. */
export function* project(rows: Iterable<Row>, fields: Document, filter: Document): Generator<Row> {
  const positional = Object.keys(fields).some((path) => path.endsWith(".$"));
  for (const doc of new Query(positional ? prepare(filter) : {}, options).find<Document>(
    docsOf(rows),
    fields,
  ))
    yield Row.of(doc as Document);
}

export function* docsOf(rows: Iterable<{ doc: Document }>): Generator<Document> {
  for (const row of rows) yield row.doc;
}

export type Update = Document | Document[];

/** What an update makes of a row: the very same row when nothing changes. */
export function updated(
  row: Row,
  update: Update,
  filter: Document = {},
  arrayFilters: Document[] = [],
): Row {
  const { _id } = row.doc;
  const doc = applied(BSON.deserialize(row.bytes), update, filter, arrayFilters);
  refuseOtherId(_id, doc._id);
  const result = Row.of(doc);
  return result.bytes.equals(row.bytes) ? row : result;
}

function applied(
  doc: Document,
  update: Update,
  filter: Document,
  arrayFilters: Document[],
): Document {
  if (Array.isArray(update)) return new Aggregator(update, options).run<Document>([doc])[0]!;
  if (isReplacement(update)) return { _id: doc._id, ...update };
  const operators = usable(doc, update);
  if (!Object.keys(operators).length) return doc;
  refuseMismatches(doc, operators);
  const positional = Object.values(operators).some((fields) =>
    Object.keys(fields).some((path) => /\.\$(\.|$)/.test(path)),
  );
  applyOperators(doc, operators, arrayFilters, positional ? prepare(filter) : {}, {
    cloneMode: "none",
    queryOptions: options,
  });
  return doc;
}

/** What an upsert inserts: whatever the filter says is equal, then the update. */
export function upserted(filter: Document, update: Update, arrayFilters?: Document[]): Row {
  const base = equalities(filter);
  let change = update;
  if (!Array.isArray(update) && !isReplacement(update)) {
    const { $setOnInsert, ...operators } = update;
    const { _id = base._id, ...$set } = { ...operators.$set, ...$setOnInsert };
    if (_id !== undefined) base._id = _id;
    change = { ...operators, $set };
  }
  const fresh = applied(base, change, filter, arrayFilters ?? []);
  const { _id = new ObjectId(), ...rest } = fresh;
  return Row.of({ _id, ...rest });
}

function equalities(filter: Document): Document {
  const doc: Document = {};
  const collect = (part: Document) => {
    for (const [path, condition] of Object.entries(part)) {
      if (path === "$and") condition.forEach(collect);
      if (path[0] === "$" || condition instanceof RegExp) continue;
      const operators =
        condition?.constructor === Object && Object.keys(condition).some((key) => key[0] === "$");
      const value = operators ? condition.$eq : condition;
      if (path === "_id" && value !== undefined) doc._id = value;
      else if (value !== undefined)
        applyOperators(
          doc,
          { $set: { [path]: value } },
          [],
          {},
          { cloneMode: "none", queryOptions: options },
        );
    }
  };
  collect(filter);
  return doc;
}

/** An update's operators without what mingo knows nothing of or takes amiss: `$setOnInsert`, the `_id` as it is, nothing at all. */
function usable(doc: Document, { $setOnInsert, ...operators }: Document): Document {
  if (operators.$set && "_id" in operators.$set) {
    const { _id, ...$set } = operators.$set;
    refuseOtherId(doc._id, _id);
    operators.$set = $set;
  }
  return Object.fromEntries(
    Object.entries(operators).filter(([, fields]) => Object.keys(fields).length),
  );
}

function refuseOtherId(_id: unknown, other: unknown) {
  if (encode(other).equals(encode(_id))) return;
  throw new CommandError(
    66,
    "ImmutableField",
    "Performing an update on the path '_id' would modify the immutable field '_id'",
  );
}

function isReplacement(update: Document): boolean {
  const keys = Object.keys(update),
    operators = keys.filter((key) => key[0] === "$").length;
  if (operators && operators < keys.length)
    throw badValue("an update is either operators or a replacement document");
  return !operators;
}

const NUMERIC = new Set(["$inc", "$mul"]),
  ON_ARRAYS = new Set(["$push", "$addToSet", "$pull", "$pullAll", "$pop"]);

/** mingo quietly skips an operator whose target is of the wrong type; MongoDB refuses the update. */
function refuseMismatches(doc: Document, operators: Document) {
  for (const [operator, fields] of Object.entries(operators)) {
    for (const [path, operand] of Object.entries(fields as Document)) {
      if (path.includes("$")) continue;
      const names = path.split(".");
      let target: any = doc;
      for (const name of names) {
        if (target === undefined) break;
        if (target === null || typeof target !== "object") {
          if (operator === "$unset" || operator === "$pull") break;
          throw new CommandError(
            28,
            "PathNotViable",
            `Cannot create field '${name}' in element {${path}: ${JSON.stringify(target)}}`,
          );
        }
        target = target[name];
      }
      if (
        NUMERIC.has(operator) &&
        (typeof (target ?? 0) !== "number" || target === null || typeof operand !== "number")
      ) {
        throw new CommandError(
          14,
          "TypeMismatch",
          `Cannot apply ${operator} to field '${path}': it or the operand is not a number`,
        );
      }
      if (ON_ARRAYS.has(operator) && target !== undefined && !Array.isArray(target)) {
        throw badValue(`The field '${path}' must be an array but is of type ${typeof target}`);
      }
    }
  }
}
