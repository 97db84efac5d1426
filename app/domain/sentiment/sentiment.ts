/**
 * The sentiment engine computes an allocation from what the community wrote in a week, by rules over words and
 * numbers, without machine learning. `vader.ts` and `overlay.ts` score a text, `mentions.ts` finds the tokens that
 * it names, and `author-trust.ts` weighs its author. This file combines these into a score per token;
 * `allocation.ts` computes the mood and the split from the scores.
 */
import { allocate, describeSplit, ROUNDING, type Split, type TokenSentiment } from "./allocation";
import { isStablecoin } from "../tokens";
import { LEAST_TRUST } from "./author-trust";
import {
  byDocument,
  groupByToken,
  type Mention,
  type TokenMentions,
  type UnlistedCounts,
} from "./mention";

/**
 * The version of the rules that find, score and weigh mentions. Rows of an older version are scored again when they
 * are read, so every change of the tokens, the overlay, or a rule of finding or scoring must increment it.
 */
export const SENTIMENT_METHOD = 5;

/** `K`: the number of neutral voices added to those of a token, as a prior. */
export const NEUTRAL_VOICES = 5;
/** The prior variance of a single voice. */
export const PRIOR_VARIANCE = 0.16;
/** A token is heard if at least so many authors mention it … */
export const HEARD_AUTHORS = 3;
/** … and their trust is at least that of so many average authors of the week … */
export const HEARD_AVERAGE_AUTHORS = 3;
/** … and at least this share of the trust of all authors. */
export const HEARD_SHARE = 0.1;
/** From this number of authors with earned trust on, only they set the threshold, and newcomers are limited. */
export const ESTABLISHED_AUTHORS = 10;
/**
 * Maximum weight of all authors without earned trust together, as a share of the trust in the others. The first new
 * account has some weight; the hundredth adds none.
 */
export const NEWCOMERS_SHARE = 0.01;
export const MAX_WEIGHT = 2;

export interface WeekOfAuthors {
  authors: number;
  /** The number of authors with earned trust, above `LEAST_TRUST`. */
  earned: number;
  /** Whether there are at least `ESTABLISHED_AUTHORS` of these, so that only they set the threshold. */
  isEstablished: boolean;
  /** The sum of their trust if `isEstablished`, otherwise that of all authors. */
  trust: number;
  /** The factor for the trust in all other authors, from 0 to 1. */
  newcomerFactor: number;
  /** The threshold: the number of voices from which a token is heard. */
  heardFrom: number;
}

export interface Sentiment extends Split {
  week: WeekOfAuthors;
}

/**
 * Computes the weight of a document among those of its author, `min(2, 1 + ln(1 + U + 0.5·C))`.
 *
 * @param upvoters how many other people upvoted it
 * @param commenters how many other people commented on it
 */
export const documentWeight = (upvoters: number, commenters: number): number =>
  Math.min(MAX_WEIGHT, 1 + Math.log(1 + upvoters + 0.5 * commenters));

/**
 * Computes scores and allocation from mentions; their order does not matter.
 *
 * @param unlisted further mentions by token, which add only to `mentionCount`
 */
export function computeSentiment(
  mentions: Iterable<Mention>,
  unlisted: UnlistedCounts = {},
): Sentiment {
  const said = groupByToken(mentions);
  const week = weekOf([...said.values()].map(({ byAuthor }) => byAuthor));
  const tokens = [...said].map(([token, one]) => tokenSentiment(token, one, week, unlisted[token]));
  return { ...allocate(tokens), week };
}

const trustIn = (mentions: readonly Mention[]) => mentions[0]?.trust ?? 0;

/** Sorts authors by id, because a floating-point sum depends on the order. */
const inOrder = (byAuthor: ReadonlyMap<string, Mention[]>) =>
  [...byAuthor].sort(([one], [other]) => (one < other ? -1 : 1));

function weekOf(tokens: readonly ReadonlyMap<string, Mention[]>[]): WeekOfAuthors {
  const all = inOrder(new Map(tokens.flatMap((byAuthor) => [...byAuthor])));
  const trusts = all.map(([, mentions]) => trustIn(mentions));
  const earned = trusts.filter(hasEarned);
  // A crowd of new accounts must not move the threshold, unless there are hardly any other authors.
  const isEstablished = earned.length >= ESTABLISHED_AUTHORS;
  const basis = isEstablished ? earned : trusts;
  const trust = sumOf(basis);
  const newcomers = sumOf(trusts) - sumOf(earned);
  return {
    authors: all.length,
    earned: earned.length,
    isEstablished,
    trust,
    newcomerFactor: isEstablished ? Math.min(1, (NEWCOMERS_SHARE * trust) / newcomers) : 1,
    heardFrom: basis.length
      ? Math.max((HEARD_AVERAGE_AUTHORS * trust) / basis.length, HEARD_SHARE * trust)
      : 0,
  };
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

const hasEarned = (trust: number) => trust > LEAST_TRUST + ROUNDING;

/**
 * With `t` the weight of each author and `a = Σ w·p / Σ w` the author's mean score:
 *
 * - `N = Σ t`;
 * - `μ = Σ t·a / (N + K)`;
 * - `v = (Σ t·(a − μ)² + 0.16·K) / (N + K)` and `se = √(v / (N + K))`;
 * - `S` is `μ` moved towards 0 by one `se`, but not past 0.
 */
function tokenSentiment(
  token: string,
  { count, byAuthor }: TokenMentions,
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
    isEligible: false,
    raw: null,
    allocation: 0,
  };
}

/** `a`: an author's weighted mean score for a token, from −1 to 1. */
function meanOf(mentions: readonly Mention[]): number {
  const weight = mentions.reduce((sum, mention) => sum + mention.weight, 0);
  return mentions.reduce((sum, mention) => sum + mention.weight * mention.p, 0) / weight;
}

/** Describes in words how a sentiment was computed, with its numbers. */
export const sentimentRationale = (
  sentiment: Sentiment,
  window: { from: Date; to: Date },
  outside?: readonly string[],
): string =>
  describeSplit(
    sentiment,
    `${HEARD_AUTHORS} or more people with at least ${sentiment.week.heardFrom.toFixed(2)} voices between them`,
    window,
    outside,
  );
