import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Looks up many items in batches. Yields to the event loop between a result and the next query, so that requests are
 * served in between.
 * @param items what to look up, in any order
 * @param batchSize items per batch, 1 or more
 * @param lookUp returns the results of one batch by id
 * @returns the results of all batches by id
 * @throws what `lookUp` throws
 */
export async function lookUpInBatches<Item, Found>(
  items: readonly Item[],
  batchSize: number,
  lookUp: (batch: readonly Item[]) => Promise<Iterable<[id: string, found: Found]>>,
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  for (let from = 0; from < items.length; from += batchSize) {
    for (const [id, one] of await lookUp(items.slice(from, from + batchSize))) found.set(id, one);
    await nextTurn();
  }
  return found;
}
