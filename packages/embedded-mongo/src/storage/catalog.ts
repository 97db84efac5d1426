/** What collections and indexes there are. */
import type { Document } from "bson";
import type { Direction } from "../bson/keys";
import type { KeyPattern } from "../language/sort";

/** An index as `createIndexes` describes it and `listIndexes` shows it. */
export interface IndexSpec extends Document {
  v: number;
  name: string;
  key: Record<string, Direction>;
  unique?: boolean;
  sparse?: boolean;
  partialFilterExpression?: Document;
  expireAfterSeconds?: number;
}

/** An index there is. */
export interface Index {
  id: number;
  spec: IndexSpec;
  /** For each of its fields, whether an array ever gave one document several keys by it. */
  multikey: boolean[];
  /** The process that is still building it; until then nothing may be read through it. */
  building?: number;
}

/** A collection there is. */
export interface CollectionEntry {
  id: number;
  ns: string;
  indexes: Index[];
}

/** All of them. */
export interface Catalog {
  nextId: number;
  collections: CollectionEntry[];
  /** The numbers of collections and indexes that were dropped and are still to be cleared away. */
  garbage: number[];
}

/** The name of the index that every collection has. */
export const ID_INDEX = "_id_";

/** An index's fields in order. */
export const patternOf = (index: Index): KeyPattern => Object.entries(index.spec.key);

/** Whether an array gave a document several keys in an index. */
export const isMultikey = (index: Index): boolean => index.multikey.includes(true);
