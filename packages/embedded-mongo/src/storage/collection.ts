/** A collection: its documents, and indexes consistent with them. */
import type { Document } from "bson";
import { keysOf } from "../bson/document-keys";
import { encodeKey } from "../bson/keys";
import { Row } from "../bson/raw-document";
import { formatValue } from "../bson/types";
import { Code, CommandError } from "../errors";
import { compileFilter } from "../language/match";
import { ID_INDEX, patternOf, type Catalog, type CollectionEntry, type Index } from "./catalog";
import {
  countKeys,
  MAX_KEY_BYTES,
  planKilled,
  prefixOf,
  scan,
  withPrefix,
  type Entry,
  type ByteTable,
  type Range,
} from "./range";
import type { Counts } from "./counts";
import { PAUSE, type Pause, type TimeSlices } from "./time-slice";

const partialFilters = new WeakMap<Index, (doc: Document) => boolean>();

function partialFilter(index: Index, filter: Document): (doc: Document) => boolean {
  const matches = partialFilters.get(index) ?? compileFilter(filter);
  partialFilters.set(index, matches);
  return matches;
}

/** A key of a document in an index, with the values of the index's fields. */
interface EntryKey {
  index: Index;
  key: Buffer;
  values: unknown[];
}

/** What collections use of their store. */
interface Tables {
  readonly documents: ByteTable;
  readonly entries: ByteTable;
  readonly counts: Counts;
  readonly timeSlices: TimeSlices;
  readonly collections: ReadonlyMap<string, CollectionEntry>;
  changeCatalog(change: (catalog: Catalog) => void): void;
}

/** A collection as the catalog describes it in the current time slice; look it up again in the next. */
export class Collection {
  constructor(
    readonly store: Tables,
    readonly entry: CollectionEntry,
  ) {}

  get ns(): string {
    return this.entry.ns;
  }

  /** The indexes except the one on `_id`: documents are stored by `_id`, so it has no entries. */
  get indexes(): Index[] {
    return this.entry.indexes.filter((index) => index.spec.name !== ID_INDEX);
  }

  /** The indexes that may be read: those not being built. */
  get readyIndexes(): Index[] {
    return this.indexes.filter((index) => index.building === undefined);
  }

  get(id: Buffer): Row | undefined {
    const key = this.documentKey(id);
    const bytes = key.length > MAX_KEY_BYTES ? undefined : this.store.documents.get(key);
    return bytes && Row.from(bytes);
  }

