const FRESH_MS = 60_000;

interface CacheEntry {
  requestedAt: number;
  data: Promise<unknown>;
}

const entries = new Map<string, CacheEntry>();

/**
 * Caches a `clientLoader`'s data for a minute, so that going back to a page does not load it again. With
 * `clientLoader.hydrate` the document's data is cached too. Only for data that is the same for every viewer.
 * @param key names the data
 * @param isCacheable whether the data is worth keeping; failures and rejected promises are dropped
 */
export async function cached<Data>(
  key: string,
  read: () => Promise<Data>,
  isCacheable: (data: Data) => boolean,
): Promise<Data> {
  const hit = entries.get(key);
  if (hit && Date.now() - hit.requestedAt < FRESH_MS) return hit.data as Promise<Data>;
  const entry: CacheEntry = { requestedAt: Date.now(), data: read() };
  entries.set(key, entry);
  const drop = () => {
    if (entries.get(key) === entry) entries.delete(key);
  };
  try {
    const data = (await entry.data) as Data;
    if (!isCacheable(data)) drop();
    return data;
  } catch (error) {
    drop();
    throw error;
  }
}

/** For a `clientAction`: drops the entry so that the next loader call fetches it again. */
export const invalidate = (key: string): void => void entries.delete(key);
