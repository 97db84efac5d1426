import { setImmediate as others } from "node:timers/promises";

/** How long computing goes on before others get their turn, in milliseconds. */
const SLICE_MS = 10;

/**
 * Runs what is computed in steps, and lets other work of this process go on in between.
 *
 * @throws the signal's reason, between two steps
 */
export async function givingWay<Result>(
  steps: Generator<unknown, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let begun = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - begun < SLICE_MS) continue;
    await others();
    signal?.throwIfAborted();
    begun = performance.now();
  }
}
