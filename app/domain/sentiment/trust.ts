/**
 * Who is trusted: personalised PageRank over support, with restart at the roots (Page, Brin, Motwani and Winograd,
 * "The PageRank Citation Ranking", 1999, section 6; Haveliwala, "Topic-Sensitive PageRank", 2002).
 */

/** `d`: the part of a supporter's trust that is passed on. */
export const DAMPING = 0.35;
/** It is divided into at least so many parts, so that nobody gives one person all of it. */
export const MIN_PARTS = 6;
/** For how many days an upvote counts as support. */
export const SUPPORT_DAYS = 180;
/** From this number of members admitted by vote on, only these are roots. */
export const ENOUGH_ADMITTED_MEMBERS = 5;
/** The calculation ends when no value changes by more than this … */
export const MAX_CHANGE = 1e-9;
/** … and after so many rounds in any case. */
export const MAX_ROUNDS = 200;

export interface Trust {
  /** Above 0, up to 1. */
  trust: number;
  /** How many people with trust support the person. */
  supporters: number;
  /** Whether trust starts at the person, too. */
  isRoot: boolean;
}

/** Whom each supporter supports, by id. */
export type Support = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Computes `t = min(1, x)`, where `x = s + d·Pᵀx`: `s` is 1 for a root and 0 for others, and `P` divides what a
 * supporter passes on equally among all whom they support, or by 6 if these are fewer. So accounts that no trusted person supports have none,
 * however many they are, and any set of accounts without a root has together at most `d / (1 − d)` times the trust of
 * the supporters outside of it, in the parts that they give to it. The result does not depend on the order of the
 * input.
 *
 * @returns by id, all who have any trust
 */
export function computeTrust(roots: readonly string[], support: Support): Map<string, Trust> {
  const ids = [...reachable(roots, support)].sort();
  const places = new Map(ids.map((id, place) => [id, place]));
  const supported = ids.map((id) => {
    const others = [...(support.get(id) ?? [])].filter((author) => author !== id);
    return Uint32Array.from(others, (author) => places.get(author)!);
  });
  const restart = new Float64Array(ids.length);
  for (const root of roots) restart[places.get(root)!] = 1;
  let values = restart;
  for (let round = 0, change = Infinity; round < MAX_ROUNDS && change > MAX_CHANGE; round += 1) {
    const next = restart.slice();
    supported.forEach((authors, i) => {
      const share = (DAMPING * values[i]!) / Math.max(MIN_PARTS, authors.length);
      for (const author of authors) next[author]! += share;
    });
    change = next.reduce((most, value, i) => Math.max(most, Math.abs(value - values[i]!)), 0);
    values = next;
  }
  const supporters = new Uint32Array(ids.length);
  supported.forEach((authors, i) => {
    if (values[i]! > 0) for (const author of authors) supporters[author]! += 1;
  });
  const trustAt = (i: number): Trust => ({
    trust: Math.min(1, values[i]!),
    supporters: supporters[i]!,
    isRoot: restart[i] === 1,
  });
  const found = ids.map((id, i) => [id, trustAt(i)] as const);
  // Nothing arrives at the end of a chain that is longer than the number of rounds.
  return new Map(found.filter(([, { trust }]) => trust > 0));
}

/** @returns the roots, and everybody to whom support leads from them */
function reachable(roots: readonly string[], support: Support): Set<string> {
  const found = new Set(roots);
  // A set yields what is added while it is read.
  for (const id of found) {
    for (const author of support.get(id) ?? []) found.add(author);
  }
  return found;
}
