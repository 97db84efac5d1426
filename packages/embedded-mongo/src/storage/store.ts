/**
 * Collections and their indexes in one LMDB environment:
 *
 *   documents   collection's id, encoded _id                 → BSON
 *   entries     index's id, encoded fields, encoded _id      → encoded _id   (no _id in keys of unique indexes)
 *   counts      collection's id                              → number of documents
 *   catalog     "collections" → all collections and indexes; "version" → incremented with each change to
 *               them; "format" → the format's name
 *
 * Several processes may open the same environment: LMDB serialises their writes, and the version tells each
 * process when its copy of the catalog is outdated.
 */
import { open, type RootDatabase } from "lmdb";
import { CatalogTable, ID_INDEX, otherFormat, type Catalog, type CollectionEntry } from "./catalog";
import { Collection } from "./collection";
import { Counts } from "./counts";
import { DataFileError, PAGE_BYTES } from "./data-file";
import { Disk, isDiskError } from "./disk";
import { discardedOnExit } from "./exit-while-writing";
import { rangeWithPrefix, prefixOf, type ByteTable } from "./range";
import { TimeSlices } from "./time-slice";

const GARBAGE_BATCH = 500;

/**
 * Copies values from the binding's shared buffer into Buffer's pool. The binding would allocate each copy separately,
 * which takes twice as long for small values, and most are small.
 */
const pooledValues = {
  encode: (value: Buffer) => value,
  decode(shared: Buffer): Buffer {
    const copy = Buffer.allocUnsafe(shared.length);
    // The binding sets `length` on a buffer that is longer, so `copy.set(shared)` would copy too much.
    copy.set(new Uint8Array(shared.buffer, shared.byteOffset, shared.length));
    return copy;
  },
};

export class Store {
  readonly #root: RootDatabase;
  readonly #catalog: CatalogTable;
  readonly disk: Disk;
  readonly documents: ByteTable;
  readonly entries: ByteTable;
  readonly counts: Counts;
  readonly timeSlices = new TimeSlices();
  #collections = new Map<string, CollectionEntry>();
  #version = -1;
  #closed = false;

  /**
   * Opens the environment in a folder.
   *
   * @param options.create whether to create the folder and the data file if they do not exist
   * @throws DataFileError if it cannot be opened; the message says why
   */
  static async open(directory: string, { create = true } = {}): Promise<Store> {
    const disk = new Disk(directory);
    await disk.prepare(create);
    let root: RootDatabase | undefined;
    try {
      root = open({
        path: directory,
        noSubdir: false,
        pageSize: PAGE_BYTES,
        // Makes a write's promise resolve once it is on disk, not when it becomes visible.
        overlappingSync: false,
        // Otherwise a failed commit also rejects a promise that only the binding has access to.
        eventTurnBatching: false,
      });
      disk.noteOpened();
      disk.keepPrivate();
      const store = new Store(root, disk);
      await store.#createCatalog();
      return store;
    } catch (error) {
      await root?.close();
      disk.undoCreation();
      throw isDiskError(error) ? new DataFileError(disk.noteFailure(error).message) : error;
    }
  }

  private constructor(root: RootDatabase, disk: Disk) {
    this.#root = root;
    this.disk = disk;
    const tables = [...root.getKeys()];
    if (tables.length && !tables.includes("catalog")) throw otherFormat(disk.file);
    const bytes = { encoding: "binary", keyEncoding: "binary", encoder: pooledValues } as const;
    this.#catalog = new CatalogTable(root.openDB("catalog", { encoding: "binary" }), disk.file);
    this.documents = root.openDB("documents", bytes);
    this.entries = root.openDB("entries", bytes);
    this.counts = new Counts(root.openDB("counts", bytes));
  }

  async #createCatalog(): Promise<void> {
    if (this.#catalog.exists) return;
    await discardedOnExit(() => this.#root.transaction(() => this.#catalog.create())).catch(
      async (error: unknown) => {
        throw await causeOf(error);
      },
    );
  }

