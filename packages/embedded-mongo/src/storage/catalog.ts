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

/** Compiles the filter of a partial index, in whatever language filters are written. */
export type FilterCompiler = (filter: Document) => (doc: Document) => boolean;

/** An existing index. */
export interface Index {
  id: number;
  spec: IndexSpec;
  /** For each field, whether an array has given any document several keys. */
  multikey: boolean[];
  /** The id of the process building it; until then it must not be read. */
  building?: number;
}

/** An existing collection. */
export interface CollectionEntry {
  id: number;
  ns: string;
  indexes: Index[];
}

/** All collections and indexes. */
export interface Catalog {
  nextId: number;
  collections: CollectionEntry[];
  /** The numbers of dropped collections and indexes still to be removed. */
  garbage: number[];
}

/** The name of the index on `_id`, which every collection has. */
export const ID_INDEX = "_id_";

/** The fields of an index in order. */
export const patternOf = (index: Index): KeyPattern => Object.entries(index.spec.key);

/** Whether an array has given any document several keys in an index. */
export const isMultikey = (index: Index): boolean => index.multikey.includes(true);
