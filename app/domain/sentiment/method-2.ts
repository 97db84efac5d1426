/**
 * How recommendations up to method 2 were computed from their mentions. Kept so that they can be computed again and
 * shown with their own steps; new ones are made by `sentiment.ts`.
 */
import { allocate, describeSplit, isStablecoin, type ScoredToken, type Split } from "./allocation";
import { byDocument, groupByToken, type Mention, type Said, type UnlistedCounts } from "./mention";

/** The last method whose recommendations were computed in this way. */
export const LAST_OF_METHOD_2 = 2;

/** What stands for "nobody said anything" in a score: as if three neutral documents had been written. */
export const NEUTRAL_WEIGHT = 3;

/** A token is heard when it has so many counted documents … */
export const HEARD_DOCUMENTS = 3;
/** … by so many authors. */
export const HEARD_AUTHORS_2 = 2;

/** What a week's writing comes to for one token. */
export interface TokenSentiment2 extends ScoredToken {
  /** `n`: how many of the documents that name it are counted. */
  counted: number;
  /** By how many people. */
  authors: number;
  /** `Σ w` over the counted ones. */
  weight: number;
}

export type Sentiment2 = Split<TokenSentiment2>;

/** @returns what some mentions come to by method 2; their order does not matter */
export function computeSentiment2(
  mentions: Iterable<Mention>,
  unlisted: UnlistedCounts = {},
): Sentiment2 {
  const tokens = [...groupByToken(mentions)].map(([token, said]) =>
    tokenSentiment(token, said, unlisted[token]),
  );
  return allocate(tokens, ({ counted }) => counted);
}

/** Summed in the order of ids, as binary fractions come to another sum in another order. */
function tokenSentiment(token: string, { count, byAuthor }: Said, unlisted = 0): TokenSentiment2 {
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

/** Says in words how a sentiment of method 2 came about. */
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
