/**
 * Collections and their indexes, kept in one LMDB environment:
 *
 *   documents   collection number, encoded _id               → BSON
 *   entries     index number, encoded fields, encoded _id    → encoded _id   (a unique index's without the _id)
 *   catalog     "catalog" → every collection and index there is; "version" → how often that changed
 *
 * Several processes may have the same environment open: LMDB orders their writes, and the version tells each when its
 * copy of the catalog is outdated.
 */
import { open, type RootDatabase, type Database } from "lmdb";
import { decode } from "../bson/decode";
import { encode } from "../bson/raw-document";
import { ID_INDEX, type Catalog, type CollectionEntry } from "./catalog";
import { Collection } from "./collection";
import { beginningWith, prefixOf, type Bytes } from "./range";
import { Turns } from "./time-slice";

/** LMDB takes keys of up to half a page; this is what its Node binding takes with pages of this size. */
const PAGE_BYTES = 8192;

/** Changes whenever what is on disk does, so that nothing is misread. */
const FORMAT = "embedded-mongo 1";

const CLEARED_AT_ONCE = 500;

/** The environment, open. */
export class Store {
  readonly #root: RootDatabase;
  readonly #catalogs: Database<Buffer, string>;
  readonly documents: Bytes;
  readonly entries: Bytes;
  readonly turns = new Turns();
  #collections = new Map<string, CollectionEntry>();
  #version = -1;
  #closed = false;

  constructor(directory: string) {
    this.#root = open({
      path: directory,
      noSubdir: false,
      pageSize: PAGE_BYTES,
      // A write's promise is then kept only once it is on disk, not when others can see it.
      overlappingSync: false,
    });
    const bytes = { encoding: "binary", keyEncoding: "binary" } as const;
    this.#catalogs = this.#root.openDB("catalog", { encoding: "binary" });
    this.documents = this.#root.openDB("documents", bytes);
    this.entries = this.#root.openDB("entries", bytes);
    if (this.#catalogs.get("catalog") && this.#catalogs.get("format")?.toString() !== FORMAT)
      throw new Error(
        `${directory} holds data in another format than ${FORMAT}: use another directory, or delete it`,
      );
  }

  /**
   * Runs alone among all writers, in this process and others; resolves once what it wrote is on disk. Others that
   * were asked for at the same time share the transaction, so that what fails must fail before it writes.
   */
  async write<T>(work: () => T): Promise<T> {
    const outcome = await this.#root.transaction(() => {
      this.turns.begin("writing");
      try {
        return { result: work() };
      } catch (error) {
        return { error };
      }
    });
    if ("error" in outcome) throw outcome.error;
    return outcome.result;
  }

  /** Every collection there is, by its namespace. */
  get collections(): ReadonlyMap<string, CollectionEntry> {
    const version = this.#catalogs.get("version")?.readUInt32LE() ?? 0;
    if (version !== this.#version) {
      this.#collections = new Map(
        this.#readCatalog().collections.map((entry) => [entry.ns, entry]),
      );
      this.#version = version;
    }
    return this.#collections;
  }

  #readCatalog(): Catalog {
    const bytes = this.#catalogs.get("catalog");
    return bytes ? (decode(bytes) as Catalog) : { nextId: 1, collections: [], garbage: [] };
  }

  /** To be called while writing. Every process takes notice of the change with its next look at the catalog. */
  changeCatalog(change: (catalog: Catalog) => void): void {
    const catalog = this.#readCatalog();
    change(catalog);
    const version = Buffer.alloc(4);
    version.writeUInt32LE(((this.#catalogs.get("version")?.readUInt32LE() ?? 0) + 1) >>> 0);
    void this.#catalogs.put("format", Buffer.from(FORMAT));
    void this.#catalogs.put("catalog", encode(catalog));
    void this.#catalogs.put("version", version);
    this.#version = -1;
  }

  collection(ns: string): Collection | undefined {
    const entry = this.collections.get(ns);
    return entry && new Collection(this, entry);
  }

  /** The collection of this name, made if there is none. To be called while writing. */
  ensureCollection(ns: string): Collection {
    if (!this.collections.has(ns))
      this.changeCatalog((catalog) => {
        const spec = { v: 2, key: { _id: 1 }, name: ID_INDEX } as const;
        const idIndex = { id: catalog.nextId++, spec, multikey: [false] };
        catalog.collections.push({ id: catalog.nextId++, ns, indexes: [idIndex] });
      });
    return this.collection(ns)!;
  }

  /** Drops a collection; whether there was one. To be called while writing. */
  drop(ns: string): boolean {
    const entry = this.collections.get(ns);
    if (!entry) return false;
    this.changeCatalog((catalog) => {
      catalog.collections = catalog.collections.filter((other) => other.ns !== ns);
      catalog.garbage.push(entry.id, ...entry.indexes.map((index) => index.id));
    });
    return true;
  }

  /**
   * Removes what belongs to no collection and no index any more; to be run while writing, over as many transactions
   * as it takes. What a killed process leaves is removed by the next.
   */
  *collectGarbage(): Generator<void, void> {
    for (
      let id = this.#readCatalog().garbage[0];
      id !== undefined;
      id = this.#readCatalog().garbage[0]
    ) {
      for (const db of [this.documents, this.entries]) {
        const { from, to } = beginningWith(prefixOf(id));
        for (let full = true; full;) {
          const keys = [...db.getKeys({ start: from, end: to, limit: CLEARED_AT_ONCE })];
          for (const key of keys) void db.remove(key);
          full = keys.length === CLEARED_AT_ONCE;
          yield;
        }
      }
      const done = id;
      this.changeCatalog((catalog) => {
        catalog.garbage = catalog.garbage.filter((other) => other !== done);
      });
    }
  }

  /** Gives a collection another name. To be called while writing. */
  rename(from: string, to: string): void {
    this.changeCatalog((catalog) => {
      for (const entry of catalog.collections) if (entry.ns === from) entry.ns = to;
    });
  }

  get closed(): boolean {
    return this.#closed;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#root.close();
  }
}
