/**
 * The sentiment engine: from what the community wrote in a week to an allocation. Rules over words and
 * numbers, nothing learned: how a text is scored is in `vader.ts` and `overlay.ts`, which tokens it
 * names in `mentions.ts`; here scores become sums, sums a mood, and the mood a split.
 */
import { dayOf } from "../calendar-days";
import { CASH, findToken } from "../tokens";

/**
 * The version of finding and scoring mentions. Rows of an older one are scored again when they are read:
 * whoever changes the tokens, the overlay, or a rule of finding or scoring adds one here.
 */
export const SENTIMENT_METHOD = 2;

/** How many days of writing are listened to. */
export const SENTIMENT_DAYS = 7;

/** Of how many of an author's documents each token's sum is made: the newest ones. */
export const MOST_PER_AUTHOR = 3;

/** What stands for "nobody said anything" in a score: as if three neutral documents had been written. */
export const NEUTRAL_WEIGHT = 3;

/** A token is heard when it has so many counted documents … */
export const HEARD_DOCUMENTS = 3;
/** … by so many authors. */
export const HEARD_AUTHORS = 2;

/** The mood at which the risk budget is whole. */
export const FULL_MOOD = 0.5;
/** The most that is ever put into tokens, in percent: a fifth always waits in cash. */
export const MOST_RISK = 80;
/** The score from which a token may be held. */
export const LEAST_SCORE = 0.05;
/** How many tokens are held at most. */
export const MOST_TOKENS = 4;
/** The most that one token is given, in percent. */
export const MOST_PER_TOKEN = 50;

/** Takes up what binary fractions lose, so that 45 computed as 44.999999999999993 stays 45. */
const ROUNDING = 1e-9;

/** What stands for the most mentioned token where none is mentioned. */
export const NO_TOKEN = "N/A";

export type DocumentKind = "article" | "comment" | "review" | "outside";

/** How many mentions there were of a token, beside those that are listed; one without any is left out. */
export type UnlistedCounts = Readonly<Record<string, number>>;

/** That a document names a token, and how it speaks of it. There is one for each document and token. */
export interface Mention {
  /** The document's id. */
  document: string;
  kind: DocumentKind;
  /** The token's symbol. */
  token: string;
  /** Whoever wrote the document, by an id. */
  author: string;
  /** The score of the clauses that name the token, from −1 to 1. */
  p: number;
  /** What the document counts for; from 1. */
  weight: number;
  /** When the document was written, in milliseconds. */
  createdAt: number;
}

/** What a week's writing comes to for one token. */
export interface TokenSentiment {
  token: string;
  /** How many documents name it. */
  mentionCount: number;
  /** `n`: how many of them are counted. */
  counted: number;
  /** By how many people. */
  authors: number;
  /** `Σ w` over the counted ones. */
  weight: number;
  /** `S`, from −1 to 1. */
  score: number;
  isHeard: boolean;
  isEligible: boolean;
  /** What an eligible token's share is in proportion to; `null` for others. */
  raw: number | null;
  /** In whole percents. */
  allocation: number;
}

export interface Sentiment {
  /** Every token that was mentioned: the most mentioned first, ties by score, then by symbol. */
  tokens: TokenSentiment[];
  /** `M`, from −1 to 1; `null` when no token is heard. */
  mood: number | null;
  /** `R`, in whole percents. */
  riskBudget: number;
  /** The most mentioned token, or `NO_TOKEN`. */
  topToken: string;
  /** Of the top token. */
  mentionCount: number;
  /** Whole percents by symbol, which sum to 100: the cash always, other tokens where they have some. */
  allocation: Record<string, number>;
}

/**
 * What an article counts for: `1 + ln(1 + upvotes + 0.5·comments by others)`. The logarithm lets support
 * count without letting one popular article speak for everybody. Comments and reviews count for 1.
 */
export const articleWeight = (upvotes: number, commentsByOthers: number): number =>
  1 + Math.log(1 + upvotes + 0.5 * commentsByOthers);

/**
 * @param unlisted how many mentions there were beside these: they are no part of any sum, and add to how
 *   often a token was mentioned
 * @returns what some mentions come to; their order does not matter
 */
export function computeSentiment(
  mentions: Iterable<Mention>,
  unlisted: UnlistedCounts = {},
): Sentiment {
  const tokens = [...hear(mentions)].map(([token, said]) =>
    tokenSentiment(token, said, unlisted[token]),
  );
  return decide(tokens);
}

/** @returns the mentions that are summed: of each author the newest per token, in the order of ids */
export const countedMentions = (mentions: Iterable<Mention>): Mention[] =>
  [...hear(mentions).values()]
    .flatMap(({ byAuthor }) => [...byAuthor.values()].flat())
    .sort(byDocument);

/** What is said of one token. */
interface Said {
  count: number;
  /** Of each author the newest mentions, the newest first. */
  byAuthor: Map<string, Mention[]>;
}

function hear(mentions: Iterable<Mention>): Map<string, Said> {
  const heard = new Map<string, Said>();
  for (const mention of mentions) {
    let said = heard.get(mention.token);
    if (!said) heard.set(mention.token, (said = { count: 0, byAuthor: new Map() }));
    said.count += 1;
    const own = said.byAuthor.get(mention.author);
    if (own) keepNewest(own, mention, MOST_PER_AUTHOR);
    else said.byAuthor.set(mention.author, [mention]);
  }
  return heard;
}

/**
 * Puts a mention in its place among an author's newest, if it is one of them.
 *
 * @returns whether there were as many already, so that one of them is no longer kept
 */
