import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Looks up many items a batch at a time. An answer and the next query are worked on in different turns of the event
 * loop, so that pages are served in between.
 *
 * @param items what to look up, in any order
 * @param batchSize how many of them at once, 1 or more
 * @param lookUp gives what is found of one batch, by id
 * @returns what is found of all, by id
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
