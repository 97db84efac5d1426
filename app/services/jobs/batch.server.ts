/** Small writes that are collected and done together, after the responses to the requests that caused them. */
import { setTimeout as delay } from "node:timers/promises";
import { reportWarning } from "../warnings.server";

const BATCH_MS = 1_000;
/** More than that are dropped. The site never has so many readers at once. */
const MAX_BATCH_SIZE = 10_000;

/**
 * Collects what is to be written. A process that is killed loses it.
 * @param warning the warning if the write fails
 * @param everyMs for how long it collects; by default a second
 */
export function createBatch<Item>(
  write: (items: readonly Item[]) => Promise<void>,
  warning: string,
  everyMs = BATCH_MS,
) {
  let batch = new Map<string, Item>();
  let writing: Promise<void> | null = null;
  let stopWaiting = new AbortController();

  async function writeUntilEmpty(): Promise<void> {
    while (batch.size) {
      await delay(everyMs, undefined, { signal: stopWaiting.signal, ref: false }).catch(() => {});
      const items = [...batch.values()];
      batch = new Map();
      await write(items).catch(reportWarning(warning));
    }
  }

  return {
    /** Adds an item, unless one with the same key waits already. */
    add(key: string, item: Item): void {
      if (batch.has(key) || batch.size >= MAX_BATCH_SIZE) return;
      batch.set(key, item);
      writing ??= writeUntilEmpty().finally(() => (writing = null));
    },
    /** Writes at once what has been collected. */
    async finish(): Promise<void> {
      stopWaiting.abort();
      await writing;
      stopWaiting = new AbortController();
    },
  };
}
