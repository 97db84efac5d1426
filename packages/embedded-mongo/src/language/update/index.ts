/** Updates by replacement, operators or pipeline: compiled once, then applied to each document. */
import { BSONRegExp, ObjectId, type Document } from "bson";
import { identity } from "../../bson/keys";
import { decode } from "../../bson/decode";
import { Row, assertStorableSize } from "../../bson/raw-document";
import { isDocument, isOperators, ownField, formatValue } from "../../bson/types";
import { Code, CommandError, failedToParse } from "../../errors";
import type { Position } from "../paths";
import { reshaping, RESHAPING, stageOf } from "../stages/stage";
import { compileOperators } from "./operators";
import { dollarField, type Change } from "./targets";
import { equalities } from "./upsert";

export function compileUpdate(update: unknown): Update {
  if (Array.isArray(update)) return new Update(compilePipeline(update), false);
  if (!isDocument(update))
    throw failedToParse("Update argument must be either an object or an array");
  if (isOperators(update)) return new Update(compileOperators(update), false);
  const operator = Object.keys(update).find((key) => key.startsWith("$"));
  if (operator) throw dollarField([operator]);
  const replacement: Document = update;
  return new Update((doc) => keepingId(doc, { ...replacement }), true);
}

function compilePipeline(pipeline: unknown[]): Change {
  const stages = pipeline.map((stage) => {
    const [name, operand] = stageOf(stage);
    if (!RESHAPING.has(name))
      throw new CommandError(
        Code.InvalidOptions,
        `${name} is not allowed to be used within an update`,
      );
    return reshaping(name, operand);
  });
  return (doc) =>
    keepingId(
      doc,
      stages.reduce<Document>((before, stage) => stage(before), doc),
    );
}

/** Gives a replacement the `_id` of the original, unless it specifies one. */
function keepingId(before: Document, after: Document): Document {
  if (ownField(before, "_id") === undefined || ownField(after, "_id") !== undefined) return after;
  return { _id: before._id, ...after };
}

export class Update {
  /** @param replaces whether it replaces the whole document */
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

/** Throws for ids that MongoDB rejects: arrays, regular expressions, and documents with operator-like fields. */
export function assertValidId(id: unknown): void {
  if (Array.isArray(id) || id instanceof BSONRegExp)
    throw new CommandError(
      Code.InvalidIdField,
      `The '_id' value cannot be of type ${Array.isArray(id) ? "array" : "regex"}`,
    );
  const operator = isDocument(id) && Object.keys(id).find((key) => key.startsWith("$"));
  if (operator) throw dollarField(["_id", operator]);
}
