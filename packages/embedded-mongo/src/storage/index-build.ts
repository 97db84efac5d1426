/**
 * Builds an index without blocking: it is first added to the catalog, so that every writer maintains it, then
 * filled in time slices, and only then read. An index that a killed process has left incomplete is dropped by
 * the next process that finds it.
 */
import { encodeKey, identity } from "../bson/keys";
import { Row } from "../bson/raw-document";
import { Code, CommandError } from "../errors";
import type { Index, IndexSpec } from "./catalog";
import type { Collection } from "./collection";
import { rangeWithPrefix, MAX_KEY_BYTES, prefixOf } from "./range";
import { isRunning, RUN_ID } from "./running-process";
import type { Store } from "./store";

const WAIT_MS = 20;

/**
 * Adds an index, and creates its collection if necessary; resolves once the index can be read.
 *
 * @throws CommandError if documents have duplicate or overlong keys, or the collection is dropped; the index is
 * removed again
 */
export async function buildIndex(store: Store, ns: string, spec: IndexSpec): Promise<void> {
  const index = await store.write(() => announce(store, ns, spec));
  if (!index) return;
  try {
    for (let after: Buffer | undefined, more = true; more;) {
      ({ after, more } = await store.write(() => fill(store, ns, index.id, after)));
    }
    await store.write(() => setReady(store, index.id));
  } catch (error) {
    await store.write(() => abandon(store, ns, index.id));
    throw error;
  }
}

function announce(store: Store, ns: string, spec: IndexSpec): Index | undefined {
  const collection = store.ensureCollection(ns);
  // Another process may have created it in the meantime.
  if (collection.indexes.some((other) => other.spec.name === spec.name)) return undefined;
  const multikey = Object.keys(spec.key).map(() => false);
  let index: Index | undefined;
  store.changeCatalog((catalog) => {
    index = { id: catalog.nextId++, spec, multikey, building: process.pid, builder: RUN_ID };
    catalog.collections.find(({ id }) => id === collection.entry.id)!.indexes.push(index);
  });
  return index;
}

/** Indexes the documents after a key until the time slice is over; returns the last key, and whether there are more. */
function fill(store: Store, ns: string, indexId: number, after: Buffer | undefined) {
  const collection = store.collection(ns);
  const index = collection?.indexes.find(({ id }) => id === indexId);
  if (!collection || !index)
    throw new CommandError(
      Code.QueryPlanKilled,
      "the index or its collection was dropped while it was built",
    );
  const { from, to } = rangeWithPrefix(prefixOf(collection.entry.id));
  const start = after ?? from;
  let last = after;
  const range = { start, end: to, exclusiveStart: after !== undefined };
  for (const { key, value } of store.documents.getRange(range)) {
    add(collection, index, Row.from(Buffer.from(value)));
    last = Buffer.from(key);
    if (store.timeSlices.over) return { after: last, more: true };
  }
  return { after: last, more: false };
}

function add(collection: Collection, index: Index, row: Row): void {
  const { entries } = collection.store;
  const id = encodeKey(row.doc._id);
  for (const { key, values } of collection.keysIn(index, row.doc, id)) {
    if (key.length > MAX_KEY_BYTES)
      throw new CommandError(
        Code.KeyTooLong,
        `Index key too large for index '${index.spec.name}': ${key.length} bytes, of which ${MAX_KEY_BYTES} are allowed`,
      );
    const holder = entries.get(key);
    if (holder && !holder.equals(id)) throw collection.duplicate(index, values);
    if (!holder) void entries.put(key, id);
  }
}

function setReady(store: Store, indexId: number): void {
  store.changeCatalog((catalog) => {
    for (const { indexes } of catalog.collections)
      for (const index of indexes)
        if (index.id === indexId) {
          delete index.building;
          delete index.builder;
        }
  });
}

function abandon(store: Store, ns: string, indexId: number): void {
  const collection = store.collection(ns);
  const index = collection?.indexes.find(({ id }) => id === indexId);
  if (index) collection!.dropIndex(index);
}

/** Waits until no index of a collection is being built; drops the incomplete ones of processes that have ended. */
export async function awaitBuilds(store: Store, ns: string): Promise<void> {
  for (;;) {
    const building = store.collection(ns)?.indexes.filter((index) => index.building !== undefined);
    if (!building?.length) return;
    const dead = building.filter((index) => !isRunning(index.building!, index.builder));
    if (dead.length)
      await store.write(() => {
        for (const index of dead) abandon(store, ns, index.id);
      });
    else await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}

/** Whether two index keys or options are identical, including the order of fields. */
export const isIdentical = (a: unknown, b: unknown): boolean =>
  identity(a ?? null) === identity(b ?? null);
