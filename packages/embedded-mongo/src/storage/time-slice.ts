/**
 * Keeps work from blocking the event loop. Generators that read many documents yield `PAUSE` between rows
 * from time to time; their callers then let other work run, or continue at once within a transaction.
 */

/** Yielded between rows when other work may run. */
export const PAUSE = Symbol("pause");
export type Pause = typeof PAUSE;

const READING_MS = 4;
/** A time slice for writing ends with a commit, which is slow, so it is longer. */
const WRITING_MS = 25;

/** Counts time slices, so that data kept from an earlier one can be recognised as outdated. */
export class TimeSlices {
  /** The number of the current time slice; data read in another may be outdated. */
  current = 0;
  #began = performance.now();
  #length = READING_MS;

  /** Starts a time slice; other work may have run since the last. */
  begin(what: "reading" | "writing" = "reading"): void {
    this.current++;
    this.#began = performance.now();
    this.#length = what === "reading" ? READING_MS : WRITING_MS;
  }

  get over(): boolean {
    return performance.now() - this.#began >= this.#length;
  }
}

/** Resolves in the next turn of the event loop, so that other pending work runs first. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => setImmediate(resolve));

export function* withoutPauses<T>(items: Iterable<T | Pause>): Generator<T> {
  for (const item of items) if (item !== PAUSE) yield item as T;
}
