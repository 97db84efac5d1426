/** One collection: its documents, and its indexes in step with them. */
import type { Document } from "bson";
import { encodeKey } from "../bson/keys";
import { Row } from "../bson/raw-document";
import { show } from "../bson/types";
import { Code, CommandError, duplicateKey } from "../errors";
import { compileFilter, type Matcher } from "../language/match";
import { plainScope } from "../language/scope";
import { ID_INDEX, patternOf, type CollectionEntry, type Index } from "./catalog";
import { indexKeys, type IndexKey } from "./index-keys";
import { prefixOf, scan, under, type Bytes, type Entry, type Range } from "./range";
import type { Store } from "./store";
import { PAUSE, type Pause } from "./time-slice";

/** What LMDB's binding takes for a key. */
export const MAX_KEY_BYTES = 4026;

const partialFilters = new WeakMap<Index, Matcher>();

interface EntryKey extends IndexKey {
  index: Index;
  key: Buffer;
}

/** LMDB's own count would go on to the end of the range, whatever limit it is given. */
function countKeys(table: Bytes, start: Buffer, end: Buffer, limit: number) {
  return [...table.getKeys({ start, end, limit })].length;
}

/** A collection as it is in the turn at hand. */
export class Collection {
  constructor(
    readonly store: Store,
    readonly entry: CollectionEntry,
  ) {}

  get ns(): string {
    return this.entry.ns;
  }

  /** The indexes apart from that of `_id`, which is the documents' own key. */
  get indexes(): Index[] {
    return this.entry.indexes.filter((index) => index.spec.name !== ID_INDEX);
  }

  /** Those that may be read: the ones no process is still building. */
  get readyIndexes(): Index[] {
    return this.indexes.filter((index) => index.building === undefined);
  }

  /** The document with this encoded `_id`. */
  get(id: Buffer): Row | undefined {
    const bytes = this.store.documents.get(this.documentKey(id));
    return bytes && Row.from(bytes);
  }

  /** All documents whose encoded `_id` is in a range, by `_id`. */
  *rows(range: Range | undefined, reverse = false): Generator<{ id: Buffer; row: Row } | Pause> {
    const own = this.#ownRange(range);
    for (const entry of this.#scan(own, reverse))
      yield entry === PAUSE ? PAUSE : { id: entry.key.subarray(4), row: Row.from(entry.value) };
  }

  /** The entries an index has in a range of its keys, in their order. */
  *indexEntries(index: Index, range: Range, reverse = false): Generator<Entry | Pause> {
    const { store } = this;
    const there = () =>
      store.collection(this.ns)?.entry.indexes.some(({ id }) => id === index.id) ?? false;
    yield* scan(store.entries, under(prefixOf(index.id), range), reverse, store.turns, there);
  }

  /** How many documents there are. */
  count(): number {
    const { from, to } = this.#ownRange();
    return this.store.documents.getKeysCount({ start: from, end: to });
  }

  /** How many entries an index has in a range, counting no further than a limit. */
  countEntries(index: Index, range: Range, limit: number): number {
    const { from, to } = under(prefixOf(index.id), range);
    return countKeys(this.store.entries, from, to, limit);
  }

  /** How many documents have their encoded `_id` in a range, counting no further than a limit. */
  countIds(range: Range, limit: number): number {
    const { from, to } = this.#ownRange(range);
    return countKeys(this.store.documents, from, to, limit);
  }

  #ownRange(range: Range = { from: Buffer.alloc(0), to: Buffer.alloc(0) }): Range {
    return under(prefixOf(this.entry.id), range);
  }

