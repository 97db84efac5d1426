/** Simulates attacks on an allocation by false accounts, on generated communities, as the method page's table shows. */
import { randomNumbers } from "~/domain/random-numbers";
import {
  SUPPORTED_EACH,
  type Attack,
  type Community,
  type Damage,
} from "~/domain/sentiment/attack-results";
import { inOrder, type Mention } from "~/domain/sentiment/mention";
import { computeSentiment, MAX_WEIGHT } from "~/domain/sentiment/sentiment";
import { computeTrust } from "~/domain/sentiment/trust";

/** How many of the others each false account upvotes. */
const RING = 6;
const HONEST_DOCUMENTS_EACH = 2;
const FALSE_DOCUMENTS_EACH = 3;
const TOKENS = ["BTC", "ETH", "SOL", "LINK", "ADA"] as const;
/** Each token that the honest mention, and one that they do not. */
const ATTACKED_TOKENS = [...TOKENS, "DOGE"] as const;
/** Nearly the highest and the lowest score of a text. */
export const EXTREMES = [0.95, -0.95] as const;
/** The mean scores of a community's documents, from a dull week to a very good one. */
const MOODS = [0.1, 0.25, 0.4, 0.55];
const SEEDS = 15;

const honest = (place: number) => `honest ${place}`;
const falseOne = (place: number) => `false ${place}`;
const range = (length: number) => Array.from({ length }, (_, i) => i);

/** @returns whom each person of a community supports, by place; the first `members` of the trusted are members */
export const honestSupport = ({ trusted }: Community): [supporter: string, author: string][] =>
  range(trusted).flatMap((place) =>
    range(Math.min(SUPPORTED_EACH, trusted - 1)).map((i): [string, string] => [
      honest(place),
      honest((place + i + 1) % trusted),
    ]),
  );

/** @returns whom the false accounts support, and the upvotes of those who were fooled */
export const falseSupport = ({
  accounts,
  fooled,
}: Attack): [supporter: string, author: string][] => [
  ...range(fooled).map((place): [string, string] => [honest(place), falseOne(place)]),
  ...range(accounts).flatMap((place) =>
    range(RING).map((i): [string, string] => [
      falseOne(place),
      falseOne((place + i + 1) % accounts),
    ]),
  ),
];

/**
 * Simulates false accounts that praise or criticise each token in turn, in sixty weeks of a community. Each account
 * writes three documents. The weeks are always the same.
 *
 * @returns the distribution over the weeks of the damage by the worst of these attacks, and the mean percentage that
 *   the community has at risk without it
 */
export function simulateAttack(community: Community, attack: Attack): Damage & { atRisk: number } {
  const trusted = withTrust(community, honestSupport(community));
  const attacked = withTrust(community, [...honestSupport(community), ...falseSupport(attack)]);
  const moves: number[] = [];
  let atRisk = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    for (const mood of MOODS) {
      const week = honestWeek(community, seed, mood);
      const before = allocate(trusted(week));
      const after = ATTACKED_TOKENS.flatMap((token) =>
        EXTREMES.map((p) => allocate(attacked([...week, ...falseMentions(attack, token, p)]))),
      );
      moves.push(Math.max(...after.map((allocation) => moveBetween(before, allocation))));
      atRisk += 100 - before.USDT!;
    }
  }
  moves.sort((one, other) => one - other);
  const at = (share: number) => moves[Math.ceil(share * moves.length) - 1]!;
  return {
    median: at(0.5),
    ninetieth: at(0.9),
    worst: at(1),
    atRisk: Math.round(atRisk / moves.length),
  };
}

const allocate = (mentions: Mention[]) => computeSentiment(mentions.sort(inOrder)).allocation;

/** @returns the largest difference between the shares of an asset in two allocations, in percentage points */
export const moveBetween = (
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): number =>
  Math.max(
    ...Object.keys({ ...one, ...other }).map((symbol) =>
      Math.abs((one[symbol] ?? 0) - (other[symbol] ?? 0)),
    ),
  );

function withTrust({ members }: Community, pairs: readonly [string, string][]) {
  const support = new Map<string, Set<string>>();
  for (const [supporter, author] of pairs) {
    support.set(supporter, (support.get(supporter) ?? new Set()).add(author));
  }
  const trust = computeTrust(range(members).map(honest), support);
  return (mentions: readonly Mention[]) =>
    mentions.map((one) => ({ ...one, trust: trust.get(one.author)?.trust ?? 0 }));
}

/** @returns the mentions of a week in which each author writes two documents, about one or two tokens each */
export function honestWeek({ trusted, others }: Community, seed: number, mood: number): Mention[] {
  const random = randomNumbers(seed);
  const authors = trusted + others;
  return range(HONEST_DOCUMENTS_EACH * authors).flatMap((i) => {
    const tokens = new Set<string>();
    const count = 1 + Math.floor(random() * 2);
    // The first tokens are mentioned more often.
    while (tokens.size < count)
      tokens.add(TOKENS[Math.floor(random() * random() * TOKENS.length)]!);
    return [...tokens].map((token) =>
      mentionOf(`honest ${i}`, honest(i % authors), {
        token,
        createdAt: i,
        weight: 1 + random(),
        p: mood + 0.9 * (random() - 0.5),
      }),
    );
  });
}

export const falseMentions = ({ accounts }: Attack, token: string, p: number): Mention[] =>
  range(accounts * FALSE_DOCUMENTS_EACH).map((i) =>
    mentionOf(`false ${i}`, falseOne(i % accounts), { token, p, createdAt: i, weight: MAX_WEIGHT }),
  );

const mentionOf = (
  document: string,
  author: string,
  rest: Pick<Mention, "token" | "p" | "weight" | "createdAt">,
): Mention => ({ document, author, kind: "comment", isCopy: false, trust: 0, ...rest });
