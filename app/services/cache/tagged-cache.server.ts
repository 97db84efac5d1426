/** Values kept in memory, each until something that it was computed from is changed. */
import { LRUCache } from "lru-cache";
import type { PageTag } from "./tags";

/** A value is computed again after so long, should an invalidation ever have been missed. */
const MAX_AGE_MS = 10 * 60_000;

/** A value with what it depends on. */
export interface Computed<Value> {
  value: Value;
  tags: ReadonlySet<PageTag>;
  /** Until when it holds, in milliseconds since 1970. */
  validUntil: number;
  /** Whether it may be kept, or only answers those who wait for it. */
  isCacheable: boolean;
}

interface Entry<Value> {
  computed: Computed<Value>;
  expiresAt: number;
}

/** A computation that has begun. */
interface Computation {
  /** What was changed since. */
  changed: Set<PageTag>;
}

/** How a cache has been used. */
export interface CacheStatistics {
  hits: number;
  misses: number;
  invalidated: number;
  entries: number;
  bytes: number;
}

export interface TaggedCache<Value> {
  get(key: string): Value | undefined;
  /** Gets a value, or computes it: once for all who ask for it meanwhile. */
  getOrCompute(key: string, compute: () => Promise<Computed<Value>>): Promise<Computed<Value>>;
  /** Accounts for a value that takes another number of bytes than when it was computed. */
  resized(key: string, value: Value): void;
  /** Drops the values that depend on any of some tags. */
  invalidate(tags: readonly PageTag[]): void;
  statistics(): CacheStatistics;
}

interface CacheOptions<Value> {
  /** The memory that all values may take together. */
  maxBytes: number;
  /** @returns the bytes that a value takes */
  sizeOf: (value: Value) => number;
  /** The tag on which every value depends. */
  everything: PageTag;
}

/** Creates an empty cache: the values that were not asked for longest make room for others. */
export function createTaggedCache<Value>({
  maxBytes,
  sizeOf,
  everything,
}: CacheOptions<Value>): TaggedCache<Value> {
  const keysByTag = new Map<PageTag, Set<string>>();
  const computations = new Set<Computation>();
  /** The values to wait for: those that are being computed, with no change since. */
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
    if (!entries.has(key)) return; // It is larger than all values together may be.
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
      // A copy, since the size of an entry that is set again is not calculated again.
      if (entry?.computed.value === value) entries.set(key, { ...entry });
    },
    invalidate(tags) {
      // What is being computed may have been read before the change: for whoever asks from now on it is
      // computed again, and if it depends on what was changed it is not kept.
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
