/** The stored catalog, and the version of the on-disk format. */
import type { Database } from "lmdb";
import { decode } from "../bson/decode";
import { encode } from "../bson/raw-document";
import { Code, CommandError } from "../errors";
import type { Catalog } from "./catalog";
import { DataFileError } from "./data-file";

/** The version of the on-disk format. */
const FORMAT = "embedded-mongo 2";
/** The version before, without counts and with the collections under "catalog". */
const FORMER = "embedded-mongo 1";
/** What stands where the former version looks for the collections: it cannot be decoded. */
const MOVED = Buffer.from(`moved to "collections" in ${FORMAT}`);

const EMPTY: Catalog = { nextId: 1, collections: [], garbage: [] };

/** Reads and writes the catalog; every change increments a version, by which other processes notice it. */
export class CatalogTable {
  /**
   * @param file the data file, which errors name
   * @throws DataFileError if the catalog is of another format
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

  /** Whether the directory is neither new nor of the former format. */
  get isCurrent(): boolean {
    return this.#format === FORMAT;
  }

  /** How often the catalog has changed. */
  get version(): number {
    return this.table.get("version")?.readUInt32LE() ?? 0;
  }

  /** Reads the catalog. @throws CommandError if a later version has changed its format meanwhile */
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
   * Brings a new directory, or one of the former version, into the current format. A process of the former
   * version that has the directory open would write without counting; it reads "catalog" before each write,
   * since the version number changes here, and fails. Call within a transaction.
   *
   * @param countDocuments called with the number of each collection, to store how many documents it has
   * @throws DataFileError if the directory has another format by now
   */
  upgrade(countDocuments: (collection: number) => void): void {
    // Another process may have done it in the meantime.
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
