/**
 * The sentiment engine computes an allocation from what the community wrote in a week, by rules over words and
 * numbers, without machine learning. `vader.ts` and `overlay.ts` score a text, and `mentions.ts` finds the tokens that
 * it names. This file combines the scores with the trust in the authors into a score per token; `allocation.ts`
 * computes the mood and the split from these.
 */
import { isStablecoin } from "../tokens";
import { allocate, describeSplit, type Split, type TokenSentiment } from "./allocation";
import { countedMentions, type Mention, type UnlistedCounts } from "./mention";

/**
 * The version of the rules that find, score and weigh mentions. Rows of an older version are scored again when they
 * are read, so every change of the tokens, the overlay, or a rule of finding or scoring must increment it.
 */
export const SENTIMENT_METHOD = 6;

/** `K`: the number of neutral voices added to those of a token, as a prior. */
export const NEUTRAL_VOICES = 5;
/** The prior variance of a single voice. */
export const PRIOR_VARIANCE = 0.16;
/** The weight of an author without trust, unless `UNTRUSTED_SHARE` limits it. */
export const UNTRUSTED_WEIGHT = 0.1;
/** `β`: the maximum of what trust does not give, over all authors, as a share of the trust in all of them. */
export const UNTRUSTED_SHARE = 0.003;
/** Up to this number of voices a token is not covered, so that it takes at least three people. */
export const UNCOVERED_VOICES = 2;
/** From this number on it may be fully covered. */
export const COVERED_VOICES = 6;
/** The same as shares of the trust in all authors of the week, which are higher in a large community. */
export const UNCOVERED_SHARE = 0.05;
export const COVERED_SHARE = 0.4;
export const MAX_WEIGHT = 2;

export interface WeekOfAuthors {
  /** The number of people who wrote a document that counts. */
  authors: number;
  /** How many of these are trusted at all. */
  trusted: number;
  /** `Σ t` over all authors. */
  trust: number;
  /** `u`: the factor, from 0 to 1, for the weight that does not come from trust. */
  untrustedFactor: number;
  /** `L`: the number of voices up to which a token is not covered. */
  uncoveredUpTo: number;
  /** `H`: the number of voices from which a token is fully covered. */
  coveredFrom: number;
}

export interface Sentiment extends Split {
  week: WeekOfAuthors;
}

/**
 * Computes the weight of a document among those of its author, `min(2, 1 + ln(1 + U + 0.5·C))`.
 *
 * @param upvoters the sum of the trust in other people who upvoted it, so that false accounts add nothing
 * @param commenters the sum of the trust in other people who commented on it
 */
export const documentWeight = (upvoters: number, commenters: number): number =>
  Math.min(MAX_WEIGHT, 1 + Math.log(1 + upvoters + 0.5 * commenters));

/**
 * Computes scores and allocation from mentions.
 *
 * @param mentions sorted by `inOrder`
 * @param unlisted further mentions by token, which add only to `mentionCount`
 */
export function computeSentiment(
  mentions: readonly Mention[],
  unlisted: UnlistedCounts = {},
): Sentiment {
  const counted = countedMentions(mentions);
  const week = weekOf(counted);
  const byToken = groupBy(counted, "token");
  const tokens = [...groupBy(mentions, "token")].map(([token, all]) => ({
    ...tokenSentiment(token, authorsOf(byToken.get(token) ?? [], week.untrustedFactor), week),
    mentionCount: all.length + (unlisted[token] ?? 0),
  }));
  return { ...allocate(tokens), week };
}

/** Groups mentions, in the order in which the values of the field first appear. */
function groupBy(mentions: readonly Mention[], field: "token" | "author"): Map<string, Mention[]> {
  const groups = new Map<string, Mention[]>();
  for (const mention of mentions) {
    const group = groups.get(mention[field]);
    if (group) group.push(mention);
    else groups.set(mention[field], [mention]);
  }
  return groups;
}

const sumOf = <Item>(items: readonly Item[], value: (item: Item) => number) =>
  items.reduce((sum, item) => sum + value(item), 0);

/** What the weight of an author without trust, or with little, has beyond it. */
export const untrustedPart = (trust: number): number => UNTRUSTED_WEIGHT * (1 - trust);

