/** Scores the sentiment of a text about the tokens that it mentions, which `find-tokens.ts` finds. */
import { MAX_CONTENT_LENGTH, MAX_SUMMARY_LENGTH, MAX_TITLE_LENGTH } from "../field-limits";
import { clausesOf, readClauses, type TextClause } from "./clauses";
import { findTokens, type Naming } from "./find-tokens";
import { mayNameToken } from "./token-names";
import { scoreOfSum, sumOfScore, type Scorer } from "./vader";
import type { SentenceTrace } from "./vader-trace";

/** A document's sentiment about a token; `p` is from −1 to 1. */
export interface ScoredMention {
  token: string;
  p: number;
}

type Texts = string | readonly string[];

/** The weight of a clause that names no token, in the score of the token that was named last. */
export const CARRIED_WEIGHT = 0.5;

/**
 * Maximum number of characters scored. Covers any document written on this site; only outside documents can be
 * longer, and are cut to bound the time taken.
 */
const MAX_SCORED_CHARACTERS = MAX_TITLE_LENGTH + MAX_SUMMARY_LENGTH + MAX_CONTENT_LENGTH;

/** A sentence that counts for a token, with its places in the visible text of its part of the document. */
export interface TracedSentence extends SentenceTrace {
  /** The index of the part, such as the title. */
  part: number;
  start: number;
  end: number;
  /** From −1 to 1. */
  score: number;
  /** 1 if it names the token, `CARRIED_WEIGHT` if it only follows. */
  weight: number;
  /** `weight · score · √(15 / (1 − score²))`: what it adds to the token's sum. */
  counted: number;
}

/** How a document's score for a token came about; `p` is the score of the sum of what the sentences add. */
export interface MentionTrace extends ScoredMention {
  sentences: TracedSentence[];
}

/**
 * Scores each mentioned token by the clauses that name it and, at half weight, by the following clauses that name
 * none. Clauses before the first named token count for that token. With `p` the score of a clause and `c` its
 * weight, `x = Σ c · p · √(15 / (1 − p²))` is the sum of the ratings, and the token's score is that of this sum.
 *
 * @returns each mentioned token with its score, to four digits, in alphabetical order
 */
export const scoreMentions = (texts: Texts, scorer: Scorer): ScoredMention[] =>
  scoreAndTrace(texts, scorer);

/** @returns how the score of a document for a token came about; `null` if it does not mention the token */
export function traceMention(texts: Texts, token: string, scorer: Scorer): MentionTrace | null {
  const sentences: TracedSentence[] = [];
  const scored = scoreAndTrace(texts, scorer, { token, sentences });
  const mention = scored.find((one) => one.token === token);
  return mention ? { ...mention, sentences } : null;
}

function scoreAndTrace(
  texts: Texts,
  scorer: Scorer,
  trace?: Pick<MentionTrace, "token" | "sentences">,
): ScoredMention[] {
  const clauses = clausesWithNames(texts, trace !== undefined);
  let [current] = clauses.find(({ named }) => named.length)?.named ?? [];
  if (current === undefined) return [];
  const sums = new Map<string, number>();
  let left = MAX_SCORED_CHARACTERS;
  for (const clause of clauses) {
    const { text, named } = clause;
    const tokens: ReadonlySet<string> = new Set(named.length ? named : [current]);
    const weight = named.length ? 1 : CARRIED_WEIGHT;
    let traced: SentenceTrace | undefined;
    const onTrace =
      trace && tokens.has(trace.token) ? (one: SentenceTrace) => (traced = one) : undefined;
    const score = left > 0 ? scorer(text.slice(0, left), onTrace) : 0;
    const counted = weight * sumOfScore(score);
    left -= text.length;
    for (const token of tokens) sums.set(token, (sums.get(token) ?? 0) + counted);
    if (traced) trace?.sentences.push({ ...inPart(traced, clause), score, weight, counted });
    current = named.at(-1) ?? current;
  }
  return [...sums]
    .map(([token, sum]) => ({ token, p: scoreOfSum(sum) }))
    .sort((one, other) => (one.token < other.token ? -1 : 1));
}

/** Replaces the places in a clause by those in its part of the document. */
function inPart(trace: SentenceTrace, { text, places, part }: Clause) {
  const { starts, ends } = places!;
  const first = starts[text.search(/\S/)]!;
  return {
    ...trace,
    part,
    start: first,
    end: ends[text.trimEnd().length - 1]!,
    spans: trace.spans.map(({ start, end }) => ({ start: starts[start]!, end: ends[end - 1]! })),
  };
}

/** @returns the score of a text as if each of its clauses named the same token */
export const scoreClauses = (text: string, scorer: Scorer): number =>
  scoreOfSum(clausesOf(text).reduce((sum, clause) => sum + sumOfScore(scorer(clause)), 0));

interface Clause extends TextClause {
  /** The index of its part of the document. */
  part: number;
  /** The tokens that the clause names, in that order. */
  named: string[];
}

/** @returns all clauses of a document, or an empty list if no part of it can name a token */
function clausesWithNames(texts: Texts, withPlaces: boolean): Clause[] {
  const parts = [texts].flat();
  if (!parts.some(mayNameToken)) return [];
  const clauses: Clause[] = [];
  const found: Naming[][] = [];
  const explicit = new Set<string>();
  for (const [part, text] of parts.entries()) {
    for (const clause of readClauses(text, withPlaces)) {
      const namings = findTokens(clause.text);
      for (const { kind, symbol } of namings) if (kind === "explicit") explicit.add(symbol);
      found.push(namings);
      clauses.push({ text: clause.text, places: clause.places, part, named: [] });
    }
  }
  for (const [i, namings] of found.entries()) {
    clauses[i]!.named = namings
      .filter(({ kind, symbol }) => kind !== "possible" || explicit.has(symbol))
      .map(({ symbol }) => symbol);
  }
  return clauses;
}
