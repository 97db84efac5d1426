/** The stored catalog, and the version of the on-disk format. */
import type { Database } from "lmdb";
import { decode } from "../bson/decode";
import { encode } from "../bson/raw-document";
import { Code, CommandError } from "../errors";
import type { Catalog } from "./catalog";
import { DataFileError } from "./data-file";

/** The version of the on-disk format. */
const FORMAT = "embedded-mongo 2";
/** The previous format, which has no counts and stores the collections under "catalog". */
const FORMER = "embedded-mongo 1";
/** Stored under "catalog", where the previous version looks for the collections, so that it fails to decode them. */
const MOVED = Buffer.from(`moved to "collections" in ${FORMAT}`);

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
    if (table.get("catalog") && ![FORMAT, FORMER].includes(this.#format)) throw this.#otherFormat();
  }

  get #format(): string {
    return this.table.get("format")?.toString() ?? "";
  }

  /** Whether the directory has the current format; if not, it is new or has the previous format. */
  get isCurrent(): boolean {
    return this.#format === FORMAT;
  }

  /** The number of changes to the catalog, modulo 2^32. */
  get version(): number {
    return this.table.get("version")?.readUInt32LE() ?? 0;
  }

  /** Reads the catalog. @throws CommandError if a process with a later version has changed the format meanwhile */
  read(): Catalog {
    if (!this.isCurrent) throw new CommandError(Code.FileStreamFailed, this.#otherFormat().message);
    return decode(this.table.get("collections")!) as Catalog;
  }

  /** Stores the catalog. Call within a write. */
  write(catalog: Catalog): void {
    const version = Buffer.alloc(4);
    version.writeUInt32LE((this.version + 1) >>> 0);
    void this.table.put("collections", encode(catalog));
    void this.table.put("version", version);
  }

  /**
   * Upgrades a new directory, or one in the previous format, to the current format. Call within a transaction.
   *
   * A process that runs the previous version may have the directory open, and would write without updating the
   * counts. Since the version number changes here, that process reads "catalog" before its next write, and fails.
   *
   * @param countDocuments called with the id of each collection, to store its number of documents
   * @throws DataFileError if the directory has an unknown format by now
   */
  upgrade(countDocuments: (collection: number) => void): void {
    // Another process may have upgraded it since the caller's check.
    if (this.isCurrent) return;
    if (![FORMER, ""].includes(this.#format)) throw this.#otherFormat();
    const former = this.table.get("catalog");
    const catalog = former ? (decode(former) as Catalog) : EMPTY;
    for (const { id } of catalog.collections) countDocuments(id);
    this.write(catalog);
    void this.table.put("catalog", MOVED);
    void this.table.put("format", Buffer.from(FORMAT));
  }

  #otherFormat = () => otherFormat(this.file);
}

/** The error for a data file that this version cannot read. */
export const otherFormat = (file: string): DataFileError =>
  new DataFileError(
    `${file} holds data in another format than ${FORMAT}. Use another folder, or move this one away to begin with an empty database.`,
  );
