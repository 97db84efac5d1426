/**
 * The sentiment engine: from what the community wrote in a week to an allocation. Rules over words and
 * numbers, nothing learned: how a text is scored is in `vader.ts` and `overlay.ts`, which tokens it
 * names in `mentions.ts`, what an author counts for in `author-trust.ts`; here scores become sums, and
 * in `allocation.ts` sums a mood, and the mood a split.
 */
import {
  allocate,
  describeSplit,
  isStablecoin,
  ROUNDING,
  type ScoredToken,
  type Split,
} from "./allocation";
import { LEAST_TRUST } from "./author-trust";
import { byDocument, groupByToken, type Mention, type Said, type UnlistedCounts } from "./mention";

/**
 * The version of finding, scoring and weighing mentions. Rows of an older one are scored again when they are read:
 * whoever changes the tokens, the overlay, or a rule of finding or scoring adds one here.
 */
export const SENTIMENT_METHOD = 4;

/** `K`: how many voices that say nothing are added to those of a token. */
export const NEUTRAL_VOICES = 5;
/** The variance of what a single voice says, while hardly any have spoken. */
export const PRIOR_VARIANCE = 0.16;
/** A token is heard when so many people speak of it … */
export const HEARD_AUTHORS = 3;
/** … whose trust is that of so many average authors of the week … */
export const HEARD_AVERAGE_AUTHORS = 3;
/** … and this share of the trust of all of them. */
export const HEARD_SHARE = 0.1;
/** From how many authors who have earned trust these alone decide who is heard, and what all others weigh. */
export const ESTABLISHED_AUTHORS = 10;
/**
 * What all authors who have not earned trust count for together at most, as a share of the trust in those who have:
 * the first new account weighs something, and the hundredth nothing more.
 */
export const NEWCOMERS_SHARE = 0.01;
/** The most that a document counts for. */
export const MOST_WEIGHT = 2;

/** What a week's writing comes to for one token. */
export interface TokenSentiment extends ScoredToken {
  /** How many of the documents that name it are counted. */
  counted: number;
  /** By how many people. */
  authors: number;
  /** `N`: the sum of what these people count for. */
  voices: number;
  /** `μ`: the mean of what they say, drawn towards 0 by the neutral voices. */
  mean: number;
  /** `se`: how far the mean may be off. */
  error: number;
}

/** Who wrote about tokens in a week. */
export interface WeekOfAuthors {
  authors: number;
  /** How many of them have earned more than the least trust. */
  earned: number;
  /** Whether there are enough of these to decide who is heard. */
  isEstablished: boolean;
  /** The sum of what they count for; of all authors, unless there are enough. */
  trust: number;
  /** What the trust in all others is multiplied by, from 0 to 1. */
  newcomerFactor: number;
  /** The voices from which a token is heard. */
  heardFrom: number;
}

export interface Sentiment extends Split<TokenSentiment> {
  week: WeekOfAuthors;
}

/**
 * What a document counts for among its author's: `min(2, 1 + ln(1 + U + 0.5·C))`.
 *
 * @param upvoters how many other people upvoted it
 * @param commenters how many other people commented on it
 */
export const documentWeight = (upvoters: number, commenters: number): number =>
  Math.min(MOST_WEIGHT, 1 + Math.log(1 + upvoters + 0.5 * commenters));

/**
 * @param unlisted how many mentions there were beside these: they are no part of any sum, and add to how
 *   often a token was mentioned
 * @returns what some mentions come to; their order does not matter
 */
export const computeSentiment = (
  mentions: Iterable<Mention>,
  unlisted: UnlistedCounts = {},
): Sentiment => computeGrouped(groupByToken(mentions), unlisted);

/** As `computeSentiment` does, of mentions that are grouped. */
export function computeGrouped(
  said: ReadonlyMap<string, Said>,
  unlisted: UnlistedCounts = {},
): Sentiment {
  const week = weekOf([...said.values()].map(({ byAuthor }) => byAuthor));
  const tokens = [...said].map(([token, one]) => tokenSentiment(token, one, week, unlisted[token]));
  return { ...allocate(tokens, ({ voices }) => voices), week };
}

const trustIn = (mentions: readonly Mention[]) => mentions[0]?.trust ?? 0;

