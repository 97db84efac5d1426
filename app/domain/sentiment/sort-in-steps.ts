/**
 * Sorts a piece at a time (a merge sort from the bottom up), for lists that would take longer in one go
 * than a server may look away.
 *
 * @param size how many items one step handles at most, beside copying a list as it is
 * @returns a new list
 */
export function* sortInSteps<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
  size: number,
): Generator<undefined, Item[], undefined> {
  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += size) {
    runs.push(items.slice(start, start + size).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [one = [], other = []] = runs.slice(at, at + 2);
      merged.push(yield* mergeInSteps(one, other, compare, size));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeInSteps<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (one: Item, other: Item) => number,
  size: number,
): Generator<undefined, Item[], undefined> {
  const merged: Item[] = [];
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length) {
    const [left, right] = [one[i] as Item, other[j] as Item];
    if (compare(left, right) <= 0) {
      merged.push(left);
      i += 1;
    } else {
      merged.push(right);
      j += 1;
    }
    if (merged.length % size === 0) yield;
  }
  for (const rest of [one.slice(i), other.slice(j)]) {
    for (const item of rest) if (merged.push(item) % size === 0) yield;
  }
  return merged;
}