  *#scan(range: Range, reverse: boolean): Generator<Entry | Pause> {
    const { store } = this;
    const there = () => store.collection(this.ns)?.entry.id === this.entry.id;
    yield* scan(store.documents, range, reverse, store.turns, there);
  }

  /**
   * Puts a row in place of another, or of none; without a row, removes the other. Everything that could be refused is
   * looked at before anything is written. To be called while writing.
   */
  replace(old: Row | undefined, row: Row | undefined): void {
    const id = encodeKey((row ?? old)!.doc._id);
    const key = this.documentKey(id);
    const { documents, entries } = this.store;
    if (row && !old) this.#refuseDuplicateId(key, row.doc);
    const added: EntryKey[] = [];
    const removed: Buffer[] = [];
    for (const index of this.indexes) {
      const before = old ? this.keysIn(index, old.doc, id) : [];
      const after = row ? this.keysIn(index, row.doc, id) : [];
      const [stale, fresh] = [new Set(before.map(text)), new Set(after.map(text))];
      removed.push(...before.filter((one) => !fresh.has(text(one))).map((one) => one.key));
      for (const one of after) {
        if (stale.has(text(one))) continue;
        this.#refuseUnstorable(one);
        added.push(one);
      }
    }
    for (const stale of removed) void entries.remove(stale);
    for (const fresh of added) void entries.put(fresh.key, id);
    if (row) void documents.put(key, row.bytes);
    else void documents.remove(key);
  }

  /** The entries a document has in an index, each with what tells duplicates. Takes note of arrays. */
  keysIn(index: Index, doc: Document, id: Buffer): EntryKey[] {
    const { sparse, unique, partialFilterExpression } = index.spec;
    if (partialFilterExpression && !partialFilter(index, partialFilterExpression)(doc)) return [];
    const { keys, multikey } = indexKeys(doc, patternOf(index), sparse === true);
    if (multikey.some((many, i) => many && !index.multikey[i])) this.#setMultikey(index, multikey);
    const prefix = prefixOf(index.id);
    return keys.map(({ bytes, values }) => ({
      index,
      bytes,
      values,
      key: Buffer.concat(unique ? [prefix, bytes] : [prefix, bytes, id]),
    }));
  }

  documentKey(id: Buffer): Buffer {
    return Buffer.concat([prefixOf(this.entry.id), id]);
  }

  #refuseDuplicateId(key: Buffer, doc: Document): void {
    if (key.length > MAX_KEY_BYTES) throw keyTooLong(this.ns, ID_INDEX, key.length);
    if (this.store.documents.doesExist(key))
      throw this.duplicate(this.entry.indexes[0]!, [doc._id]);
  }

  #refuseUnstorable({ index, key, values }: EntryKey): void {
    if (key.length > MAX_KEY_BYTES) throw keyTooLong(this.ns, index.spec.name, key.length);
    if (index.spec.unique && this.store.entries.doesExist(key)) throw this.duplicate(index, values);
  }

  /** The error of a second document with these values in a unique index. */
  duplicate({ spec }: Index, values: unknown[]): CommandError {
    const fields = Object.keys(spec.key).map((path, i) => {
      const value = values[i];
      return [path, value === undefined || typeof value === "symbol" ? null : value] as const;
    });
    const keyValue = Object.fromEntries(fields);
    return duplicateKey(this.ns, spec.name, spec.key, keyValue, show(keyValue));
  }

  #setMultikey(index: Index, multikey: boolean[]): void {
    index.multikey = index.multikey.map((was, i) => was || multikey[i] === true);
    this.store.changeCatalog((catalog) => {
      for (const { indexes } of catalog.collections)
        for (const one of indexes) if (one.id === index.id) one.multikey = index.multikey;
    });
  }

  /** Drops an index; what it holds is cleared away later. To be called while writing. */
  dropIndex(index: Index): void {
    this.store.changeCatalog((catalog) => {
      const entry = catalog.collections.find(({ id }) => id === this.entry.id);
      if (!entry) return;
      entry.indexes = entry.indexes.filter(({ id }) => id !== index.id);
      catalog.garbage.push(index.id);
    });
  }
}

/** Whether a document belongs in a partial index. */
export function partialFilter(index: Index, filter: Document): Matcher {
  let matcher = partialFilters.get(index);
  if (!matcher) partialFilters.set(index, (matcher = compileFilter(filter, plainScope())));
  return matcher;
}

const text = ({ key }: EntryKey) => key.toString("latin1");

const keyTooLong = (ns: string, index: string, size: number) =>
  new CommandError(
    Code.KeyTooLong,
    `Index key too large for index '${index}' of ${ns}: ${size} bytes, of which ${MAX_KEY_BYTES} are allowed`,
  );
