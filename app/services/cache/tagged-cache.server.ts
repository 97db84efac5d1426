/** An in-memory cache whose entries are invalidated by the tags of what they were computed from. */
import { LRUCache } from "lru-cache";
import type { PageTag } from "./tags";

/** Values expire after this time, in case an invalidation was missed. */
const MAX_AGE_MS = 10 * 60_000;

/** A value with the tags it depends on. */
export interface Computed<Value> {
  value: Value;
  tags: ReadonlySet<PageTag>;
  /** When it expires, in milliseconds since 1970. */
  validUntil: number;
  /** Whether it may be stored, or is only returned to the callers waiting for it. */
  isCacheable: boolean;
}

interface Entry<Value> {
  computed: Computed<Value>;
  expiresAt: number;
}

/** A computation in progress. */
interface Computation {
  /** The tags invalidated since it began. */
  changed: Set<PageTag>;
}

/** Statistics of a cache since it was created. */
export interface CacheStatistics {
  hits: number;
  misses: number;
  invalidated: number;
  entries: number;
  bytes: number;
}

export interface TaggedCache<Value> {
  get(key: string): Value | undefined;
  /** Returns the cached value, or computes it. Concurrent callers share one computation. */
  getOrCompute(key: string, compute: () => Promise<Computed<Value>>): Promise<Computed<Value>>;
  /** Updates the size of an entry whose value has grown or shrunk since it was computed. */
  resized(key: string, value: Value): void;
  /** Removes the entries that depend on any of the tags. */
  invalidate(tags: readonly PageTag[]): void;
  statistics(): CacheStatistics;
}

interface CacheOptions<Value> {
  /** The total size limit of all values. */
  maxBytes: number;
  /** @returns the size of a value in bytes */
  sizeOf: (value: Value) => number;
  /** The tag that every value depends on. */
  everything: PageTag;
}

/** Creates an empty cache that evicts the least recently used values. */
export function createTaggedCache<Value>({
  maxBytes,
  sizeOf,
  everything,
}: CacheOptions<Value>): TaggedCache<Value> {
  const keysByTag = new Map<PageTag, Set<string>>();
  const computations = new Set<Computation>();
  /** The computations that concurrent callers may share, because nothing was invalidated since they began. */
  const pending = new Map<string, Promise<Computed<Value>>>();
  const counts = { hits: 0, misses: 0, invalidated: 0 };

  const entries = new LRUCache<string, Entry<Value>>({
    maxSize: maxBytes,
    sizeCalculation: ({ computed }, key) => sizeOf(computed.value) + key.length,
    noDisposeOnSet: true,
    dispose: ({ computed }, key) => {
      for (const tag of computed.tags) {
        const keys = keysByTag.get(tag);
        keys?.delete(key);
        if (!keys?.size) keysByTag.delete(tag);
      }
    },
  });

  function find(key: string): Computed<Value> | undefined {
    const entry = entries.get(key);
    if (!entry) return undefined;
    if (Date.now() < entry.expiresAt) {
      counts.hits += 1;
      return entry.computed;
    }
    entries.delete(key);
    return undefined;
  }

  function keep(key: string, computed: Computed<Value>): void {
    const expiresAt = Math.min(Date.now() + MAX_AGE_MS, computed.validUntil);
    entries.delete(key);
    entries.set(key, { computed, expiresAt });
    if (!entries.has(key)) return; // The value is larger than the whole cache may be.
    for (const tag of computed.tags) {
      let keys = keysByTag.get(tag);
      if (!keys) keysByTag.set(tag, (keys = new Set()));
      keys.add(key);
    }
  }

  async function computeAndKeep(
    key: string,
    compute: () => Promise<Computed<Value>>,
  ): Promise<Computed<Value>> {
    const computation: Computation = { changed: new Set() };
    const { changed } = computation;
    computations.add(computation);
    try {
      const computed = await compute();
      const isStale = changed.has(everything) || [...computed.tags].some((tag) => changed.has(tag));
      if (computed.isCacheable && !isStale) keep(key, computed);
      return computed;
    } finally {
      computations.delete(computation);
    }
  }

  return {
    get: (key) => find(key)?.value,
    async getOrCompute(key, compute) {
      const found = find(key);
      if (found) return found;
      counts.misses += 1;
      const waitedFor = pending.get(key);
      if (waitedFor) return waitedFor;
      const computed = computeAndKeep(key, compute);
      pending.set(key, computed);
      try {
        return await computed;
      } finally {
        if (pending.get(key) === computed) pending.delete(key);
      }
    },
    resized(key, value) {
      const entry = entries.peek(key);
      // A copy, because the size of the same entry would not be calculated again.
      if (entry?.computed.value === value) entries.set(key, { ...entry });
    },
    invalidate(tags) {
      // A computation in progress may have read old data: later callers compute the value again, and the result is
      // not stored if it depends on one of the tags.
      for (const { changed } of computations) tags.forEach((tag) => changed.add(tag));
      pending.clear();
      const before = entries.size;
      if (tags.includes(everything)) entries.clear();
      else {
        for (const tag of tags) for (const key of keysByTag.get(tag) ?? []) entries.delete(key);
      }
      counts.invalidated += before - entries.size;
    },
    statistics: () => ({ ...counts, entries: entries.size, bytes: entries.calculatedSize }),
  };
}
