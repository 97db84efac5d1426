/**
 * Data that everybody sees the same, read once between two changes of it. Pages of people who are signed
 * in cannot be kept; most of what they show can.
 */
import { dependsOn, holdsUntil, recordDependencies } from "./dependencies.server";
import { onInvalidation } from "./invalidation.server";
import { createTaggedCache, type CacheStatistics, type TaggedCache } from "./tagged-cache.server";
import { EVERYTHING } from "./tags";

interface SharedReads {
  cache: TaggedCache<unknown>;
  isCurrent: () => boolean;
}

let sharedReads: SharedReads | null = null;

interface SharedReadsOptions {
  /** The memory that all data may take together. */
  maxBytes: number;
  /** Whether this process knows of all changes of more than a second ago. */
  isCurrent: () => boolean;
}

/** Begins to keep what `sharedRead` reads; without it each read goes to the database. */
export function keepSharedReads({ maxBytes, isCurrent }: SharedReadsOptions): {
  statistics(): CacheStatistics;
  stop(): void;
} {
  const cache = createTaggedCache<unknown>({ maxBytes, sizeOf, everything: EVERYTHING });
  const stopListening = onInvalidation(cache.invalidate);
  sharedReads = { cache, isCurrent };
  return {
    statistics: cache.statistics,
    stop() {
      stopListening();
      sharedReads = null;
    },
  };
}

/**
 * Reads something that is the same for every viewer, unless it was read before and nothing it depends on
 * has changed since. What it returns is shared, and so cannot be changed.
 *
 * @param key what is read: a name, and whatever it depends on besides stored data
 * @param read names what it reads with `dependsOn`, as services do
 */
export async function sharedRead<Result>(
  key: readonly unknown[],
  read: () => Promise<Result>,
): Promise<Result> {
  if (!sharedReads?.isCurrent()) return read();
  const { value, tags, validUntil } = await sharedReads.cache.getOrCompute(
    JSON.stringify(key),
    async () => {
      const { result, dependencies } = await recordDependencies(read);
      const { tags, validUntil } = dependencies;
      return { value: freezeDeeply(result), tags, validUntil, isCacheable: true };
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
