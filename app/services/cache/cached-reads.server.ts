/**
 * A cache for data that many pages show. Pages of signed-in users cannot be cached as a whole, but most of what
 * they show is the same for everybody or changes rarely.
 */
import type { PageTag } from "~/config/page-tags";
import { onInvalidation } from "./invalidation.server";
import { createTaggedCache, type TaggedCache } from "./tagged-cache.server";

let cachedReads: { cache: TaggedCache<unknown>; isCurrent: () => boolean } | null = null;

/**
 * Enables the cache of `cachedRead`. Without it every read goes to the database.
 * @param maxBytes the memory limit of the whole cache
 * @param isCurrent whether this process has handled all invalidations from more than a second ago
 * @returns a function that disables it
 */
export function cacheReads(maxBytes: number, isCurrent: () => boolean): () => void {
  const cache = createTaggedCache<unknown>(maxBytes, sizeOf);
  const stopListening = onInvalidation(cache.invalidate);
  cachedReads = { cache, isCurrent };
  return () => {
    stopListening();
    cachedReads = null;
  };
}

/**
 * Returns the cached result of a read, or reads it if it is not cached or something it depends on has changed. The
 * result is shared by many requests and therefore frozen. `null` is not cached.
 * @param tags the tags of everything that is read; a function if they depend on the result
 * @param key the cache key: a name, and every input of the read besides stored data, such as the user's id
 */
export async function cachedRead<Result>(
  tags: readonly PageTag[] | ((result: NonNullable<Result>) => readonly PageTag[]),
  key: readonly unknown[],
  read: () => Promise<Result>,
): Promise<Result> {
  if (!cachedReads?.isCurrent()) return read();
  const { value } = await cachedReads.cache.getOrCompute(JSON.stringify(key), async () => {
    const result = freezeDeeply(await read());
    const isCacheable = result !== null && result !== undefined;
    const resultTags = typeof tags !== "function" ? tags : isCacheable ? tags(result) : [];
    return { value: result, tags: resultTags, isCacheable };
  });
  return value as Result;
}

function freezeDeeply<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freezeDeeply);
  }
  return value;
}

/** Estimates the memory of a value as twice the length of its JSON. */
const sizeOf = (value: unknown): number => 2 * (JSON.stringify(value)?.length ?? 0);
