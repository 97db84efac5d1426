/** The stages of aggregation pipelines, by name. */
import { PAUSE } from "../../storage/time-slice";
import { Row } from "../../bson/raw-document";
import { isNumber, toDouble, whole } from "../../bson/numbers";
import { isDocument, formatValue } from "../../bson/types";
import { CommandError } from "../../errors";
import { inOrder } from "../../query/sorting";
import { compileExpression, environment } from "../expression";
import { compileFilter } from "../match";
import { sortKey, sortPattern } from "../sort";
import { $group } from "./group";
import { $facet, $lookup, $unionWith } from "./join";
import { reshaping, RESHAPING } from "./reshape";
import { mapped, type Rows, type Stage } from "./stage";
import { $unwind } from "./unwind";

const $match: Stage = (operand, { scope }) => {
  if (!isDocument(operand))
    throw new CommandError(15959, "the match filter must be an expression in an object");
  const matches = compileFilter(operand, scope);
  return function* (rows: Rows) {
    for (const row of rows) if (row === PAUSE || matches(row.doc)) yield row;
  };
};

const $sort: Stage = (operand) => {
  const pattern = sortPattern(operand);
  if (!pattern.length) throw new CommandError(15976, "$sort stage must have at least one sort key");
  return (rows) => inOrder(rows, (row) => sortKey(row.doc, pattern), Infinity);
};

/** Validates a stage's integer operand. */
function countOf(operand: unknown, name: string, min: number): number {
  const n = isNumber(operand) ? toDouble(operand) : NaN;
  if (!Number.isInteger(n) || n < min)
    throw new CommandError(
      name === "$limit" ? 15957 : 15956,
      `invalid argument to ${name} stage: Expected a ${min ? "positive" : "non-negative"} number in: ${name}: ${formatValue(operand)}`,
    );
  return n;
}

const $limit: Stage = (operand, _context, name) => {
  const most = countOf(operand, name, 1);
  return function* (rows: Rows) {
    let n = 0;
    for (const row of rows) {
      yield row;
      if (row !== PAUSE && ++n === most) return;
    }
  };
};

const $skip: Stage = (operand, _context, name) => {
  const skipped = countOf(operand, name, 0);
  return function* (rows: Rows) {
    let n = 0;
    for (const row of rows) if (row === PAUSE || ++n > skipped) yield row;
  };
};

const $count: Stage = (operand) => {
  if (typeof operand !== "string" || !operand || operand.startsWith("$") || operand.includes("."))
    throw new CommandError(40156, "the count field must be a non-empty string without '$' and '.'");
  return function* (rows: Rows) {
    let n = 0n;
    for (const row of rows) {
      if (row === PAUSE) yield PAUSE;
      else n++;
    }
    if (n) yield Row.of({ [operand]: whole(n) });
  };
};

/** A uniform random sample, by reservoir sampling. */
const $sample: Stage = (operand, _context, name) => {
  const size = countOf(isDocument(operand) ? operand.size : undefined, name, 1);
  return function* (rows: Rows) {
    const kept: Row[] = [];
    let n = 0;
    for (const row of rows) {
      if (row === PAUSE) {
        yield PAUSE;
        continue;
      }
      const at = n++ < size ? kept.length : Math.floor(Math.random() * n);
      if (at < size) kept[at] = row;
    }
    for (let i = kept.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [kept[i], kept[j]] = [kept[j]!, kept[i]!];
    }
    yield* kept;
  };
};

const $sortByCount: Stage = (operand, context) => {
  const group = $group({ _id: operand, count: { $sum: 1 } }, context, "$group");
  const sort = $sort({ count: -1 }, context, "$sort");
  return (rows) => sort(group(rows));
};

/** Yields the documents of its operand instead of those of a collection. */
const $documents: Stage = (operand, { scope }) => {
  const evaluate = compileExpression(operand, scope);
  return function* () {
    const made = evaluate(environment({}, scope));
    if (!Array.isArray(made) || !made.every(isDocument))
      throw new CommandError(5858203, "an array is expected, whose elements are objects");
    for (const doc of made) yield Row.of(doc);
  };
};

/** The stages by name. */
export const STAGES: Record<string, Stage> = {
  ...Object.fromEntries(
    [...RESHAPING].map((name): [string, Stage] => [
      name,
      (operand, { scope }) => {
        const change = reshaping(name, operand, scope);
        return (rows) => mapped(rows, change);
      },
    ]),
  ),
  $match,
  $sort,
  $limit,
  $skip,
  $count,
  $sample,
  $sortByCount,
  $documents,
  $group,
  $facet,
  $lookup,
  $unionWith,
  $unwind,
};
