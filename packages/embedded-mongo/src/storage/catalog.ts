/** The catalog of collections and indexes. */
import type { Document } from "bson";
import type { Database } from "lmdb";
import { decode } from "../bson/decode";
import type { Direction } from "../bson/keys";
import type { KeyPattern } from "../bson/document-keys";
import { encode } from "../bson/raw-document";
import { Code, CommandError } from "../errors";
import { DataFileError } from "./data-file";

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

export interface Index {
  id: number;
  spec: IndexSpec;
  /** For each field, whether any document has an array on its path, and so a key per element. */
  multikey: boolean[];
  /** The id of the process that builds the index, which must not be read while this is set. */
  building?: number;
  /** The `RUN_ID` of that process. */
  builder?: string;
}

export interface CollectionEntry {
  id: number;
  ns: string;
  indexes: Index[];
}

export interface Catalog {
  /** The id of the next collection or index; ids are not reused. */
  nextId: number;
  collections: CollectionEntry[];
  /** The ids of dropped collections and indexes whose data has not been removed yet. */
  garbage: number[];
}

/** The name of the index on `_id`, which every collection has. */
export const ID_INDEX = "_id_";

export const patternOf = (index: Index): KeyPattern => Object.entries(index.spec.key);

export const isMultikey = (index: Index): boolean => index.multikey.includes(true);

const FORMAT = "embedded-mongo 2";
const EMPTY: Catalog = { nextId: 1, collections: [], garbage: [] };

/** Reads and writes the catalog; every change increments a version number, by which other processes notice it. */
export class CatalogTable {
  /**
   * @param file the path of the data file, for error messages
   * @throws DataFileError if the catalog has an unknown format
   */
  constructor(
    private readonly table: Database<Buffer, string>,
    private readonly file: string,
  ) {
    if (this.#format && !this.exists) throw otherFormat(file);
  }

  get #format(): string {
    return this.table.get("format")?.toString() ?? "";
  }

  /** Whether there is a catalog in the current format; if not, the directory is new. */
  get exists(): boolean {
    return this.#format === FORMAT;
  }

  /** The number of changes to the catalog, modulo 2^32. */
  get version(): number {
    return this.table.get("version")?.readUInt32LE() ?? 0;
  }

  /** Reads the catalog. @throws CommandError if a process with a later version has changed the format meanwhile */
  read(): Catalog {
    if (!this.exists) throw new CommandError(Code.FileStreamFailed, otherFormat(this.file).message);
    return decode(this.table.get("collections")!) as Catalog;
  }

  write(catalog: Catalog): void {
    const version = Buffer.alloc(4);
    version.writeUInt32LE((this.version + 1) >>> 0);
    void this.table.put("collections", encode(catalog));
    void this.table.put("version", version);
  }

  /** Creates an empty catalog, unless another process has done so. Call within a transaction. */
  create(): void {
    if (this.exists) return;
    this.write(EMPTY);
    void this.table.put("format", Buffer.from(FORMAT));
  }
}

export const otherFormat = (file: string): DataFileError =>
  new DataFileError(
    `${file} holds data in another format than ${FORMAT}. Use another folder, or move this one away to begin with an empty database.`,
  );
