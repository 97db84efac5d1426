/** What an update does to a document. */
import type { Document } from "bson";
import { ownField } from "../../bson/types";
import type { Position } from "../paths";

/** The context in which an update is applied. */
export interface UpdateContext {
  /** The array element that the filter matched. */
  position?: Position;
  /** Whether the document is inserted by an upsert. */
  inserting?: boolean;
}

/** Changes a document in place or returns another one; the document must not be shared. */
export type Change = (doc: Document, context: UpdateContext) => Document;

/** Gives a replacement the `_id` of the original, unless it specifies one. */
export function keepingId(before: Document, after: Document): Document {
  if (ownField(before, "_id") === undefined || ownField(after, "_id") !== undefined) return after;
  return { _id: before._id, ...after };
}
