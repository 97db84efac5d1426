/** Stages that read other collections or run sub-pipelines: `$lookup`, `$unionWith`, `$facet`. */
import { BSONRegExp, type Document } from "bson";
import { Row } from "../../bson/raw-document";
import { isDocument, putField } from "../../bson/types";
import { CommandError, failedToParse, unsupported } from "../../errors";
import { PAUSE, type Pause } from "../../storage/time-slice";
import { compileExpression, environment, fieldPath } from "../expression";
import { checkVariableName } from "../expression/logic";
import { fieldsOf } from "../expression/operator";
import { valuesAt } from "../paths";
import { replaced } from "./unwind";
import type { Context, Rows, Stage } from "./stage";

/** Validates a sub-pipeline by compiling it. */
function checkPipeline(pipeline: unknown, context: Context): readonly unknown[] {
  if (!Array.isArray(pipeline))
    throw failedToParse("'pipeline' option must be specified as an array");
  context.through([], pipeline);
  return pipeline;
}

function collectionName(from: unknown, name: string): string {
  if (isDocument(from)) throw unsupported(`${name} from another database`);
  if (typeof from !== "string" || !from)
    throw failedToParse(`${name}: the collection must be given by its name`);
  return from;
}

/** Adds matching documents of another collection to each document. */
export const $lookup: Stage = (operand, context, name) => {
  const fields = fieldsOf(
    operand,
    name,
    ["as"],
    ["from", "localField", "foreignField", "let", "pipeline"],
  );
  if (fields.from === undefined) throw unsupported("$lookup without 'from'");
  const from = collectionName(fields.from, name);
  const { localField, foreignField, pipeline = [] } = fields;
  if ((localField === undefined) !== (foreignField === undefined))
    throw failedToParse(
      "$lookup requires both or neither of 'localField' and 'foreignField' to be specified",
    );
  if (localField === undefined && fields.pipeline === undefined)
    throw failedToParse(
      "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
    );
  const as = fieldPath(String(fields.as));
  const { variables, evaluate } = letOf(fields.let ?? {}, context);
  checkPipeline(pipeline, context.withVariables(variables));
  const local = localField === undefined ? undefined : fieldPath(String(localField)).join(".");
  return function* (rows: Rows): Generator<Row | Pause> {
    for (const row of rows) {
      if (row === PAUSE) {
        yield PAUSE;
        continue;
      }
      const match = local && { $match: joining(row.doc, local, String(foreignField)) };
      const found: Document[] = [];
      for (const one of context.from(
        from,
        match ? [match, ...pipeline] : pipeline,
        evaluate(row.doc),
      )) {
        if (one === PAUSE) yield PAUSE;
        else found.push(one.doc);
      }
      yield Row.of(replaced(row.doc, as, found));
    }
  };
};

/**
 * A filter for documents whose field equals one of the values: missing and null are equal, and regular
 * expressions are compared as values.
 *
 * As in MongoDB, the local values are all values at the path, through arrays, and the elements of an array at its end.
 * If there are none, null is used.
 */
function joining(doc: Document, localField: string, foreignField: string): Document {
  const found = valuesAt(doc, localField);
  const values = found.length ? found : [null];
  const plain = values.filter((value) => !(value instanceof BSONRegExp));
  const patterns = values.filter((value) => value instanceof BSONRegExp);
  const equal = { [foreignField]: { $in: plain } };
  if (!patterns.length) return equal;
  return { $or: [equal, ...patterns.map((pattern) => ({ [foreignField]: { $eq: pattern } }))] };
}

function letOf(spec: unknown, { scope }: Context) {
  if (!isDocument(spec)) throw failedToParse("$lookup argument 'let' must be an object");
  const compiled = Object.entries(spec).map(([variable, value]) => {
    checkVariableName(variable);
    return [variable, compileExpression(value, scope)] as const;
  });
  return {
    variables: Object.fromEntries(compiled.map(([variable]) => [variable, null])),
    evaluate: (doc: Document) =>
      Object.fromEntries(
        compiled.map(([variable, value]) => [variable, value(environment(doc, scope))]),
      ),
  };
}

/** Appends the documents of another collection. */
export const $unionWith: Stage = (operand, context, name) => {
  const { coll, pipeline = [] } =
    typeof operand === "string"
      ? { coll: operand }
      : fieldsOf(operand, name, ["coll"], ["pipeline"]);
  const from = collectionName(coll, name);
  checkPipeline(pipeline, context);
  return function* (rows: Rows): Generator<Row | Pause> {
    yield* rows;
    yield* context.from(from, pipeline);
  };
};

const NOT_IN_FACET = new Set(["$facet", "$documents", "$out", "$merge", "$geoNear"]);

/** Runs several pipelines on the same documents. */
export const $facet: Stage = (operand, context) => {
  if (!isDocument(operand) || !Object.keys(operand).length)
    throw new CommandError(40169, "the $facet specification must be a non-empty object");
  const facets = Object.entries(operand).map(([field, pipeline]) => {
    const stages = checkPipeline(pipeline, context);
    const first = stages
      .map((stage) => Object.keys(stage as object)[0]!)
      .find((one) => NOT_IN_FACET.has(one));
    if (first)
      throw new CommandError(40600, `${first} is not allowed to be used within a $facet stage`);
    return { field, stages };
  });
  return function* (rows: Rows): Generator<Row | Pause> {
    const all: Row[] = [];
    for (const row of rows) {
      if (row === PAUSE) yield PAUSE;
      else all.push(row);
    }
    const made = {};
    for (const { field, stages } of facets) {
      const found: Document[] = [];
      for (const row of context.through(all, stages)) {
        if (row === PAUSE) yield PAUSE;
        else found.push(row.doc);
      }
      putField(made, field, found);
      yield PAUSE;
    }
    yield Row.of(made);
  };
};
