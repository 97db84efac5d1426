/** Latencies as wrk measured them, from those that it reports. */

/** Latencies in microseconds, rising, each with how many answers took so long. */
export type Latencies = readonly (readonly [microseconds: number, count: number])[];

/**
 * Takes out what wrk adds to the latencies it has measured. For an answer that took longer than a connection
 * takes for two requests on average, it adds the requests that could have been sent meanwhile and how long
 * they would have waited, as if whoever reads asked at a steady rate. That is another figure than the
 * latency of the requests that were sent, which every other generator gives.
 *
 * Source: `stats_correct` in wrk's stats.c, and its call in wrk.c.
 *
 * @param told the latencies that wrk reports
 * @param run how many requests were answered, over how many connections, and in how many microseconds
 * @returns the latencies of the requests that were sent: of as many as were answered
 */
export function withoutAdded(
  told: Latencies,
  run: { answers: number; connections: number; microseconds: number },
): Latencies {
  const { answers, connections, microseconds } = run;
  const ofEach = Math.floor(answers / connections);
  if (!ofEach) return told;
  const interval = Math.floor(microseconds / ofEach);
  const counts = new Map(told);
  // wrk goes from the lowest to the highest and adds only to lower ones, so the highest count is as it was measured.
  for (const [latency] of told.toReversed()) {
    const count = counts.get(latency)!;
    if (latency < 2 * interval || !count) continue;
    for (let added = latency - interval; added > interval; added -= interval) {
      counts.set(added, (counts.get(added) ?? 0) - count);
    }
  }
  return told.map(([latency]) => [latency, counts.get(latency)!] as const);
}

/** @returns the microseconds that `percent` of all answers took no more than; `NaN` without answers */
export function percentileOf(latencies: Latencies, percent: number): number {
  const wanted = (latencies.reduce((sum, [, count]) => sum + count, 0) * percent) / 100;
  let seen = 0;
  for (const [latency, count] of latencies) {
    seen += count;
    if (count && seen >= wanted) return latency;
  }
  return NaN;
}
