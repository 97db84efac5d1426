import { computeTrust, type Trust } from "~/domain/sentiment/trust";

/** Somebody who has trust, by id. */
export interface TrustedPerson extends Trust {
  id: string;
}

/** Computes trust in a worker thread, which receives support and returns people in batches. */
export class TrustCalculation {
  private readonly support = new Map<string, Set<string>>();
  private people: TrustedPerson[] = [];

  /** Adds support. @param pairs the ids of supporter and author; the same pair may be given repeatedly */
  add(pairs: readonly (readonly [supporter: string, author: string])[]): void {
    for (const [supporter, author] of pairs) {
      const authors = this.support.get(supporter) ?? new Set();
      this.support.set(supporter, authors.add(author));
    }
  }

  /** @returns how many people have trust */
  compute(roots: readonly string[]): number {
    const trusted = computeTrust(roots, this.support);
    this.people = [...trusted].map(([id, trust]) => ({ id, ...trust }));
    return this.people.length;
  }

  /** @returns those who have trust, from one index (inclusive) to another (exclusive) */
  readPeople(from: number, to: number): TrustedPerson[] {
    return this.people.slice(from, to);
  }
}