export function keepNewest(newest: Mention[], mention: Mention, most: number): boolean {
  let place = newest.length;
  while (place > 0 && isNewer(mention, newest[place - 1] as Mention)) place -= 1;
  newest.splice(place, 0, mention);
  if (newest.length <= most) return false;
  newest.pop();
  return true;
}

const isNewer = (one: Mention, other: Mention) =>
  one.createdAt === other.createdAt ? byDocument(one, other) > 0 : one.createdAt > other.createdAt;

/** The order of ids. A document has one mention of a token, so that this tells any two apart. */
function byDocument(one: Mention, other: Mention): number {
  if (one.document !== other.document) return one.document < other.document ? -1 : 1;
  if (one.token !== other.token) return one.token < other.token ? -1 : 1;
  return one.p - other.p || one.weight - other.weight;
}

/** Summed in the order of ids, as binary fractions come to another sum in another order. */
function tokenSentiment(token: string, { count, byAuthor }: Said, unlisted = 0): TokenSentiment {
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
      counted.length >= HEARD_DOCUMENTS && byAuthor.size >= HEARD_AUTHORS && !isStable(token),
    ...{ isEligible: false, raw: null, allocation: 0 },
  };
}

const isStable = (symbol: string) => findToken(symbol)?.isStablecoin ?? false;

/** The most mentioned first, ties by score, then by symbol. */
const byMentions = (one: TokenSentiment, other: TokenSentiment) =>
  other.mentionCount - one.mentionCount ||
  other.score - one.score ||
  (one.token < other.token ? -1 : 1);

/**
 * - `M = Σ n·S / Σ n` over the heard tokens;
 * - `R = floor(80·min(1, M / 0.5))`, 0 when M is not above 0;
 * - a token's share of `R` is in proportion to `raw = S·ln(1 + n)`, in whole percents, and 50 at most;
 * - the rest waits in cash.
 */
function decide(found: readonly TokenSentiment[]): Sentiment {
  const tokens = found.toSorted(byMentions);
  const mood = moodOf(tokens.filter(({ isHeard }) => isHeard));
  const riskBudget =
    mood !== null && mood > 0
      ? Math.floor(MOST_RISK * Math.min(1, mood / FULL_MOOD) + ROUNDING)
      : 0;
  for (const token of tokens) {
    token.isEligible = token.isHeard && token.score >= LEAST_SCORE;
    token.raw = token.isEligible ? token.score * Math.log(1 + token.counted) : null;
  }
  const held = heldTokens(tokens);
  const sum = held.reduce((before, { raw }) => before + (raw ?? 0), 0);
  for (const token of held) {
    const share = (riskBudget * (token.raw ?? 0)) / sum;
    token.allocation = Math.floor(Math.min(MOST_PER_TOKEN, share) + ROUNDING);
  }
  const shares = held.filter(({ allocation }) => allocation > 0);
  const atRisk = shares.reduce((before, { allocation }) => before + allocation, 0);
  const top = tokens.find(({ token }) => !isStable(token));
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

/** @returns the eligible ones of some tokens, those with the largest claim first, ties by symbol */
export const eligibleTokens = (tokens: readonly TokenSentiment[]): TokenSentiment[] =>
  tokens
    .filter(({ isEligible }) => isEligible)
    .sort((one, other) => (other.raw ?? 0) - (one.raw ?? 0) || (one.token < other.token ? -1 : 1));

/** @returns those of some tokens that share the risk budget: the best of the eligible ones */
export const heldTokens = (tokens: readonly TokenSentiment[]): TokenSentiment[] =>
  eligibleTokens(tokens).slice(0, MOST_TOKENS);

function moodOf(heard: readonly TokenSentiment[]): number | null {
  if (!heard.length) return null;
  const documents = heard.reduce((before, { counted }) => before + counted, 0);
  return heard.reduce((before, { counted, score }) => before + counted * score, 0) / documents;
}

/** How many tokens the rationale names of those that were mentioned, and of those that are heard. */
const MOST_NAMED = 5;

/**
 * Says in words how a sentiment came about, with its numbers.
 *
 * @param window whose writing was listened to
 * @param outside the outside sources that were heard beside the community, as people call them
 */
export function sentimentRationale(
  { tokens, mood, riskBudget, allocation }: Sentiment,
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
  const rule = `${HEARD_DOCUMENTS} or more documents by ${HEARD_AUTHORS} or more people`;
  if (mood === null) {
    return `${beginning} None is heard, which takes ${rule} and leaves stablecoins aside, so ${allWaits}`;
  }
  const heard = named(
    tokens.filter(({ isHeard }) => isHeard),
    ({ token, score, counted }, i) =>
      `${token} with ${i > 0 ? "" : "a score of "}${signed(score)} from ${counted.toLocaleString("en")}`,
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

/** A list in words: the first few, and how many others there are. */
function named(
  tokens: readonly TokenSentiment[],
  say: (token: TokenSentiment, i: number) => string,
  last = " and ",
): string {
  const first = tokens.slice(0, MOST_NAMED).map(say);
  const others = tokens.length - first.length;
  if (others > 0) return `${first.join(", ")} and ${others} ${others === 1 ? "other" : "others"}`;
  return [first.slice(0, -1).join(", "), ...first.slice(-1)].filter(Boolean).join(last);
}

/** To three digits, with its sign. */
function signed(value: number): string {
  const digits = Math.abs(value).toFixed(3);
  if (Number(digits) === 0) return digits;
  return `${value < 0 ? "−" : "+"}${digits}`;
}
