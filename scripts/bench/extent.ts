/** How much is measured: everything, a quick run, or with the duration that an option sets. */
export interface BenchExtent {
  sizes: readonly [number, ...number[]];
  rounds: number;
  /** For comparing two sites of the same kind: more rounds, because the differences are small. */
  comparedRounds: number;
  /** The duration of one measurement. */
  seconds: number;
  warmUpSeconds: number;
  /**
   * For comparing one process with two: a longer warm-up, because each process compiles and reads everything itself,
   * and more rounds, because the goal is close to what the machine allows.
   */
  processes: { warmUpSeconds: number; rounds: number };
  /** The number of writes, and of renders of a single page. */
  writes: number;
  renders: number;
}

export const extentOf = ({
  quick,
  seconds,
}: {
  quick: boolean;
  seconds?: number;
}): BenchExtent => ({
  sizes: quick ? [1_000] : [1_000, 100_000],
  rounds: quick ? 1 : 3,
  comparedRounds: quick ? 1 : 7,
  seconds: seconds ?? (quick ? 1.5 : 2),
  warmUpSeconds: 1,
  processes: { warmUpSeconds: quick ? 1 : 30, rounds: quick ? 1 : 15 },
  ...(quick ? { writes: 100, renders: 10 } : { writes: 300, renders: 30 }),
});
