/** The catalog of collections and indexes. */
import type { Document } from "bson";
import type { Direction } from "../bson/keys";
import type { KeyPattern } from "../bson/document-keys";

/** An index definition, as in `createIndexes` and `listIndexes`. */
export interface IndexSpec extends Document {
  v: number;
  name: string;
  key: Record<string, Direction>;
  unique?: boolean;
  sparse?: boolean;
  partialFilterExpression?: Document;
  expireAfterSeconds?: number;
}

/** Compiles the filter of a partial index; passed in, so that storage does not depend on the query language. */
export type FilterCompiler = (filter: Document) => (doc: Document) => boolean;

/** An existing index. */
export interface Index {
  id: number;
  spec: IndexSpec;
  /** For each field, whether any document has an array on its path, and so a key per element. */
  multikey: boolean[];
  /** The id of the process that builds the index, which must not be read while this is set. */
  building?: number;
  /** The `RUN_ID` of that process; former versions do not store it. */
  builder?: string;
}

/** An existing collection. */
export interface CollectionEntry {
  id: number;
  ns: string;
  indexes: Index[];
}

/** All collections and indexes. */
export interface Catalog {
  /** The id of the next collection or index; ids are not reused. */
  nextId: number;
  collections: CollectionEntry[];
  /** The ids of dropped collections and indexes whose data has not been removed yet. */
  garbage: number[];
}

/** The name of the index on `_id`, which every collection has. */
export const ID_INDEX = "_id_";

/** The fields of an index in order. */
export const patternOf = (index: Index): KeyPattern => Object.entries(index.spec.key);

/** Whether any field of an index is multikey. */
export const isMultikey = (index: Index): boolean => index.multikey.includes(true);
