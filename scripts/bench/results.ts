/** Collects figures over several rounds, compares them within each round, and prints tables. */

/** The figures of one measurement. */
export interface Figures {
  /** Requests per second. */
  rate: number;
  /** The 99th percentile of the latency, in milliseconds. */
  p99: number;
  /** The server's processor time per request, in milliseconds; `null` if the system does not tell. */
  cpuMs: number | null;
}

/** The figures of each measured thing, by its name; the nth figures of two things are of the same round. */
export class Results {
  readonly #rounds = new Map<string, Figures[]>();

  add(name: string, figures: Figures): void {
    this.#rounds.set(name, [...(this.#rounds.get(name) ?? []), figures]);
  }

  /** @returns the median over the rounds of the rate of one thing, as a multiple of that of another; empty if unknown */
  ratio(one: string, other: string): string {
    const others = this.#rounds.get(other) ?? [];
    const ratios = (this.#rounds.get(one) ?? []).flatMap(({ rate }, round) => {
      const beside = others[round];
      return beside ? rate / beside.rate : [];
    });
    return ratios.length ? median(ratios).toFixed(2) : "";
  }

  /** @returns the medians over the rounds, such as `1,235/s, 12 ms, 0.46 ms CPU`; empty if unknown */
  cell(name: string): string {
    const rounds = this.#rounds.get(name);
    if (!rounds) return "";
    const cpu = rounds.flatMap(({ cpuMs }) => cpuMs ?? []);
    return [
      `${Math.round(median(rounds.map(({ rate }) => rate))).toLocaleString("en")}/s`,
      `${Math.round(median(rounds.map(({ p99 }) => p99)))} ms`,
      ...(cpu.length ? [`${median(cpu).toFixed(2)} ms CPU`] : []),
    ].join(", ");
  }
}

/** @returns the middle number, or the mean of the two in the middle */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half)
    ? (sorted[half - 1]! + sorted[half]!) / 2
    : sorted[Math.floor(half)]!;
}

/** @returns a Markdown table whose first row is the header; all columns but the first are right-aligned */
export const table = ([heads = [], ...rows]: readonly (readonly string[])[]): string =>
  [heads, ["---", ...heads.slice(1).map(() => "--:")], ...rows]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
