/** Computes an allocation from the scores of tokens, and describes it. */
import { dayOf } from "../calendar-days";
import { CASH, isStablecoin } from "../tokens";

/** The mood from which the risk budget is at its maximum. */
export const FULL_MOOD = 0.5;
/** Maximum risk budget in percent, so that at least a fifth stays in cash. */
export const MAX_RISK_BUDGET = 80;
export const LEAST_SCORE = 0.05;
export const MAX_HELD_TOKENS = 4;
export const MAX_PER_TOKEN = 50;

/** Tolerance for floating-point error, so that 45 computed as 44.999999999999993 stays 45. */
export const ROUNDING = 1e-9;

/** The placeholder for the most mentioned token if no token is mentioned. */
export const NO_TOKEN = "N/A";

/** The sentiment of a week's documents about one token; `allocate` fills in eligibility and share. */
export interface TokenSentiment {
  token: string;
  /** How many documents name it. */
  mentionCount: number;
  /** The number of documents that name the token and count. */
  counted: number;
  authors: number;
  /** `N`: the sum of the weights of these authors. */
  voices: number;
  /** `μ`: the weighted mean of their scores, drawn towards 0 by the neutral voices. */
  mean: number;
  /** `se`: the standard error of the mean. */
  error: number;
  /** `S`, from −1 to 1. */
  score: number;
  isHeard: boolean;
  isEligible: boolean;
  /** The number to which an eligible token's share is proportional; `null` for others. */
  raw: number | null;
  /** In whole percents. */
  allocation: number;
}

export interface Split {
  /** Every token that was mentioned: the most mentioned first, ties by score, then by symbol. */
  tokens: TokenSentiment[];
  /** `M`, from −1 to 1; `null` when no token is heard. */
  mood: number | null;
  /** `R`, the part that may be put into tokens, in whole percents. */
  riskBudget: number;
  topToken: string;
  /** The number of documents that name the top token; 0 if there is none. */
  mentionCount: number;
  /** Whole percents by symbol that add up to 100: always cash, and the tokens with a share above 0. */
  allocation: Record<string, number>;
}

const byMentions = (one: TokenSentiment, other: TokenSentiment) =>
  other.mentionCount - one.mentionCount ||
  other.score - one.score ||
  (one.token < other.token ? -1 : 1);

/**
 * Computes an allocation. With `N` the voices of a token:
 *
 * - `M = Σ N·S / Σ N` over the heard tokens;
 * - `R = floor(80·min(1, M / 0.5))`, 0 when M is not above 0;
 * - a token's share of `R` is in proportion to `raw = S·ln(1 + N)`, in whole percents, and 50 at most;
 * - the rest is in cash.
 *
 * @param found tokens with their scores; `isEligible`, `raw` and `allocation` are written to them
 */
export function allocate(found: readonly TokenSentiment[]): Split {
  const tokens = found.toSorted(byMentions);
  const heard = tokens.filter(({ isHeard }) => isHeard);
  const mood = moodOf(heard);
  const riskBudget =
    mood !== null && mood > 0
      ? Math.floor(MAX_RISK_BUDGET * Math.min(1, mood / FULL_MOOD) + ROUNDING)
      : 0;
  for (const token of tokens) {
    token.isEligible = token.isHeard && token.score >= LEAST_SCORE;
    token.raw = token.isEligible ? token.score * Math.log(1 + token.voices) : null;
  }
  const held = heldTokens(tokens);
  const sum = held.reduce((before, { raw }) => before + (raw ?? 0), 0);
  for (const token of held) {
    const share = (riskBudget * (token.raw ?? 0)) / sum;
    token.allocation = Math.floor(Math.min(MAX_PER_TOKEN, share) + ROUNDING);
  }
  const shares = held.filter(({ allocation }) => allocation > 0);
  const atRisk = shares.reduce((before, { allocation }) => before + allocation, 0);
  const top = tokens.find(({ token }) => !isStablecoin(token));
  return {
    tokens,
    mood,
    riskBudget,
    topToken: top?.token ?? NO_TOKEN,
    mentionCount: top?.mentionCount ?? 0,
    allocation: {
      ...Object.fromEntries(shares.map(({ token, allocation }) => [token, allocation])),
      [CASH]: 100 - atRisk,
    },
  };
}