/** @returns `v`, the weight of an author, from the trust and the week's `untrustedFactor` */
export const authorWeight = (trust: number, untrustedFactor: number): number =>
  trust + untrustedFactor * untrustedPart(trust);

function weekOf(counted: readonly Mention[]): WeekOfAuthors {
  const trusts = [...new Map(counted.map(({ author, trust }) => [author, trust])).values()];
  return {
    authors: trusts.length,
    trusted: trusts.filter((one) => one > 0).length,
    ...weekFrom(
      sumOf(trusts, (one) => one),
      sumOf(trusts, untrustedPart),
    ),
  };
}

/**
 * @param trust the sum of the trust in all authors
 * @param untrusted the sum of their `untrustedPart`
 */
export const weekFrom = (
  trust: number,
  untrusted: number,
): Omit<WeekOfAuthors, "authors" | "trusted"> => ({
  trust,
  untrustedFactor: untrusted ? Math.min(1, (UNTRUSTED_SHARE * trust) / untrusted) : 1,
  uncoveredUpTo: Math.max(UNCOVERED_VOICES, UNCOVERED_SHARE * trust),
  coveredFrom: Math.max(COVERED_VOICES, COVERED_SHARE * trust),
});

const authorsOf = (counted: readonly Mention[], untrustedFactor: number): AuthorOnToken[] =>
  [...groupBy(counted, "author").values()].map((own) => ({
    weight: authorWeight(own[0]!.trust, untrustedFactor),
    said: meanOf(own),
    documents: own.length,
  }));

/** What an author says about a token. */
export interface AuthorOnToken {
  /** `v` */
  weight: number;
  /** `a` */
  said: number;
  /** How many of the author's documents about it count. */
  documents: number;
}

/**
 * With `v = t + u·0.1·(1 − t)` the weight of each author and `a = Σ w·p / Σ w` the author's mean score:
 *
 * - `N = Σ v`;
 * - `c = (N − L) / (H − L)`, from 0 to 1: the coverage, 0 for stablecoins;
 * - `μ = Σ v·a / (N + K)`;
 * - `s = (Σ v·(a − μ)² + 0.16·K) / (N + K)` and `se = √(s / (N + K))`;
 * - `S` is `μ` moved towards 0 by one `se`, but not past 0.
 */
export function tokenSentiment(
  token: string,
  authors: readonly AuthorOnToken[],
  { uncoveredUpTo, coveredFrom }: Pick<WeekOfAuthors, "uncoveredUpTo" | "coveredFrom">,
) {
  const voices = sumOf(authors, ({ weight }) => weight);
  const whole = voices + NEUTRAL_VOICES;
  const mean = sumOf(authors, ({ weight, said }) => weight * said) / whole;
  const spread = sumOf(authors, ({ weight, said }) => weight * (said - mean) ** 2);
  const error = Math.sqrt((spread + PRIOR_VARIANCE * NEUTRAL_VOICES) / whole / whole);
  return {
    token,
    counted: sumOf(authors, ({ documents }) => documents),
    weighedMentions: sumOf(authors, ({ weight, documents }) => weight * documents),
    authors: authors.length,
    voices,
    coverage: isStablecoin(token)
      ? 0
      : Math.min(1, Math.max(0, voices - uncoveredUpTo) / (coveredFrom - uncoveredUpTo)),
    mean,
    error,
    score: mean > 0 ? Math.max(0, mean - error) : Math.min(0, mean + error),
    raw: 0,
    allocation: 0,
  } satisfies Omit<TokenSentiment, "mentionCount">;
}

/** `a`: an author's weighted mean score for a token, from −1 to 1. */
export const meanOf = (mentions: readonly Mention[]): number =>
  sumOf(mentions, ({ weight, p }) => weight * p) / sumOf(mentions, ({ weight }) => weight);

/** Describes in words how a sentiment was computed, with its numbers. */
export const sentimentRationale = (
  sentiment: Sentiment,
  window: { from: Date; to: Date },
  outside?: readonly string[],
): string =>
  describeSplit(
    sentiment,
    `more than ${sentiment.week.uncoveredUpTo.toFixed(2)} voices`,
    window,
    outside,
  );
