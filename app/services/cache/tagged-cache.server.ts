/** An in-memory cache whose entries are invalidated by tags. */
import { millisecondsInDay } from "date-fns/constants";
import { LRUCache } from "lru-cache";
import { EVERYTHING, type PageTag } from "~/config/page-tags";

/**
 * Values expire after this time, in case an invalidation was missed, and at the end of the day (UTC), because pages say
 * how many days are over.
 */
const MAX_AGE_MS = 10 * 60_000;

export interface Computed<Value> {
  value: Value;
  tags: readonly PageTag[];
  /** Whether it may be stored, or is only returned to the callers waiting for it. */
  isCacheable: boolean;
}

/** Times are from the monotonic clock, so that a change of the system's clock cannot make an old value look new. */
type Entry<Value> = { computed: Computed<Value>; startedAt: number; expiresAt: number };

export type TaggedCache<Value> = ReturnType<typeof createTaggedCache<Value>>;

/**
 * Creates an empty cache that evicts the least recently used values.
 * @param maxBytes the total size limit of all values, whose sizes `sizeOf` tells
 */
export function createTaggedCache<Value>(maxBytes: number, sizeOf: (value: Value) => number) {
  const entries = new LRUCache<string, Entry<Value>>({
    maxSize: maxBytes,
    sizeCalculation: ({ computed }, key) => sizeOf(computed.value) + key.length,
  });
  const pending = new Map<string, { startedAt: number; result: Promise<Computed<Value>> }>();
  /** When each tag was last invalidated, in this order. */
  const changedAt = new Map<PageTag, number>();
  let lastChangeAt = -Infinity;

  /** Whether nothing that a value depends on has changed since its computation began, and it has not expired. */
  function isFresh({ computed, startedAt, expiresAt }: Entry<Value>): boolean {
    const isUnchanged = (tag: PageTag) => (changedAt.get(tag) ?? -Infinity) < startedAt;
    return (
      performance.now() < expiresAt && isUnchanged(EVERYTHING) && computed.tags.every(isUnchanged)
    );
  }

  function find(key: string): Computed<Value> | undefined {
    const entry = entries.get(key);
    if (!entry) return undefined;
    if (isFresh(entry)) return entry.computed;
    entries.delete(key);
    return undefined;
  }

  async function computeAndKeep(
    key: string,
    startedAt: number,
    compute: () => Promise<Computed<Value>>,
  ): Promise<Computed<Value>> {
    const now = Date.now();
    const endOfDay = now - (now % millisecondsInDay) + millisecondsInDay;
    const computed = await compute();
    const expiresAt = startedAt + Math.min(MAX_AGE_MS, endOfDay - now);
    const entry = { computed, startedAt, expiresAt };
    // The computation may have read data that has changed since.
    if (computed.isCacheable && isFresh(entry)) entries.set(key, entry);
    return computed;
  }

  return {
    get: (key: string): Value | undefined => find(key)?.value,
    /** Returns the cached value, or computes it. Concurrent callers share one computation. */
    async getOrCompute(
      key: string,
      compute: () => Promise<Computed<Value>>,
    ): Promise<Computed<Value>> {
      const found = find(key);
      if (found) return found;
      const waitedFor = pending.get(key);
      // After a change, the value is computed again: the computation in progress may have read old data.
      if (waitedFor && lastChangeAt < waitedFor.startedAt) return waitedFor.result;
      const startedAt = performance.now();
      const computation = { startedAt, result: computeAndKeep(key, startedAt, compute) };
      pending.set(key, computation);
      try {
        return await computation.result;
      } finally {
        if (pending.get(key) === computation) pending.delete(key);
      }
    },
    /** Updates the size of an entry whose value has grown or shrunk since it was computed. */
    resized(key: string, value: Value): void {
      const entry = entries.peek(key);
      // A copy, because the size of the same entry would not be calculated again.
      if (entry?.computed.value === value) entries.set(key, { ...entry });
    },
    /** Makes the entries that depend on any of the tags out of date. */
    invalidate(tags: readonly PageTag[]): void {
      lastChangeAt = performance.now();
      for (const tag of tags) {
        changedAt.delete(tag);
        changedAt.set(tag, lastChangeAt);
      }
      // All entries that such early changes concern have expired.
      for (const [tag, at] of changedAt) {
        if (lastChangeAt - at <= MAX_AGE_MS) break;
        changedAt.delete(tag);
      }
    },
  };
}
