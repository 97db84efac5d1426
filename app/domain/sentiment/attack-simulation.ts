/**
 * Simulates attacks on an allocation by false accounts, on generated communities. The method page shows the
 * resulting table as evidence.
 */
import { randomNumbers } from "../random-numbers";
import { inOrder, type Mention } from "./mention";
import { computeSentiment, MAX_WEIGHT } from "./sentiment";

export interface Attack {
  accounts: number;
  /** The trust of each account, before the limit for newcomers is applied. */
  trust: number;
}

/** By how many percentage points an attack changes the share that it changes most, over all communities. */
export interface Damage {
  median: number;
  ninetieth: number;
  worst: number;
}

const HONEST_AUTHORS = 30;
const HONEST_DOCUMENTS = 60;
const TOKENS = ["BTC", "ETH", "SOL", "LINK", "ADA"] as const;
/** A token that no honest author mentions. */
const NEW_TOKEN = "DOGE";
const DOCUMENTS_EACH = 3;
/** Nearly the highest and the lowest score of a text. */
const EXTREMES = [0.95, -0.95];
/** The mean scores of a community's documents, from a dull week to a good one. */
const MOODS = [0.1, 0.25, 0.4];
const SEEDS = 20;

/**
 * Simulates false accounts that praise or criticise each token in turn, in sixty communities of thirty honest
 * authors with sixty documents. Each false account writes three documents of full weight. The communities are
 * always the same.
 *
 * @returns the distribution over the communities of the damage by the worst of these attacks
 */
export function simulateAttack(attack: Attack): Damage {
  const moves: number[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    for (const mood of MOODS) moves.push(worstMove(honestWeek(seed, mood), attack));
  }
  moves.sort((one, other) => one - other);
  const at = (share: number) => moves[Math.ceil(share * moves.length) - 1]!;
  return { median: at(0.5), ninetieth: at(0.9), worst: at(1) };
}

function worstMove(honest: readonly Mention[], attack: Attack): number {
  const before = computeSentiment(honest.toSorted(inOrder)).allocation;
  const moves = [...TOKENS, NEW_TOKEN].flatMap((token) =>
    EXTREMES.map((p) => {
      const all = [...honest, ...falseMentions(attack, token, p)].sort(inOrder);
      const after = computeSentiment(all).allocation;
      const symbols = new Set([...Object.keys(before), ...Object.keys(after)]);
      return Math.max(
        ...[...symbols].map((symbol) => Math.abs((after[symbol] ?? 0) - (before[symbol] ?? 0))),
      );
    }),
  );
  return Math.max(...moves);
}

function honestWeek(seed: number, mood: number): Mention[] {
  const random = randomNumbers(seed);
  return Array.from({ length: HONEST_DOCUMENTS }, (_, i) => {
    const tokens = new Set<string>();
    const count = 1 + Math.floor(random() * 2);
    // The first tokens are mentioned more often.
    while (tokens.size < count)
      tokens.add(TOKENS[Math.floor(random() * random() * TOKENS.length)]!);
    return [...tokens].map((token) =>
      mentionOf(`honest ${i}`, `honest ${i % HONEST_AUTHORS}`, {
        token,
        createdAt: i,
        trust: 1,
        weight: 1 + random(),
        p: mood + 0.9 * (random() - 0.5),
      }),
    );
  }).flat();
}

const falseMentions = ({ accounts, trust }: Attack, token: string, p: number): Mention[] =>
  Array.from({ length: accounts * DOCUMENTS_EACH }, (_, i) =>
    mentionOf(`false ${i}`, `false ${i % accounts}`, {
      token,
      p,
      trust,
      createdAt: HONEST_DOCUMENTS + i,
      weight: MAX_WEIGHT,
    }),
  );

const mentionOf = (
  document: string,
  author: string,
  rest: Pick<Mention, "token" | "p" | "weight" | "createdAt" | "trust">,
): Mention => ({ document, author, kind: "comment", isCopy: false, ...rest });
