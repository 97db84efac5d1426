/** Computes an allocation from the scores of tokens, and describes it. */
import { dayOf } from "../calendar-days";
import { CASH } from "../tokens";

/** The mood, and the score of a token, from which something is held. */
export const LEAST_SCORE = 0.05;
/** The mood from which the risk budget is at its maximum. */
export const FULL_MOOD = 0.5;
/** Maximum risk budget in percent, so that at least a fifth stays in cash. */
export const MAX_RISK_BUDGET = 80;
export const MAX_PER_TOKEN = 50;

/** Tolerance for floating-point error, so that 45 computed as 44.999999999999993 stays 45. */
export const ROUNDING = 1e-9;

/** The placeholder for the top token if there is none. */
export const NO_TOKEN = "N/A";

/** The sentiment of a week's documents about one token; `allocate` fills in `raw` and `allocation`. */
export interface TokenSentiment {
  token: string;
  /** How many documents name it. */
  mentionCount: number;
  /** The number of documents that name the token and count. */
  counted: number;
  /** The same, with each document weighed by its author's weight. */
  weighedMentions: number;
  authors: number;
  /** `N`: the sum of the weights of these authors. */
  voices: number;
  /** `c`, from 0 to 1: how far there are enough voices. */
  coverage: number;
  /** `μ`: the weighted mean of their scores, drawn towards 0 by the neutral voices. */
  mean: number;
  /** `se`: the standard error of the mean. */
  error: number;
  /** `S`, from −1 to 1. */
  score: number;
  /** The number to which a token's share is proportional. */
  raw: number;
  /** In whole percents. */
  allocation: number;
}

export interface Split {
  /** Every token that was mentioned: the one with the most voices first, ties by symbol. */
  tokens: TokenSentiment[];
  /** `M`, from −1 to 1; `null` when no token is covered. */
  mood: number | null;
  /** `R`, the percentage that may be put into tokens, with fractions. */
  riskBudget: number;
  /** The covered token with the most voices, or `NO_TOKEN`. */
  topToken: string;
  /** Its `weighedMentions`, rounded; 0 if there is none. */
  mentionCount: number;
  /** Whole percents by symbol that add up to 100: always cash, and the tokens with a share above 0. */
  allocation: Record<string, number>;
}

const byVoices = (one: TokenSentiment, other: TokenSentiment) =>
  other.voices - one.voices || (one.token < other.token ? -1 : 1);

const sumOf = (tokens: readonly TokenSentiment[], value: (token: TokenSentiment) => number) =>
  tokens.reduce((sum, token) => sum + value(token), 0);

/**
 * Computes an allocation. With `N` the voices, `S` the score and `c` the coverage of a token:
 *
 * - `M = Σ c·N·S / Σ c·N`;
 * - `R = 80·min(1, max(0, M − 0.05) / 0.45)·max c`;
 * - a token's share of `R` is in proportion to `raw = c·max(0, S − 0.05)·ln(1 + N)`, in whole percents, and 50 at most;
 * - the rest is in cash.
 *
 * Every step is continuous, so that a small change of any input changes no share by more than a little, and the whole
 * percents by one more.
 *
 * @param found tokens with their scores; `raw` and `allocation` are written to them
 */
export function allocate(found: readonly TokenSentiment[]): Split {
  const tokens = found.toSorted(byVoices);
  const mood = moodOf(tokens);
  const coverage = Math.max(0, ...tokens.map((token) => token.coverage));
  const aboveLeast = Math.max(0, (mood ?? 0) - LEAST_SCORE) / (FULL_MOOD - LEAST_SCORE);
  const riskBudget = MAX_RISK_BUDGET * Math.min(1, aboveLeast) * coverage;
  for (const token of tokens) {
    const { coverage: c, score, voices } = token;
    token.raw = c * Math.max(0, score - LEAST_SCORE) * Math.log(1 + voices);
  }
  const shares = unroundedShares({ tokens, riskBudget });
  for (const [i, token] of tokens.entries()) {
    token.allocation = Math.floor(Math.min(MAX_PER_TOKEN, shares[i]!) + ROUNDING);
  }
  const held = eligibleTokens(tokens).filter(({ allocation }) => allocation > 0);
  const top = tokens.find((token) => token.coverage > 0);
  return {
    tokens,
    mood,
    riskBudget,
    topToken: top?.token ?? NO_TOKEN,
    mentionCount: Math.round(top?.weighedMentions ?? 0),
    allocation: {
      ...Object.fromEntries(held.map(({ token, allocation }) => [token, allocation])),
      [CASH]: 100 - sumOf(held, ({ allocation }) => allocation),
    },
  };
}

/** @returns each token's part of the risk budget in percent, before it is limited and rounded down */
export function unroundedShares({
  tokens,
  riskBudget,
}: Pick<Split, "tokens" | "riskBudget">): number[] {
  const sum = sumOf(tokens, ({ raw }) => raw);
  return tokens.map(({ raw }) => (sum ? (riskBudget * raw) / sum : 0));
}

/** @returns the tokens that share the risk budget, in descending order of `raw`, ties by symbol */
export const eligibleTokens = (tokens: readonly TokenSentiment[]): TokenSentiment[] =>
  tokens
    .filter(({ raw }) => raw > 0)
    .sort((one, other) => other.raw - one.raw || (one.token < other.token ? -1 : 1));

function moodOf(tokens: readonly TokenSentiment[]): number | null {
  const all = sumOf(tokens, ({ coverage, voices }) => coverage * voices);
  return all
    ? sumOf(tokens, ({ coverage, voices, score }) => coverage * voices * score) / all
    : null;
}

/** Maximum number of tokens that the rationale names. */
const MAX_NAMED = 5;

/**
 * Describes in words how a split was computed, with its numbers.
 *
 * @param rule what a token needs to count
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
  if (mood === null) {
    const none = `None of the tokens that ${who} mentioned from ${days} has ${rule}`;
    return `${none}, stablecoins aside, so ${allWaits}`;
  }
  const covered = named(
    tokens.filter(({ coverage }) => coverage > 0),
    (token, i) => {
      const words = i > 0 ? "" : " a score of";
      return `${token.token} with${words} ${signed(token.score)} from ${basisOf(token, i === 0)}`;
    },
  );
  const soFar = `From ${days} ${who} mentioned ${covered}. That is a mood of ${signed(mood)}`;
  if (riskBudget <= 0) {
    return `${soFar}, which is not above ${LEAST_SCORE}: the risk budget is 0%, and ${allWaits}`;
  }
  const budget = `${soFar} and a risk budget of ${riskBudget.toFixed(1)}%`;
  const { [CASH]: cash, ...held } = allocation;
  const shares = Object.entries(held).map(([token, share]) => `${share}% ${token}`);
  return shares.length
    ? `${budget}: ${shares.join(", ")}, and the remaining ${cash}% waits in ${CASH}.`
    : `${budget}, too little for a whole percent of any token, so ${allWaits}`;
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
): string {
  const first = tokens.slice(0, MAX_NAMED).map(say);
  const others = tokens.length - first.length;
  if (others > 0) return `${first.join(", ")} and ${others} ${others === 1 ? "other" : "others"}`;
  return [first.slice(0, -1).join(", "), ...first.slice(-1)].filter(Boolean).join(" and ");
}

/** Formats a number to three digits, with its sign. */
function signed(value: number): string {
  const digits = Math.abs(value).toFixed(3);
  if (Number(digits) === 0) return digits;
  return `${value < 0 ? "−" : "+"}${digits}`;
}