  /**
   * Runs `work` in a write transaction, which excludes all other writers in all processes; resolves once the data
   * is on disk. Concurrent calls share a transaction, and an error does not roll it back, so `work` must not throw
   * after it has written.
   *
   * @throws what `work` throws, or a CommandError if the disk rejects the write
   */
  async write<T>(work: () => T): Promise<T> {
    this.disk.assertWritable();
    const outcome = await this.#commit(() => {
      this.timeSlices.begin("writing");
      const done = outcomeOf(work);
      const counted = outcomeOf(() => this.counts.store());
      return "error" in counted ? counted : done;
    });
    this.disk.assertThere();
    if (!("error" in outcome)) return outcome.result;
    throw isDiskError(outcome.error) ? this.disk.noteFailure(outcome.error) : outcome.error;
  }

  async #commit<T>(work: () => T): Promise<T> {
    try {
      return await discardedOnExit(() => this.#root.transaction(work));
    } catch (error) {
      // The catalog may have been read within the transaction, which has not been stored: read it again.
      this.#version = -1;
      throw this.disk.noteFailure(await causeOf(error));
    }
  }

  get collections(): ReadonlyMap<string, CollectionEntry> {
    const { version } = this.#catalog;
    if (version !== this.#version) {
      this.#collections = new Map(
        this.#catalog.read().collections.map((entry) => [entry.ns, entry]),
      );
      this.#version = version;
    }
    return this.#collections;
  }

  /** Changes the catalog, which other processes notice when they next read it. Call within a write. */
  changeCatalog(change: (catalog: Catalog) => void): void {
    const catalog = this.#catalog.read();
    change(catalog);
    this.#catalog.write(catalog);
    this.#version = -1;
  }

  collection(ns: string): Collection | undefined {
    const entry = this.collections.get(ns);
    return entry && new Collection(this, entry);
  }

  /** Returns a collection, creating it if necessary. Call within a write. */
  ensureCollection(ns: string): Collection {
    if (!this.collections.has(ns))
      this.changeCatalog((catalog) => {
        const spec = { v: 2, key: { _id: 1 }, name: ID_INDEX } as const;
        const idIndex = { id: catalog.nextId++, spec, multikey: [false] };
        catalog.collections.push({ id: catalog.nextId++, ns, indexes: [idIndex] });
      });
    return this.collection(ns)!;
  }

  /** Drops a collection; `collectGarbage` removes its data. Returns whether it existed. Call within a write. */
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
   * Removes the data of dropped collections and indexes. Run it within writes; it yields where its transaction may
   * end. If the process is killed, the next run continues, in any process.
   */
  *collectGarbage(): Generator<void, void> {
    for (
      let id = this.#catalog.read().garbage[0];
      id !== undefined;
      id = this.#catalog.read().garbage[0]
    ) {
      for (const db of [this.documents, this.entries]) {
        const { from, to } = rangeWithPrefix(prefixOf(id));
        for (let full = true; full;) {
          const keys = [...db.getKeys({ start: from, end: to, limit: GARBAGE_BATCH })];
          for (const key of keys) void db.remove(key);
          full = keys.length === GARBAGE_BATCH;
          yield;
        }
      }
      const done = id;
      this.counts.remove(done);
      this.changeCatalog((catalog) => {
        catalog.garbage = catalog.garbage.filter((other) => other !== done);
      });
    }
  }

  get closed(): boolean {
    return this.#closed;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#root.close();
  }
}

/** Catches an error and returns it as a result, because throwing within a transaction does not roll it back. */
function outcomeOf<T>(work: () => T): { result: T } | { error: unknown } {
  try {
    return { result: work() };
  } catch (error) {
    return { error };
  }
}

/** The cause of a failed commit: the binding rejects with an error that holds the cause in a rejected promise. */
const causeOf = (error: unknown): Promise<unknown> =>
  Promise.resolve((error as { commitError?: Promise<unknown> }).commitError).then(
    () => error,
    (cause: unknown) => cause,
  );
