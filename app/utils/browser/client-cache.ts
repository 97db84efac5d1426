/** For how long what was read counts as fresh. */
const FRESH_MS = 60_000;

interface Kept {
  /** When it was asked for, in milliseconds. */
  at: number;
  data: Promise<unknown>;
}

const kept = new Map<string, Kept>();

/**
 * For a `clientLoader`: what was asked for less than a minute ago is not asked for again on the way back
 * to its page. With `clientLoader.hydrate` the data in the document counts as asked for, too. Only what is
 * the same for every viewer may be kept.
 *
 * @param key names what is read
 * @param isGood whether it is worth keeping; what failed is not, and neither is a promise that did
 */
export async function cached<Data>(
  key: string,
  read: () => Promise<Data>,
  isGood: (data: Data) => boolean,
): Promise<Data> {
  const known = kept.get(key);
  if (known && Date.now() - known.at < FRESH_MS) return known.data as Promise<Data>;
  const entry: Kept = { at: Date.now(), data: read() };
  kept.set(key, entry);
  const drop = () => {
    if (kept.get(key) === entry) kept.delete(key);
  };
  try {
    const data = (await entry.data) as Data;
    if (!isGood(data)) drop();
    return data;
  } catch (error) {
    drop();
    throw error;
  }
}

/** For a `clientAction`: what it changes is asked for again whenever it is shown next. */
export const invalidate = (key: string): void => void kept.delete(key);
