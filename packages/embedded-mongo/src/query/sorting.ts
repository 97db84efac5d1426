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

/** Yields a run with regular pauses. */
function* withPauses<T>(run: Iterable<Keyed<T>>): Generator<Keyed<T> | Pause> {
  let n = 0;
  for (const keyed of run) {
    yield keyed;
    if (++n % RUN_LENGTH === 0) yield PAUSE;
  }
}

/** Yields the first `most` items in the order of a comparison; stable. `most` may be `Infinity`. */
export function* inOrderBy<T>(
  items: Iterable<T | Pause>,
  order: (a: T, b: T) => number,
  most: number,
): Generator<T | Pause> {
  let all: T[] = [];
  for (const item of items) {
    if (item === PAUSE) yield PAUSE;
    else all.push(item as T);
    if (all.length >= Math.max(RUN_LENGTH, 2 * most)) all = all.sort(order).slice(0, most);
  }
  yield* Number.isFinite(most) ? all.sort(order).slice(0, most) : all.sort(order);
}
