/** What measuring gives, and what is made of it: medians of rounds, and ratios within a round. */

/** What one measurement of one page gave. */
export interface Figures {
  requestsPerSecond: number;
  /** The milliseconds that half of the answers took no more than, and 99 of 100. */
  p50: number;
  p99: number;
  /** Processor time of the server for each request, in milliseconds; null where none can be read. */
  cpuMs: number | null;
}

/**
 * @param all what was measured of several servers at the same time
 * @returns what all served, the latencies of the slowest, and the processor time of a request in the mean
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

/** What was measured, of what, and with how many connections. */
export interface Place {
  /** Who asked, and where: `anonymous`, `signed in`, `baseline`. */
  group: string;
  page: string;
  connections: number;
}

/** The figures of measurements that took turns. The nth of one place is of the same round as the nth of another. */
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
   * Compares two places round by round, so that a slow moment of the machine is in both.
   *
   * @returns how many times the figure of `other` that of `place` is, in the median
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

/** @returns the middle one of some numbers, or the mean of the two in the middle */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half)
    ? (sorted[half - 1]! + sorted[half]!) / 2
    : sorted[Math.floor(half)]!;
}

/** @returns the number that `percent` of all are no greater than */
export function percentile(sorted: ArrayLike<number>, percent: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)]!;
}
