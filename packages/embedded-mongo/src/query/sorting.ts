/** Sorts large inputs in runs that are then merged; keeps only as many items as needed. */
import { mergeByKey } from "../planner/execute";
import { PAUSE, type Pause } from "../storage/time-slice";

const RUN_LENGTH = 2048;

interface Keyed<T> {
  item: T;
  key: Buffer;
}

const byKey = <T>(a: Keyed<T>, b: Keyed<T>) => Buffer.compare(a.key, b.key);

/** Yields the first `most` items in the order of their keys; stable. `most` may be `Infinity`. */
export function* inOrder<T>(
  items: Iterable<T | Pause>,
  keyOf: (item: T) => Buffer,
  most: number,
): Generator<T | Pause> {
  let run: Keyed<T>[] = [];
  const runs: Keyed<T>[][] = [];
  const size = Math.max(RUN_LENGTH, Number.isFinite(most) ? most * 2 : 0);
  for (const item of items) {
    if (item === PAUSE) {
      yield PAUSE;
      continue;
    }
    run.push({ item: item as T, key: keyOf(item as T) });
    if (run.length < size) continue;
    run.sort(byKey);
    if (Number.isFinite(most)) run.length = Math.min(run.length, most);
    else {
      runs.push(run);
      run = [];
    }
    yield PAUSE;
  }
  runs.push(run.sort(byKey));
  if (runs.length === 1) for (const { item } of run) yield item;
  else yield* mergeByKey(runs.map(withPauses));
}

function* withPauses<T>(run: Iterable<Keyed<T>>): Generator<Keyed<T> | Pause> {
  let n = 0;
  for (const keyed of run) {
    yield keyed;
    if (++n % RUN_LENGTH === 0) yield PAUSE;
  }
}
