/**
 * Data that pages show again and again, read once between two changes of it. A page of somebody who is
 * signed in cannot be kept as a whole; most of what it shows is the same for everybody, or changes rarely.
 */
import { dependsOn, holdsUntil, recordDependencies } from "./dependencies.server";
import { onInvalidation } from "./invalidation.server";
import { createTaggedCache, type CacheStatistics, type TaggedCache } from "./tagged-cache.server";
import { EVERYTHING } from "./tags";

interface CachedReads {
  cache: TaggedCache<unknown>;
  isCurrent: () => boolean;
}

let cachedReads: CachedReads | null = null;

interface CachedReadsOptions {
  /** The memory that all data may take together. */
  maxBytes: number;
  /** Whether this process knows of all changes of more than a second ago. */
  isCurrent: () => boolean;
}

/** Begins to keep what `cachedRead` reads; without it each read goes to the database. */
export function cacheReads({ maxBytes, isCurrent }: CachedReadsOptions): {
  statistics(): CacheStatistics;
  stop(): void;
} {
  const cache = createTaggedCache<unknown>({ maxBytes, sizeOf, everything: EVERYTHING });
  const stopListening = onInvalidation(cache.invalidate);
  cachedReads = { cache, isCurrent };
  return {
    statistics: cache.statistics,
    stop() {
      stopListening();
      cachedReads = null;
    },
  };
}

/**
 * Reads something, unless it was read before and nothing it depends on has changed since. What it returns is
 * shared by many requests, and so cannot be changed. `null` is not kept.
 *
 * @param key what is read: a name, and whatever it depends on besides stored data, such as the id of the
 *   person for whom it is read
 * @param read names what it reads with `dependsOn`, as services do
 */
export async function cachedRead<Result>(
  key: readonly unknown[],
  read: () => Promise<Result>,
): Promise<Result> {
  if (!cachedReads?.isCurrent()) return read();
  const { value, tags, validUntil } = await cachedReads.cache.getOrCompute(
    JSON.stringify(key),
    async () => {
      const { result, dependencies } = await recordDependencies(read);
      const { tags, validUntil } = dependencies;
      return { value: freezeDeeply(result), tags, validUntil, isCacheable: result !== null };
    },
  );
  dependsOn(...tags);
  holdsUntil(validUntil);
  return value as Result;
}

function freezeDeeply<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freezeDeeply);
  }
  return value;
}

/** About as many bytes as a value takes in memory: what it is written in, and as much again for its shape. */
const sizeOf = (value: unknown): number => 2 * (JSON.stringify(value)?.length ?? 0);
