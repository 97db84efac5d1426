/** Computes the latencies that wrk measured from those that it reports. */

/** Latencies in microseconds, ascending, each with the number of responses that took so long. */
export type Latencies = readonly (readonly [microseconds: number, count: number])[];

/**
 * Removes wrk's correction for coordinated omission. For a response that took longer than a connection takes for
 * two requests on average, wrk adds the requests that could have been sent in that time, with the latencies that
 * they would have had, as if the client sent requests at a steady rate. Other load generators report only the
 * latencies of the requests that were sent.
 *
 * Source: `stats_correct` in wrk's stats.c, and its call in wrk.c.
 *
 * @param told the latencies that wrk reports
 * @param run how many requests were answered, over how many connections, and in how many microseconds
 * @returns the latencies of the requests that were sent; the counts add up to `answers`
 */
export function withoutOmissionCorrection(
  told: Latencies,
  run: { answers: number; connections: number; microseconds: number },
): Latencies {
  const { answers, connections, microseconds } = run;
  const ofEach = Math.floor(answers / connections);
  if (!ofEach) return told;
  const interval = Math.floor(microseconds / ofEach);
  const counts = new Map(told);
  // wrk proceeds from low to high latencies and adds only to lower ones, so the highest count is the measured one.
  for (const [latency] of told.toReversed()) {
    const count = counts.get(latency)!;
    if (latency < 2 * interval || !count) continue;
    for (let added = latency - interval; added > interval; added -= interval) {
      counts.set(added, (counts.get(added) ?? 0) - count);
    }
  }
  return told.map(([latency]) => [latency, counts.get(latency)!] as const);
}

/** @returns the percentile of the latencies, in microseconds; `NaN` without responses */
export function percentileOf(latencies: Latencies, percent: number): number {
  const wanted = (latencies.reduce((sum, [, count]) => sum + count, 0) * percent) / 100;
  let seen = 0;
  for (const [latency, count] of latencies) {
    seen += count;
    if (count && seen >= wanted) return latency;
  }
  return NaN;
}