/** @returns the eligible tokens in descending order of `raw`, ties by symbol */
export const eligibleTokens = (tokens: readonly TokenSentiment[]): TokenSentiment[] =>
  tokens
    .filter(({ isEligible }) => isEligible)
    .sort((one, other) => (other.raw ?? 0) - (one.raw ?? 0) || (one.token < other.token ? -1 : 1));

/** @returns the tokens that share the risk budget: the first `MAX_HELD_TOKENS` of the eligible ones */
export const heldTokens = (tokens: readonly TokenSentiment[]): TokenSentiment[] =>
  eligibleTokens(tokens).slice(0, MAX_HELD_TOKENS);

function moodOf(heard: readonly TokenSentiment[]): number | null {
  if (!heard.length) return null;
  const all = heard.reduce((before, { voices }) => before + voices, 0);
  return heard.reduce((before, { voices, score }) => before + voices * score, 0) / all;
}

/** Maximum number of tokens that the rationale names in the list of mentioned ones, and in that of heard ones. */
const MAX_NAMED = 5;

/**
 * Describes in words how a split was computed, with its numbers.
 *
 * @param rule the condition for a token to be heard
 * @param window the time from which documents were read
 * @param outside the display names of the outside sources that were read in addition to the community
 */
export function describeSplit(
  { tokens, mood, riskBudget, allocation }: Split,
  rule: string,
  window: { from: Date; to: Date },
  outside: readonly string[] = [],
): string {
  const who = ["the community", ...outside].join(" and ");
  const days = `${dayOf(window.from)} to ${dayOf(window.to)}`;
  const allWaits = `all of it waits in ${CASH}.`;
  if (!tokens.length) {
    return `No mentions of any known token in what ${who} wrote from ${days}, so ${allWaits}`;
  }
  const mentioned = named(tokens, ({ token, mentionCount }, i) => {
    const documents = i > 0 ? "" : mentionCount === 1 ? " document" : " documents";
    return `${token} in ${mentionCount.toLocaleString("en")}${documents}`;
  });
  const beginning = `From ${days} ${who} mentioned ${mentioned}.`;
  if (mood === null) {
    return `${beginning} None is heard, which takes ${rule} and leaves stablecoins aside, so ${allWaits}`;
  }
  const heard = named(
    tokens.filter(({ isHeard }) => isHeard),
    (token, i) =>
      `${token.token} with ${i > 0 ? "" : "a score of "}${signed(token.score)} from ${basisOf(token, i === 0)}`,
    ", ",
  );
  const soFar = `${beginning} Heard (${rule}): ${heard}. That is a mood of ${signed(mood)}`;
  if (mood <= 0) {
    return `${soFar}, which is not above 0: the risk budget is 0%, and ${allWaits}`;
  }
  const budget = `${soFar} and a risk budget of ${riskBudget}%`;
  const { [CASH]: cash, ...held } = allocation;
  const shares = Object.entries(held).map(([token, share]) => `${share}% ${token}`);
  if (shares.length) {
    return `${budget}: ${shares.join(", ")}, and the remaining ${cash}% waits in ${CASH}.`;
  }
  return tokens.some(({ isEligible }) => isEligible)
    ? `${budget}, too little for a whole percent of any token, so ${allWaits}`
    : `${budget}, but no score reaches ${LEAST_SCORE}, so ${allWaits}`;
}

function basisOf({ voices, authors }: TokenSentiment, isFirst: boolean): string {
  const people = authors.toLocaleString("en");
  return isFirst
    ? `${voices.toFixed(2)} voices of ${people} people`
    : `${voices.toFixed(2)} of ${people}`;
}

/** Describes a list: the first few items, and the number of others. */
function named(
  tokens: readonly TokenSentiment[],
  say: (token: TokenSentiment, i: number) => string,
  last = " and ",
): string {
  const first = tokens.slice(0, MAX_NAMED).map(say);
  const others = tokens.length - first.length;
  if (others > 0) return `${first.join(", ")} and ${others} ${others === 1 ? "other" : "others"}`;
  return [first.slice(0, -1).join(", "), ...first.slice(-1)].filter(Boolean).join(last);
}

/** Formats a number to three digits, with its sign. */
function signed(value: number): string {
  const digits = Math.abs(value).toFixed(3);
  if (Number(digits) === 0) return digits;
  return `${value < 0 ? "−" : "+"}${digits}`;
}
