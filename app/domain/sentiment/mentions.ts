/** Scores the sentiment of a text about the tokens that it mentions, which `find-tokens.ts` finds. */
import { MAX_CONTENT_LENGTH, MAX_SUMMARY_LENGTH, MAX_TITLE_LENGTH } from "../field-limits";
import { clausesOf } from "./clauses";
import { findTokens, type Naming } from "./find-tokens";
import { mayNameToken } from "./token-names";
import { scoreOfSum, sumOfScore } from "./vader";

/** A document's sentiment about a token; `p` is from −1 to 1. */
export interface ScoredMention {
  token: string;
  p: number;
}

type Texts = string | readonly string[];

type Scorer = (text: string) => number;

/** The weight of a clause that names no token, in the score of the token that was named last. */
export const CARRIED_WEIGHT = 0.5;

/**
 * Maximum number of characters scored. Covers any document written on this site; only outside documents can be
 * longer, and are cut to bound the time taken.
 */
const MAX_SCORED_CHARACTERS = MAX_TITLE_LENGTH + MAX_SUMMARY_LENGTH + MAX_CONTENT_LENGTH;

/**
 * Scores each mentioned token by the clauses that name it and, at half weight, by the following clauses that name
 * none. Clauses before the first named token count for that token. With `p` the score of a clause and `c` its
 * weight, `x = Σ c · p · √(15 / (1 − p²))` is the sum of the ratings, and the token's score is that of this sum.
 *
 * @returns each mentioned token with its score, to four digits, in alphabetical order
 */
export function scoreMentions(texts: Texts, scorer: Scorer): ScoredMention[] {
  const clauses = readClauses(texts);
  let [current] = clauses.find(({ named }) => named.length)?.named ?? [];
  if (current === undefined) return [];
  const sums = new Map<string, number>();
  const add = (token: string, sum: number) => sums.set(token, (sums.get(token) ?? 0) + sum);
  let left = MAX_SCORED_CHARACTERS;
  for (const { text, named } of clauses) {
    const sum = left > 0 ? sumOfScore(scorer(text.slice(0, left))) : 0;
    left -= text.length;
    for (const token of new Set(named)) add(token, sum);
    current = named.at(-1) ?? current;
    if (!named.length) add(current, CARRIED_WEIGHT * sum);
  }
  return [...sums]
    .map(([token, sum]) => ({ token, p: scoreOfSum(sum) }))
    .sort((one, other) => (one.token < other.token ? -1 : 1));
}

/** @returns the score of a text as if each of its clauses named the same token */
export const scoreClauses = (text: string, scorer: Scorer): number =>
  scoreOfSum(clausesOf(text).reduce((sum, clause) => sum + sumOfScore(scorer(clause)), 0));

interface Clause {
  text: string;
  /** The tokens that the clause names, in that order. */
  named: string[];
}

/** @returns all clauses of a document, or an empty list if no part of it can name a token */
function readClauses(texts: Texts): Clause[] {
  const parts = [texts].flat();
  if (!parts.some(mayNameToken)) return [];
  const clauses = parts.flatMap(clausesOf).map((text) => ({ text, namings: findTokens(text) }));
  const explicit = new Set(
    clauses.flatMap(({ namings }) => namings.filter(isExplicit).map(({ symbol }) => symbol)),
  );
  return clauses.map(({ text, namings }) => ({
    text,
    named: namings
      .filter(({ kind, symbol }) => kind !== "possible" || explicit.has(symbol))
      .map(({ symbol }) => symbol),
  }));
}

const isExplicit = ({ kind }: Naming) => kind === "explicit";
