/** Collects measured figures and computes medians over rounds and ratios within a round. */

/** The result of one measurement of one page. */
export interface Figures {
  requestsPerSecond: number;
  /** The median and the 99th percentile of the latency, in milliseconds. */
  p50: number;
  p99: number;
  /** The server's processor time per request, in milliseconds; null if the system does not provide it. */
  cpuMs: number | null;
}

/**
 * @param all the figures of several servers that were measured at the same time
 * @returns the sum of their requests per second, the latencies of the slowest, and the mean processor time per request
 */
export function sumOf(all: readonly Figures[]): Figures {
  const requestsPerSecond = all.reduce((sum, one) => sum + one.requestsPerSecond, 0);
  const cpuMs = all.reduce<number | null>(
    (sum, one) =>
      sum === null || one.cpuMs === null
        ? null
        : sum + (one.cpuMs * one.requestsPerSecond) / requestsPerSecond,
    0,
  );
  return {
    ...{ requestsPerSecond, cpuMs },
    p50: Math.max(...all.map(({ p50 }) => p50)),
    p99: Math.max(...all.map(({ p99 }) => p99)),
  };
}

/** The subject of a measurement: the group, the page and the number of connections. */
export interface Place {
  /** The kind of visitor and the site: `anonymous`, `signed in`, `baseline`. */
  group: string;
  page: string;
  connections: number;
}

/** The figures of measurements that alternate. The nth figures of two places are of the same round. */
export class Results {
  readonly #rounds = new Map<string, Figures[]>();

  add(place: Place, figures: Figures): void {
    const key = keyOf(place);
    this.#rounds.set(key, [...(this.#rounds.get(key) ?? []), figures]);
  }

  /** @returns the median of each figure over the rounds */
  median(place: Place): Figures | undefined {
    const rounds = this.#rounds.get(keyOf(place));
    if (!rounds) return undefined;
    const cpu = rounds.map(({ cpuMs }) => cpuMs).filter((ms) => ms !== null);
    return {
      requestsPerSecond: median(rounds.map((round) => round.requestsPerSecond)),
      p50: median(rounds.map(({ p50 }) => p50)),
      p99: median(rounds.map(({ p99 }) => p99)),
      cpuMs: cpu.length ? median(cpu) : null,
    };
  }

  /**
   * Compares two places round by round, so that a slow period of the machine affects both.
   *
   * @returns the median over the rounds of the figure of `place` divided by that of `other`
   */
  ratio(
    place: Place,
    other: Place,
    figure: "requestsPerSecond" | "cpuMs" = "requestsPerSecond",
  ): number | undefined {
    const others = this.#rounds.get(keyOf(other)) ?? [];
    const ratios = (this.#rounds.get(keyOf(place)) ?? []).flatMap((round, i) => {
      const one = round[figure];
      const two = others[i]?.[figure];
      return one === null || !two ? [] : [one / two];
    });
    return ratios.length ? median(ratios) : undefined;
  }
}

const keyOf = ({ group, page, connections }: Place) => JSON.stringify([group, page, connections]);

/** @returns the median: the middle number, or the mean of the two in the middle */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half)
    ? (sorted[half - 1]! + sorted[half]!) / 2
    : sorted[Math.floor(half)]!;
}

/** @returns the percentile of ascending numbers */
export function percentile(sorted: ArrayLike<number>, percent: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)]!;
}