/** Sums are made in the order of ids, as binary fractions come to another sum in another order. */
const inOrder = (byAuthor: ReadonlyMap<string, Mention[]>) =>
  [...byAuthor].sort(([one], [other]) => (one < other ? -1 : 1));

function weekOf(tokens: readonly ReadonlyMap<string, Mention[]>[]): WeekOfAuthors {
  const all = inOrder(new Map(tokens.flatMap((byAuthor) => [...byAuthor])));
  const trusts = all.map(([, mentions]) => trustIn(mentions));
  const earned = trusts.filter(hasEarned);
  // So that no crowd of new accounts moves the threshold, unless hardly anybody else is there.
  const isEstablished = earned.length >= ESTABLISHED_AUTHORS;
  const basis = isEstablished ? earned : trusts;
  const trust = sumOf(basis);
  const newcomers = sumOf(trusts) - sumOf(earned);
  return {
    ...{ authors: all.length, earned: earned.length, isEstablished, trust },
    newcomerFactor: isEstablished ? Math.min(1, (NEWCOMERS_SHARE * trust) / newcomers) : 1,
    heardFrom: basis.length
      ? Math.max((HEARD_AVERAGE_AUTHORS * trust) / basis.length, HEARD_SHARE * trust)
      : 0,
  };
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

const hasEarned = (trust: number) => trust > LEAST_TRUST + ROUNDING;

/**
 * With `t` what each author counts for and `a = Σ w·p / Σ w` what the author says:
 *
 * - `N = Σ t`;
 * - `μ = Σ t·a / (N + K)`;
 * - `v = (Σ t·(a − μ)² + 0.16·K) / (N + K)` and `se = √(v / (N + K))`;
 * - `S` is `μ` drawn towards 0 by one `se`, and 0 where that passes it.
 */
function tokenSentiment(
  token: string,
  { count, byAuthor }: Said,
  { heardFrom, newcomerFactor }: WeekOfAuthors,
  unlisted = 0,
): TokenSentiment {
  const counts = (trust: number) => (hasEarned(trust) ? trust : trust * newcomerFactor);
  const all = inOrder(byAuthor).map(([, mentions]) => ({
    trust: counts(trustIn(mentions)),
    said: meanOf(mentions.toSorted(byDocument)),
  }));
  const voices = all.reduce((sum, { trust }) => sum + trust, 0);
  const whole = voices + NEUTRAL_VOICES;
  const mean = all.reduce((sum, { trust, said }) => sum + trust * said, 0) / whole;
  const spread = all.reduce((sum, { trust, said }) => sum + trust * (said - mean) ** 2, 0);
  const error = Math.sqrt((spread + PRIOR_VARIANCE * NEUTRAL_VOICES) / whole / whole);
  return {
    token,
    mentionCount: count + unlisted,
    counted: [...byAuthor.values()].reduce((sum, { length }) => sum + length, 0),
    authors: byAuthor.size,
    voices,
    mean,
    error,
    score: mean > 0 ? Math.max(0, mean - error) : Math.min(0, mean + error),
    isHeard:
      byAuthor.size >= HEARD_AUTHORS && voices >= heardFrom - ROUNDING && !isStablecoin(token),
    ...{ isEligible: false, raw: null, allocation: 0 },
  };
}

/** `a`: what an author says of a token, from −1 to 1. */
function meanOf(mentions: readonly Mention[]): number {
  const weight = mentions.reduce((sum, mention) => sum + mention.weight, 0);
  return mentions.reduce((sum, mention) => sum + mention.weight * mention.p, 0) / weight;
}

/** Says in words how a sentiment came about, with its numbers. */
export const sentimentRationale = (
  sentiment: Sentiment,
  window: { from: Date; to: Date },
  outside?: readonly string[],
): string =>
  describeSplit(
    sentiment,
    {
      rule: `${HEARD_AUTHORS} or more people with at least ${sentiment.week.heardFrom.toFixed(2)} voices between them`,
      basisOf: ({ voices, authors }, isFirst) =>
        isFirst
          ? `${voices.toFixed(2)} voices of ${authors.toLocaleString("en")} people`
          : `${voices.toFixed(2)} of ${authors.toLocaleString("en")}`,
    },
    window,
    outside,
  );
