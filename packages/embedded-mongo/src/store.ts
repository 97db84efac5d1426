/**
 * Collections and their indexes, kept in one LMDB environment:
 *   documents   collection number + encoded _id             → BSON
 *   entries     index number + encoded fields (+ _id)       → encoded _id
 *   catalog     "catalog" → every collection and index there is; "version" → how often that changed
 * Several processes may have the same environment open: LMDB orders their writes, and the version tells
 * each when its copy of the catalog is stale.
 */
import { BSON, type Document } from "bson";
import { Query } from "mingo";
import { open, type Database, type RootDatabase } from "lmdb";
import { CommandError, duplicateKey } from "./errors";
import { encode, indexKeys, within, type Direction, type KeyPattern, type Range } from "./keys";

export interface IndexSpec extends Document {
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
  /** Whether an array ever gave one document several keys here. */
  multikey: boolean;
}

interface CollectionEntry {
  id: number;
  ns: string;
  indexes: Index[];
}
interface Catalog {
  nextId: number;
  collections: Record<string, CollectionEntry>;
}

/** A document as stored, decoded only if something looks inside. */
export class Row {
  #doc?: Document;
  constructor(
    readonly bytes: Buffer,
    doc?: Document,
  ) {
    this.#doc = doc;
  }
  get doc(): Document {
    return (this.#doc ??= BSON.deserialize(this.bytes));
  }
  static of(doc: Document) {
    return new Row(Buffer.from(BSON.serialize(doc)), doc);
  }
}

export class Store {
  readonly #root: RootDatabase;
  readonly #catalogs: Database<any, string>;
  readonly documents: Database<Buffer, Buffer>;
  readonly entries: Database<Buffer, Buffer>;
  #catalog: Catalog = { nextId: 1, collections: {} };
  #version = 0;

  constructor(directory: string) {
    this.#root = open({ path: directory, noSubdir: false });
    this.#catalogs = this.#root.openDB("catalog", {});
    this.documents = this.#root.openDB("documents", { encoding: "binary", keyEncoding: "binary" });
    this.entries = this.#root.openDB("entries", { encoding: "binary", keyEncoding: "binary" });
  }

  /** Runs alone among writers, in this process and others; resolves once what it wrote is on disk. */
  async write<T>(work: () => T): Promise<T> {
    let failure: { error: unknown } | undefined;
    const result = await this.#root.transaction(() => {
      try {
        return work();
      } catch (error) {
        failure = { error };
      }
    });
    if (failure) throw failure.error;
    return result as T;
  }

  get catalog(): Catalog {
    const version = this.#catalogs.get("version") ?? 0;
    if (version !== this.#version) {
      this.#catalog = this.#catalogs.get("catalog");
      this.#version = version;
    }
    return this.#catalog;
  }

  /** To be called while writing. */
  changeCatalog(change: (catalog: Catalog) => void) {
    const catalog = this.catalog;
    change(catalog);
    this.#catalogs.put("catalog", catalog);
    this.#catalogs.put("version", ++this.#version);
  }

  collection(ns: string): Collection | undefined {
    const entry = this.catalog.collections[ns];
    return entry && new Collection(this, entry);
  }

  /** To be called while writing. */
  ensureCollection(ns: string): Collection {
    if (!this.catalog.collections[ns]) {
      this.changeCatalog((catalog) => {
        const idIndex: Index = {
          id: catalog.nextId++,
          spec: { v: 2, key: { _id: 1 }, name: "_id_" },
          multikey: false,
        };
        catalog.collections[ns] = { id: catalog.nextId++, ns, indexes: [idIndex] };
      });
    }
    return this.collection(ns)!;
  }

  drop(ns: string) {
    const collection = this.collection(ns);
    if (!collection) return;
    collection.clear();
    this.changeCatalog((catalog) => delete catalog.collections[ns]);
  }

  close() {
    return this.#root.close();
  }
}

export class Collection {
  constructor(
    readonly store: Store,
    readonly entry: CollectionEntry,
  ) {}

  get ns() {
    return this.entry.ns;
  }

  /** The indexes apart from that of `_id`, which is the documents' own key. */
  get indexes(): Index[] {
    return this.entry.indexes.filter((index) => index.spec.name !== "_id_");
  }

