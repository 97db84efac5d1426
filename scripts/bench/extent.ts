/** How much is measured: all of it, a glance, or for so long as an option says. */
export interface BenchExtent {
  sizes: readonly [number, ...number[]];
  rounds: number;
  /** Of one measurement. */
  seconds: number;
  warmUpSeconds: number;
  /** For one process beside two: warmed up longer, as each compiles its own code and reads all articles first. */
  processes: { rounds: number; warmUpSeconds: number };
  /** How often something is written, and a page is rendered by itself. */
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
  seconds: seconds ?? (quick ? 1.5 : 2),
  warmUpSeconds: 1,
  processes: quick ? { rounds: 1, warmUpSeconds: 1 } : { rounds: 7, warmUpSeconds: 30 },
  ...(quick ? { writes: 100, renders: 10 } : { writes: 300, renders: 30 }),
});
