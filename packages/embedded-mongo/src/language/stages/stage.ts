/** The interface of pipeline stages. */
import { Row } from "../../bson/raw-document";
import type { Document } from "bson";
import { PAUSE, type Pause } from "../../storage/time-slice";
import type { Scope } from "../scope";

/** The rows that flow through a pipeline, interspersed with pauses. */
export type Rows = Iterable<Row | Pause>;

/** What stages can access besides their input rows. */
export interface Context {
  readonly scope: Scope;
  /** Reads the documents of another collection of the database that match a filter. */
  matching(collection: string, filter: Document): Rows;
}

/** Compiles a stage with its operand; the result is applied to rows. */
export type Stage = (operand: unknown, context: Context, name: string) => (rows: Rows) => Rows;

/** Maps each document to one document. */
export function* mapped(rows: Rows, change: (doc: Document) => Document): Generator<Row | Pause> {
  for (const row of rows) yield row === PAUSE ? PAUSE : Row.of(change(row.doc));
}
