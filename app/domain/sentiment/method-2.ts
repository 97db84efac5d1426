/**
 * The computation of recommendations up to method 2. Kept so that they can be recomputed and shown with their own
 * steps; new recommendations use `sentiment.ts`.
 */
import { allocate, describeSplit, isStablecoin, type ScoredToken, type Split } from "./allocation";
import {
  byDocument,
  groupByToken,
  type Mention,
  type TokenMentions,
  type UnlistedCounts,
} from "./mention";

/** The last version of the method that was computed in this way. */
export const METHOD_2_LAST_VERSION = 2;

/** A prior weight that draws scores towards 0, like three neutral documents. */
export const NEUTRAL_WEIGHT = 3;

/** Minimum number of counted documents for a token to be heard. */
export const HEARD_DOCUMENTS = 3;
/** Minimum number of their authors for a token to be heard. */
export const HEARD_AUTHORS_2 = 2;

/** The sentiment of a week's documents about one token. */
export interface TokenSentiment2 extends ScoredToken {
  /** `n`: the number of documents that name the token and count. */
  counted: number;
  /** The number of their authors. */
  authors: number;
  /** `Σ w` over these documents. */
  weight: number;
}

export type Sentiment2 = Split<TokenSentiment2>;

/**
 * Computes the sentiment of method 2; the order of the mentions does not matter.
 *
 * @param unlisted further mentions by token, which add only to `mentionCount`
 */
export function computeSentiment2(
  mentions: Iterable<Mention>,
  unlisted: UnlistedCounts = {},
): Sentiment2 {
  const tokens = [...groupByToken(mentions)].map(([token, said]) =>
    tokenSentiment(token, said, unlisted[token]),
  );
  return allocate(tokens, ({ counted }) => counted);
}

/** Sums in the order of ids, because a floating-point sum depends on the order. */
function tokenSentiment(
  token: string,
  { count, byAuthor }: TokenMentions,
  unlisted = 0,
): TokenSentiment2 {
  const counted = [...byAuthor.values()].flat().sort(byDocument);
  const weight = counted.reduce((sum, mention) => sum + mention.weight, 0);
  const sum = counted.reduce((before, mention) => before + mention.weight * mention.p, 0);
  return {
    token,
    mentionCount: count + unlisted,
    counted: counted.length,
    authors: byAuthor.size,
    weight,
    score: sum / (weight + NEUTRAL_WEIGHT),
    isHeard:
      counted.length >= HEARD_DOCUMENTS && byAuthor.size >= HEARD_AUTHORS_2 && !isStablecoin(token),
    ...{ isEligible: false, raw: null, allocation: 0 },
  };
}

/** Describes in words how a sentiment of method 2 was computed. */
export const sentimentRationale2 = (
  sentiment: Sentiment2,
  window: { from: Date; to: Date },
  outside?: readonly string[],
): string =>
  describeSplit(
    sentiment,
    {
      rule: `${HEARD_DOCUMENTS} or more documents by ${HEARD_AUTHORS_2} or more people`,
      basisOf: ({ counted }) => counted.toLocaleString("en"),
    },
    window,
    outside,
  );