  /** Yields the documents whose encoded `_id` is in a range, or all for `undefined`, in order of `_id`. */
  *rows(range: Range | undefined, reverse = false): Generator<{ id: Buffer; row: Row } | Pause> {
    const own = this.#ownRange(range);
    for (const entry of this.#scan(own, reverse))
      yield entry === PAUSE ? PAUSE : { id: entry.key.subarray(4), row: Row.from(entry.value) };
  }

  /**
   * Yields the entries of an index within a key range, in order.
   *
   * @param firstChunk how many entries the caller is likely to read, which are read from LMDB at once
   * @throws CommandError if the index is dropped during a pause
   */
  *indexEntries(
    index: Index,
    range: Range,
    reverse = false,
    firstChunk?: number,
  ): Generator<Entry | Pause> {
    const { entries, timeSlices } = this.store;
    const within = withPrefix(prefixOf(index.id), range);
    yield* scan(entries, within, reverse, timeSlices, () => this.#isThere(index), firstChunk);
  }

  /** Whether the index, or for `undefined` the collection, still exists. */
  #isThere(index: Index | undefined): boolean {
    const now = this.store.collections.get(this.ns);
    return index
      ? (now?.indexes.some(({ id }) => id === index.id) ?? false)
      : now?.id === this.entry.id;
  }

  /** Throws if the index, or without an index the collection, has been dropped. */
  assertThere(index?: Index): void {
    if (!this.#isThere(index)) throw planKilled();
  }

  /** The number of documents. It is stored, so nothing is counted. */
  get count(): number {
    return this.store.counts.of(this.entry.id);
  }

  countEntries(index: Index, range: Range, limit: number): number {
    return countKeys(this.store.entries, withPrefix(prefixOf(index.id), range), limit);
  }

  countIds(range: Range, limit: number): number {
    return countKeys(this.store.documents, this.#ownRange(range), limit);
  }

  /** Puts a range of encoded `_id` values under the prefix of this collection. */
  #ownRange(range: Range = { from: Buffer.alloc(0), to: Buffer.alloc(0) }): Range {
    return withPrefix(prefixOf(this.entry.id), range);
  }

  *#scan(range: Range, reverse: boolean): Generator<Entry | Pause> {
    const { documents, timeSlices } = this.store;
    yield* scan(documents, range, reverse, timeSlices, () => this.#isThere(undefined));
  }

  /**
   * Replaces `old` by `row` in the collection and its indexes. Without `old` it inserts, without `row` it
   * deletes. Everything that can fail is checked before anything is written. Call within a write.
   *
   * @throws CommandError for a duplicate key, or a key that is too long
   */
  replace(old: Row | undefined, row: Row | undefined): void {
    const id = encodeKey((row ?? old)!.doc._id);
    const key = this.documentKey(id);
    const { documents, entries } = this.store;
    if (row && !old) this.#assertNewId(key, row.doc);
    const added: EntryKey[] = [];
    const removed: Buffer[] = [];
    for (const index of this.indexes) {
      const before = old ? this.keysIn(index, old.doc, id) : [];
      const after = row ? this.keysIn(index, row.doc, id) : [];
      const [stale, fresh] = [new Set(before.map(text)), new Set(after.map(text))];
      for (const one of before) if (!fresh.has(text(one))) removed.push(one.key);
      for (const one of after) {
        if (stale.has(text(one))) continue;
        this.#assertStorable(one);
        added.push(one);
      }
    }
    for (const stale of removed) void entries.remove(stale);
    for (const fresh of added) void entries.put(fresh.key, id);
    if (row) void documents.put(key, row.bytes);
    else void documents.remove(key);
    if (!old) this.store.counts.note(this.entry.id, 1);
    else if (!row) this.store.counts.note(this.entry.id, -1);
  }

  /**
   * Computes the keys of a document in an index, each with the values it encodes, which the error for a
   * duplicate shows. Marks fields as multikey in the catalog if this document is the first to make them so.
   */
  keysIn(index: Index, doc: Document, id: Buffer): EntryKey[] {
    const { sparse, unique, partialFilterExpression } = index.spec;
    if (partialFilterExpression && !partialFilter(index, partialFilterExpression)(doc)) return [];
    const pattern = patternOf(index);
    const { tuples, multikey } = keysOf(
      doc,
      pattern.map(([path]) => path.split(".")),
    );
    if (multikey.some((many, i) => many && !index.multikey[i])) this.#setMultikey(index, multikey);
    const prefix = prefixOf(index.id);
    const keys = tuples
      .filter((values) => !sparse || values.some((value) => value !== undefined))
      .map((values) => {
        const encoded = values.map((value, i) => encodeKey(value, pattern[i]![1]));
        return { index, values, key: Buffer.concat([prefix, ...encoded, ...(unique ? [] : [id])]) };
      });
    return keys.length > 1 ? [...new Map(keys.map((one) => [text(one), one])).values()] : keys;
  }

  documentKey(id: Buffer): Buffer {
    // `Buffer.concat` is slower, and a read through an index needs this for each row.
    const key = Buffer.allocUnsafe(4 + id.length);
    key.writeUInt32BE(this.entry.id);
    key.set(id, 4);
    return key;
  }

  #assertNewId(key: Buffer, doc: Document): void {
    if (key.length > MAX_KEY_BYTES) throw keyTooLong(this.ns, ID_INDEX, key.length);
    if (this.store.documents.doesExist(key))
      throw this.duplicate(this.entry.indexes[0]!, [doc._id]);
  }

  #assertStorable({ index, key, values }: EntryKey): void {
    if (key.length > MAX_KEY_BYTES) throw keyTooLong(this.ns, index.spec.name, key.length);
    if (index.spec.unique && this.store.entries.doesExist(key)) throw this.duplicate(index, values);
  }

  duplicate({ spec }: Index, values: unknown[]): CommandError {
    const fields = Object.keys(spec.key).map((path, i) => {
      const value = values[i];
      return [path, value === undefined || typeof value === "symbol" ? null : value] as const;
    });
    const keyValue = Object.fromEntries(fields);
    return new CommandError(
      Code.DuplicateKey,
      `E11000 duplicate key error collection: ${this.ns} index: ${spec.name} dup key: ${formatValue(keyValue)}`,
      { keyPattern: spec.key, keyValue },
    );
  }

  #setMultikey(index: Index, multikey: boolean[]): void {
    index.multikey = index.multikey.map((was, i) => was || multikey[i] === true);
    this.store.changeCatalog((catalog) => {
      for (const { indexes } of catalog.collections)
        for (const one of indexes) if (one.id === index.id) one.multikey = index.multikey;
    });
  }

  /** Drops an index; `Store.collectGarbage` removes its entries. Call within a write. */
  dropIndex(index: Index): void {
    this.store.changeCatalog((catalog) => {
      const entry = catalog.collections.find(({ id }) => id === this.entry.id);
      if (!entry) return;
      entry.indexes = entry.indexes.filter(({ id }) => id !== index.id);
      catalog.garbage.push(index.id);
    });
  }
}

const text = ({ key }: EntryKey) => key.toString("latin1");

const keyTooLong = (ns: string, index: string, size: number) =>
  new CommandError(
    Code.KeyTooLong,
    `Index key too large for index '${index}' of ${ns}: ${size} bytes, of which ${MAX_KEY_BYTES} are allowed`,
  );
