/**
 * Nobody may hold the event loop for long. Whatever reads many documents hands out `PAUSE` now and then among its
 * rows; whoever runs it lets others have their turn at that point, or goes on at once where it must.
 */

/** Stands between rows where others could have their turn. */
export const PAUSE = Symbol("pause");
export type Pause = typeof PAUSE;

/** How long a turn of reading may be. */
const READING_MS = 8;
/** A turn of writing ends with a commit, which takes a while of its own: many short ones would take far longer in all. */
const WRITING_MS = 25;

/** Counts the turns taken, so that whoever kept something from an earlier one can tell. */
export class Turns {
  /** Which turn it is. What was read from the store in another may be outdated. */
  current = 0;
  #began = performance.now();
  #length = READING_MS;

  /** A turn begins: something else may have run since the last. */
  begin(what: "reading" | "writing" = "reading"): void {
    this.current++;
    this.#began = performance.now();
    this.#length = what === "reading" ? READING_MS : WRITING_MS;
  }

  /** Whether this turn has lasted long enough. */
  get over(): boolean {
    return performance.now() - this.#began >= this.#length;
  }
}

/** Lets everything else that waits run first. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** All the items there are, without a pause. */
export function* withoutPauses<T>(items: Iterable<T | Pause>): Generator<T> {
  for (const item of items) if (item !== PAUSE) yield item as T;
}
