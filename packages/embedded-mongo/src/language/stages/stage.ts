/** What the stages of a pipeline are. */
import { Row } from "../../bson/raw-document";
import type { Document } from "bson";
import { PAUSE, type Pause } from "../../storage/time-slice";
import type { Scope } from "../scope";

/** What flows through a pipeline. */
export type Rows = Iterable<Row | Pause>;

/** What stages may reach for beyond the rows they get. */
export interface Context {
  readonly scope: Scope;
  /** The rows of another collection of the database, by a pipeline and with further variables. */
  from(collection: string, pipeline: readonly unknown[], variables?: Record<string, unknown>): Rows;
  /** The same with further variables. */
  withVariables(variables: Record<string, unknown>): Context;
  /** What stages make of rows. */
  through(rows: Rows, pipeline: readonly unknown[]): Rows;
}

/** A stage, given its operand: compiled at once, run later. */
export type Stage = (operand: unknown, context: Context, name: string) => (rows: Rows) => Rows;

/** A stage that makes one document of each. */
export function* mapped(rows: Rows, change: (doc: Document) => Document): Generator<Row | Pause> {
  for (const row of rows) yield row === PAUSE ? PAUSE : Row.of(change(row.doc));
}
