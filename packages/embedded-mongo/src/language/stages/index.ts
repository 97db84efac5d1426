/** The stages of aggregation pipelines, by name. */
import { PAUSE, type Pause } from "../../storage/time-slice";
import { Row } from "../../bson/raw-document";
import { isNumber, toDouble, whole } from "../../bson/numbers";
import { isDocument } from "../../bson/types";
import { CommandError } from "../../errors";
import { inOrder } from "../../query/sorting";
import { wrongType } from "../expression/operator";
import { compileFilter } from "../match";
import { sortKey, sortPattern } from "../sort";
import { $group } from "./group";
import { reshaping, RESHAPING, type Rows, type Stage } from "./stage";

const reshape: Stage = (operand, name) => {
  const change = reshaping(name, operand);
  return function* (rows: Rows): Generator<Row | Pause> {
    for (const row of rows) yield row === PAUSE ? PAUSE : Row.of(change(row.doc));
  };
};

const $match: Stage = (operand, name) => {
  if (!isDocument(operand)) throw wrongType(name, "an object", operand, 15959);
  const matches = compileFilter(operand);
  return function* (rows: Rows) {
    for (const row of rows) if (row === PAUSE || matches(row.doc)) yield row;
  };
};

const $sort: Stage = (operand) => {
  const pattern = sortPattern(operand);
  if (!pattern.length) throw new CommandError(15976, "$sort stage must have at least one sort key");
  return (rows) => inOrder(rows, (row) => sortKey(row.doc, pattern), Infinity);
};

function countOf(operand: unknown, name: string, min: number): number {
  const n = isNumber(operand) ? toDouble(operand) : NaN;
  if (!Number.isInteger(n) || n < min)
    throw wrongType(name, `integers from ${min}`, operand, min ? 15957 : 15956);
  return n;
}

const $limit: Stage = (operand, name) => {
  const most = countOf(operand, name, 1);
  return function* (rows: Rows) {
    let n = 0;
    for (const row of rows) {
      yield row;
      if (row !== PAUSE && ++n === most) return;
    }
  };
};

const $skip: Stage = (operand, name) => {
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

export const STAGES: Record<string, Stage> = {
  ...Object.fromEntries([...RESHAPING].map((name) => [name, reshape])),
  $match,
  $sort,
  $limit,
  $skip,
  $count,
  $group,
};
