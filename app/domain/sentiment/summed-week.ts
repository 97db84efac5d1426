/**
 * A week's mentions as a few sums per token, from which an allocation is computed in microseconds, however many people
 * wrote: for questions of the kind "what if?", which are asked thousands of times for each recommendation.
 */
import { allocate, ROUNDING, unroundedShares } from "./allocation";
import {
  authorWeight,
  tokenSentiment,
  UNTRUSTED_SHARE,
  UNTRUSTED_WEIGHT,
  untrustedPart,
  weekFrom,
  type AuthorOnToken,
} from "./sentiment";

/** `Σ x`, `Σ x·a` and `Σ x·a²` over the authors of a token, with `x` a part of their weight and `a` what they say. */
type Sums = readonly [weight: number, said: number, squared: number];

/** The sums for the trust `t` in the authors, and for the part `0.1·(1 − t)`, of which a week counts some share. */
interface TokenSums {
  trusted: Sums;
  untrusted: Sums;
}

/** Accounts that nobody trusts, and that say the same of one token. */
export interface Crowd {
  token: string;
  /** From −1 to 1. */
  said: number;
  accounts: number;
}

/** How close to where rounding changes a share may be before the order of sums might decide. */
const MARGIN = 1e-10;
/** A sum that ought to be 0 may differ from it by this, from adding and subtracting. */
const NOTHING = 1e-12;

const EMPTY: TokenSums = { trusted: [0, 0, 0], untrusted: [0, 0, 0] };

export class SummedWeek {
  private constructor(
    private readonly tokens: Map<string, TokenSums>,
    private trust: number,
    private untrusted: number,
  ) {}

  static empty = (): SummedWeek => new SummedWeek(new Map(), 0, 0);

  copy = (): SummedWeek => new SummedWeek(new Map(this.tokens), this.trust, this.untrusted);

  /** Adds an author, or with `times` of −1 removes one. */
  addAuthor(trust: number, times: 1 | -1 = 1): void {
    this.trust += times * trust;
    this.untrusted += times * untrustedPart(trust);
  }

  /** Adds what an author says of a token, or with `times` of −1 removes it. */
  addSaid(token: string, trust: number, said: number, times: 1 | -1 = 1): void {
    const { trusted, untrusted } = this.tokens.get(token) ?? EMPTY;
    this.tokens.set(token, {
      trusted: plus(trusted, times * trust, said),
      untrusted: plus(untrusted, times * untrustedPart(trust), said),
    });
  }

  /** @returns the weight of some accounts without trust, as a share of the most that any number of them has */
  crowdShare(accounts: number): number {
    const { untrustedFactor } = weekFrom(this.trust, this.untrusted + accounts * UNTRUSTED_WEIGHT);
    const most = UNTRUSTED_SHARE * this.trust;
    return most ? (accounts * authorWeight(0, untrustedFactor)) / most : 1;
  }

  /**
   * @param crowd further accounts, each of which says the same
   * @returns whole percents by symbol, and whether they are certain: whether no share is so close to where rounding
   *   changes that sums in another order might be rounded otherwise
   */
  allocate(crowd?: Crowd): { allocation: Record<string, number>; isCertain: boolean } {
    const accounts = crowd?.accounts ?? 0;
    const week = weekFrom(this.trust, this.untrusted + accounts * UNTRUSTED_WEIGHT);
    const weight = accounts * authorWeight(0, week.untrustedFactor);
    const symbols = new Set(this.tokens.keys());
    if (crowd) symbols.add(crowd.token);
    const found = [...symbols].map((token) => {
      const { trusted, untrusted } = this.tokens.get(token) ?? EMPTY;
      const authors = [...authorsFrom(trusted, 1), ...authorsFrom(untrusted, week.untrustedFactor)];
      if (crowd?.token === token) authors.push({ weight, said: crowd.said, documents: 0 });
      return { ...tokenSentiment(token, authors, week), mentionCount: 0 };
    });
    const split = allocate(found);
    const isCertain = unroundedShares(split).every((share) => {
      const rounded = share + ROUNDING;
      return Math.abs(rounded - Math.round(rounded)) > MARGIN;
    });
    return { allocation: split.allocation, isCertain };
  }
}

const plus = ([weight, sum, squared]: Sums, by: number, said: number): Sums => [
  weight + by,
  sum + by * said,
  squared + by * said * said,
];

/** @returns two authors with the same sums: as far above the mean as below it */
function authorsFrom([weight, sum, squared]: Sums, factor: number): AuthorOnToken[] {
  if (weight < NOTHING) return [];
  const mean = sum / weight;
  const distance = Math.sqrt(Math.max(0, squared / weight - mean * mean));
  return [mean - distance, mean + distance].map((said) => ({
    weight: (factor * weight) / 2,
    said,
    documents: 0,
  }));
}
