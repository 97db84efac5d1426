/** The stages of aggregation pipelines, by name. */
import { PAUSE } from "../../storage/time-slice";
import { Row } from "../../bson/raw-document";
import { isNumber, toDouble, whole } from "../../bson/numbers";
import { isDocument, formatValue } from "../../bson/types";
import { CommandError } from "../../errors";
import { inOrder } from "../../query/sorting";
import { compileFilter } from "../match";
import { sortKey, sortPattern } from "../sort";
import { $group } from "./group";
import { $lookup } from "./lookup";
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
  $group,
  $lookup,
  $unwind,
};
