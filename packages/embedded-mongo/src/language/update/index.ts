/** Updates by replacement, operators or pipeline: compiled once, then applied to each document. */
import { ObjectId, type Document } from "bson";
import { identity } from "../../bson/keys";
import { decode } from "../../bson/decode";
import { Row, assertStorableSize } from "../../bson/raw-document";
import { isDocument, isOperators, ownField, formatValue } from "../../bson/types";
import { Code, CommandError, failedToParse } from "../../errors";
import { assertValidId } from "../ids";
import type { Position } from "../paths";
import type { Scope } from "../scope";
import { compileArrayFilters } from "./array-filters";
import { keepingId, type Change } from "./change";
import { compileOperators } from "./operators";
import { compileUpdatePipeline } from "./pipeline";
import { equalities } from "./upsert";

/** A compiled update. */
export interface Update {
  /** Returns the updated row, or the same row if nothing changed. */
  apply(row: Row, position: Position): Row;
  /** Returns the document that an upsert with this filter inserts. */
  insert(filter: Document): Row;
  /** Whether it replaces the whole document. */
  readonly replaces: boolean;
}

/** Compiles an update by replacement, operators or pipeline; throws if it is invalid. */
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

class CompiledUpdate implements Update {
  constructor(
    readonly change: Change,
    readonly replaces: boolean,
  ) {}

  apply(row: Row, position: Position): Row {
    const before = decode(row.bytes);
    const { _id } = before;
    const after = this.change(before, { position });
    assertSameId(_id, ownField(after, "_id"));
    const result = Row.of(withIdFirst(after, _id));
    if (result.bytes.equals(row.bytes)) return row;
    assertStorableSize(result.bytes);
    return fresh(result);
  }

  insert(filter: Document): Row {
    const base = equalities(filter, this.replaces);
    const filterId = ownField(base, "_id");
    const made = this.change(base, { inserting: true });
    const given = ownField(made, "_id");
    if (filterId !== undefined) assertSameId(filterId, given);
    const result = Row.of(withIdFirst(made, given === undefined ? new ObjectId() : given));
    assertValidId(result.doc._id);
    assertStorableSize(result.bytes);
    return fresh(result);
  }
}

/** Re-encodes a row so that values are as stored, and nothing is shared with the update. */
const fresh = (row: Row) => Row.from(row.bytes);

/** Moves the `_id` to the front, as in every stored document. */
function withIdFirst(doc: Document, _id: unknown): Document {
  if (Object.keys(doc)[0] === "_id") return doc;
  const { _id: _, ...rest } = doc;
  return { _id, ...rest };
}

function assertSameId(_id: unknown, other: unknown): void {
  if (other !== undefined && identity(other) === identity(_id)) return;
  throw new CommandError(
    Code.ImmutableField,
    `Performing an update on the path '_id' would modify the immutable field '_id' (${formatValue(_id)})`,
  );
}
