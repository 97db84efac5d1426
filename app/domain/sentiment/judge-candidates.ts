/**
 * Decides whether a word that may name a token does so, by points: what is around the word adds points or takes some
 * away, and the word counts if it has as many as its kind needs. Every question looks at a bounded number of words.
 */
import type { BareSymbol } from "../token-row";
import type { Capitals, Word } from "./clause-words";
import { CONNECTORS } from "./context-words";
import { isPlain, readClause, type Candidate, type Clause } from "./clause";
import { isNearCrypto, pointsOf } from "./token-evidence";
import type { NameList } from "./token-names";

export type Verdict = "explicit" | "in context" | "possible" | "no";

const NEVER = Infinity;

/** The points that a symbol needs: in capitals, and otherwise. */
const SYMBOL_NEEDS: Record<BareSymbol, { capitals: number; small: number }> = {
  always: { capitals: 0, small: 0 },
  distinct: { capitals: 0, small: 1 },
  capitals: { capitals: 0, small: 3 },
  context: { capitals: 0, small: 3 },
  proof: { capitals: 2, small: 3 },
  sign: { capitals: NEVER, small: NEVER },
};
/** The points that a name needs: with a capital, and without. */
const NAME_NEEDS: Record<Exclude<NameList, "names">, { capitals: number; small: number }> = {
  likelyNames: { capitals: 0, small: 0 },
  sharedNames: { capitals: 2, small: 3 },
  ordinaryNames: { capitals: 3, small: 5 },
};

/** The points of a word beside a token. */
const BESIDE = 3;

/**
 * @param certain the places of words that certainly name a token
 * @param named the symbols of all tokens that the clause certainly names
 * @returns each candidate with the verdict
 */
export function judgeCandidates(
  text: string,
  words: readonly Word[],
  candidates: readonly Candidate[],
  certain: ReadonlySet<number>,
  named: ReadonlySet<string>,
): { candidate: Candidate; verdict: Verdict }[] {
  const clause = readClause(text, words, candidates);
  const others = new Set(named);
  const judged = candidates.map((candidate) => ({
    candidate,
    needs: needsOf(candidate, clause.capitals),
    points: 0,
    isToken: false,
  }));
  for (const one of judged) {
    one.points = pointsOf(one.candidate, clause);
    if (isPlain(one.candidate)) one.isToken = one.points >= one.needs;
    if (one.isToken) others.add(one.candidate.token.symbol);
  }
  // The symbol of a token beside its name, which may have other meanings, too: "Optimism's OP".
  const bySymbol = new Map<string, typeof judged>();
  for (const one of judged) {
    const ofToken = bySymbol.get(one.candidate.token.symbol) ?? [];
    bySymbol.set(one.candidate.token.symbol, [...ofToken.slice(0, 8), one]);
  }
  for (const ofToken of bySymbol.values()) {
    const isSymbol = ofToken.some(({ candidate: { list, form } }) => !list && form === "capitals");
    const isName = ofToken.some(({ candidate: { list, form } }) => list && form === "capitalised");
    if (isSymbol && isName) for (const one of ofToken) one.points += 2;
  }
  const decide = (one: (typeof judged)[number]) => {
    if (one.isToken) return;
    one.isToken = one.points + companyPoints(one.candidate, others) >= one.needs;
    if (one.isToken) others.add(one.candidate.token.symbol);
  };
  joinNeighbours(clause, judged, certain);
  judged.forEach(decide);
  // What has been decided says more about what is beside it.
  for (const order of [judged, judged.toReversed()]) {
    let before: (typeof judged)[number] | undefined;
    for (const one of order) {
      if (before?.isToken && !one.isToken && areJoined(clause, before.candidate, one.candidate)) {
        one.points += BESIDE;
        decide(one);
      }
      before = one;
    }
  }
  judged.forEach(decide);
  return judged.map((one) => ({ candidate: one.candidate, verdict: verdictOf(one) }));
}

interface Judged {
  candidate: Candidate;
  needs: number;
  points: number;
  isToken: boolean;
}

function verdictOf({ candidate, points, needs, isToken }: Judged): Verdict {
  if (isToken) return isPlain(candidate) ? "explicit" : "in context";
  return candidate.form !== "small" && points >= 0 && needs < NEVER ? "possible" : "no";
}

function needsOf({ token, list, form, sign }: Candidate, { isShouted }: Capitals): number {
  const needs = list ? NAME_NEEDS[list] : SYMBOL_NEEDS[token.bare];
  if (sign === "$" || (sign === "#" && form === "capitals")) return 0;
  const isLarge = list ? form !== "small" : form === "capitals";
  return isLarge && !(isShouted && !list) ? needs.capitals : needs.small;
}

/** @returns points for other tokens in the same clause */
function companyPoints({ token, list, form }: Candidate, named: ReadonlySet<string>): number {
  const others = named.size - Number(named.has(token.symbol));
  if (list === "ordinaryNames" || !others) return 0;
  if (form === "small") return Number(others > 1);
  return form === "capitals" ? 2 : Math.min(2, others);
}

type Place = Pick<Candidate, "at" | "last">;

/** How many words may join two of a kind. */
const MAX_JOINING = 3;

/** Whether two words, in any order, stand side by side in a list or a comparison. */
function areJoined({ text, words }: Clause, one: Place, other: Place): boolean {
  const [left, right] = one.at < other.at ? [one, other] : [other, one];
  const count = right.at - left.last - 1;
  if (count < 0 || count > MAX_JOINING) return false;
  const gap = text.slice(words[left.last]!.end, words[right.at]!.start);
  if (/[?!]/.test(gap)) return false;
  const between = words.slice(left.last + 1, right.at).map(({ lower }) => lower);
  if (!between.length) return /[,/&+<>=|()[\]·•-]/.test(gap) || areCapitals(words, left, right);
  return between.every((word) => CONNECTORS.has(word) || /^\d/.test(word));
}

/** Whether both words are in capitals, as in a list of symbols. */
const areCapitals = (words: readonly Word[], left: Place, right: Place): boolean =>
  [words[left.last]!, words[right.at]!].every(
    ({ text, lower }) => text !== lower && text === text.toUpperCase(),
  );

/** Adds points for certain tokens and other candidates beside each candidate. */
function joinNeighbours(
  clause: Clause,
  judged: readonly Judged[],
  certain: ReadonlySet<number>,
): void {
  judged.forEach((one, i) => {
    const { at, last } = one.candidate;
    for (let place = at - 1; place >= at - 1 - MAX_JOINING; place -= 1) {
      if (certain.has(place) && areJoined(clause, { at: place, last: place }, one.candidate))
        one.points += BESIDE;
    }
    for (let place = last + 1; place <= last + 1 + MAX_JOINING; place += 1) {
      if (certain.has(place) && areJoined(clause, { at: place, last: place }, one.candidate))
        one.points += BESIDE;
    }
    for (const other of [judged[i - 1], judged[i + 1]]) {
      if (!other || !areJoined(clause, other.candidate, one.candidate)) continue;
      one.points += other.isToken ? BESIDE : 1 + Number(isNearCrypto(clause, one.candidate));
    }
  });
}