  get(id: Buffer): Row | undefined {
    const bytes = this.store.documents.get(this.#documentKey(id));
    return bytes && new Row(bytes);
  }

  *rows(reverse = false): Generator<Row> {
    for (const { value } of scan(this.store.documents, within(prefix(this.entry.id)), reverse))
      yield new Row(value);
  }

  has(id: Buffer): boolean {
    return this.store.documents.doesExist(this.#documentKey(id));
  }

  *load(ids: Iterable<Buffer>): Generator<Row> {
    for (const id of ids) {
      const row = this.get(id);
      if (row) yield row;
    }
  }

  count(): number {
    const { from, to } = within(prefix(this.entry.id));
    return this.store.documents.getKeysCount({ start: from, end: to });
  }

  *allIds(): Generator<Buffer> {
    const { from, to } = within(prefix(this.entry.id));
    yield* this.store.documents.getKeys({ start: from, end: to });
  }

  /** The encoded ids an index has in a range of its keys, in their order. */
  *ids(index: Index, { from, to }: Range, reverse = false): Generator<Buffer> {
    const head = prefix(index.id);
    const range = { from: Buffer.concat([head, from]), to: Buffer.concat([head, to]) };
    for (const { value } of scan(this.store.entries, range, reverse)) yield value;
  }

  /** Writes a row in place of another, or of none; `undefined` deletes. Every index is checked before anything is written. */
  replace(old: Row | undefined, row: Row | undefined) {
    const id = encode((row ?? old)!.doc._id);
    const added: [Index, Buffer][] = [],
      removed: Buffer[] = [];
    for (const index of this.indexes) {
      const before = old ? this.#keys(index, old.doc, id) : { keys: [], many: false };
      const after = row ? this.#keys(index, row.doc, id) : { keys: [], many: false };
      const stale = new Set(before.keys.map(latin1)),
        fresh = new Set(after.keys.map(latin1));
      removed.push(...before.keys.filter((key) => !fresh.has(latin1(key))));
      for (const key of after.keys) {
        if (stale.has(latin1(key))) continue;
        if (index.spec.unique && this.store.entries.get(key))
          throw this.#duplicate(index, row!.doc);
        added.push([index, key]);
      }
      if (after.many && !index.multikey) this.#setMultikey(index);
    }
    const key = this.#documentKey(id);
    if (row && !old && this.store.documents.get(key))
      throw this.#duplicate(this.entry.indexes[0]!, row.doc);
    for (const stale of removed) this.store.entries.remove(stale);
    for (const [, fresh] of added) this.store.entries.put(fresh, id);
    if (row) this.store.documents.put(key, row.bytes);
    else this.store.documents.remove(key);
  }

  createIndex(spec: IndexSpec) {
    const index: Index = { id: this.store.catalog.nextId, spec, multikey: false };
    const entries = new Map<string, [Buffer, Buffer]>();
    for (const { doc } of this.rows()) {
      const id = encode(doc._id);
      const { keys, many } = this.#keys(index, doc, id);
      index.multikey ||= many;
      for (const key of keys) {
        if (spec.unique && entries.has(latin1(key))) throw this.#duplicate(index, doc);
        entries.set(latin1(key), [key, id]);
      }
    }
    for (const [key, id] of entries.values()) this.store.entries.put(key, id);
    this.store.changeCatalog((catalog) => {
      catalog.nextId++;
      catalog.collections[this.ns]!.indexes.push(index);
    });
  }

  dropIndex(index: Index) {
    clear(this.store.entries, index.id);
    this.store.changeCatalog((catalog) => {
      const entry = catalog.collections[this.ns]!;
      entry.indexes = entry.indexes.filter(({ id }) => id !== index.id);
    });
  }

  clear() {
    clear(this.store.documents, this.entry.id);
    for (const index of this.indexes) clear(this.store.entries, index.id);
  }

  #documentKey(id: Buffer) {
    return Buffer.concat([prefix(this.entry.id), id]);
  }

  #keys(index: Index, doc: Document, id: Buffer) {
    const { key, sparse, unique, partialFilterExpression } = index.spec;
    if (partialFilterExpression && !new Query(partialFilterExpression).test(doc))
      return { keys: [], many: false };
    const { keys, many } = indexKeys(doc, pattern(index), !!sparse);
    return {
      keys: keys.map((fields) =>
        Buffer.concat(unique ? [prefix(index.id), fields] : [prefix(index.id), fields, id]),
      ),
      many,
    };
  }

  #setMultikey(index: Index) {
    this.store.changeCatalog((catalog) => {
      const own = catalog.collections[this.ns]!.indexes.find(({ id }) => id === index.id)!;
      own.multikey = index.multikey = true;
    });
  }

  #duplicate({ spec }: Index, doc: Document): CommandError {
    const value = (path: string) =>
      path.split(".").reduce((v, field) => v?.[field], doc as any) ?? null;
    return duplicateKey(
      this.ns,
      spec.name,
      spec.key,
      Object.fromEntries(Object.keys(spec.key).map((path) => [path, value(path)])),
    );
  }
}

export const pattern = (index: Index): KeyPattern => Object.entries(index.spec.key);

const latin1 = (key: Buffer) => key.toString("latin1");

function prefix(id: number) {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(id);
  return bytes;
}

function clear(db: Database<Buffer, Buffer>, id: number) {
  const { from, to } = within(prefix(id));
  for (const key of [...db.getKeys({ start: from, end: to })]) db.remove(key);
}

/** Reads a range a growing chunk at a time, so that no LMDB cursor outlives a chunk and writes may happen in between. */
function* scan(db: Database<Buffer, Buffer>, { from, to }: Range, reverse: boolean) {
  let [start, end] = reverse ? [to, from] : [from, to];
  for (
    let limit = 32, exclusiveStart = false;
    ;
    limit = Math.min(limit * 4, 2048), exclusiveStart = true
  ) {
    const chunk = [
      ...db.getRange({ start, end, reverse, limit, exclusiveStart, inclusiveEnd: reverse }),
    ];
    yield* chunk;
    if (chunk.length < limit) return;
    start = chunk[chunk.length - 1]!.key;
  }
}
