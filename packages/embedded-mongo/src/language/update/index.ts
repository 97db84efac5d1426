/** Updates: replacement, operators or pipeline, compiled once and applied to each document. */
import { ObjectId, type Document } from "bson";
import { identity } from "../../bson/keys";
import { decode } from "../../bson/decode";
import { Row, refuseTooLarge } from "../../bson/raw-document";
import { isDocument, isOperators, own, show } from "../../bson/types";
import { Code, CommandError, failedToParse } from "../../errors";
import { refuseUnusableId } from "../ids";
import type { Position } from "../paths";
import type { Scope } from "../scope";
import { compileArrayFilters } from "./array-filters";
import { compileOperators } from "./operators";
import { compileUpdatePipeline } from "./pipeline";
import { equalities } from "./upsert";

/** What is known when an update is applied. */
export interface Occasion {
  /** Where the filter matched in an array. */
  position?: Position;
  /** Whether the document is about to be inserted by an upsert. */
  inserting?: boolean;
}

/** Changes a document that nobody else holds; gives the same or another in its place. */
export type Change = (doc: Document, occasion: Occasion) => Document;

/** An update, compiled. */
export interface Update {
  /** What becomes of a row: the very same row when nothing changes. */
  apply(row: Row, position: Position): Row;
  /** What an upsert by this filter inserts. */
  insert(filter: Document): Row;
  /** Whether it replaces the whole document. */
  readonly replaces: boolean;
}

/** Compiles an update. */
export function compileUpdate(update: unknown, arrayFilters: unknown, scope: Scope): Update {
  if (Array.isArray(update)) {
    if (arrayFilters !== undefined)
      throw failedToParse("arrayFilters may not be specified for pipeline-style updates");
    return new CompiledUpdate(compileUpdatePipeline(update, scope), false);
  }
  if (!isDocument(update))
    throw failedToParse("Update argument must be either an object or an array");
  const filters = compileArrayFilters(arrayFilters, scope);
  if (isOperators(update))
    return new CompiledUpdate(compileOperators(update, filters, scope), false);
  const operator = Object.keys(update).find((key) => key.startsWith("$"));
  if (operator)
    throw new CommandError(
      Code.DollarPrefixedFieldName,
      `The dollar ($) prefixed field '${operator}' in '${operator}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  if (filters.size)
    throw failedToParse("arrayFilters may not be specified for replacement-style updates");
  const replacement: Document = update;
  const replace: Change = (doc) => keepingId(doc, { ...replacement });
  return new CompiledUpdate(replace, true);
}

/** What replaces a document has its `_id`, unless it says otherwise. */
export function keepingId(before: Document, after: Document): Document {
  if (own(before, "_id") === undefined || own(after, "_id") !== undefined) return after;
  return { _id: before._id, ...after };
}

class CompiledUpdate implements Update {
  constructor(
    readonly change: Change,
    readonly replaces: boolean,
  ) {}

  apply(row: Row, position: Position): Row {
    const before = decode(row.bytes);
    const { _id } = before;
    const after = this.change(before, { position });
    refuseOtherId(_id, own(after, "_id"));
    const result = Row.of(withIdFirst(after, _id));
    if (result.bytes.equals(row.bytes)) return row;
    refuseTooLarge(result.bytes);
    return fresh(result);
  }

  insert(filter: Document): Row {
    const base = equalities(filter, this.replaces);
    const asked = own(base, "_id");
    const made = this.change(base, { inserting: true });
    const given = own(made, "_id");
    if (asked !== undefined) refuseOtherId(asked, given);
    const result = Row.of(withIdFirst(made, given === undefined ? new ObjectId() : given));
    refuseUnusableId(result.doc._id);
    refuseTooLarge(result.bytes);
    return fresh(result);
  }
}

/** As it will be read: numbers and the like as they are stored, nothing shared with the update itself. */
const fresh = (row: Row) => Row.from(row.bytes);

/** The `_id` comes first in every stored document. */
function withIdFirst(doc: Document, _id: unknown): Document {
  if (Object.keys(doc)[0] === "_id") return doc;
  const { _id: _, ...rest } = doc;
  return { _id, ...rest };
}

function refuseOtherId(_id: unknown, other: unknown): void {
  if (other !== undefined && identity(other) === identity(_id)) return;
  throw new CommandError(
    Code.ImmutableField,
    `Performing an update on the path '_id' would modify the immutable field '_id' (${show(_id)})`,
  );
}
