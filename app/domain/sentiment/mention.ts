export type DocumentKind = "article" | "comment" | "review" | "outside";

/** The number of mentions by token that were not kept in the list of mentions; tokens without any are absent. */
export type UnlistedCounts = Readonly<Record<string, number>>;

/** A mention of a token in a document, with its score. There is one per document and token. */
export interface Mention {
  document: string;
  kind: DocumentKind;
  token: string;
  author: string;
  /** The document's score for the token, from −1 to 1. */
  p: number;
  /** At least 1. */
  weight: number;
  /** In milliseconds. */
  createdAt: number;
  /** The trust in the author, from 0 to 1. */
  trust: number;
  /** Whether the document nearly repeats one by another author. */
  isCopy: boolean;
  /** A salted hash of the document's text; absent from outside documents. */
  textHash?: string;
}

export const SENTIMENT_DAYS = 7;

/** Maximum number of an author's documents about a token that count; the newest ones do. */
export const MAX_PER_AUTHOR = 3;

/**
 * Inserts a mention into an author's newest mentions, if it is one of them.
 *
 * @param newest the mentions kept so far, newest first; changed in place
 * @param most the maximum number to keep
 * @returns whether a mention was dropped because there were more than that
 */
export function keepNewest(newest: Mention[], mention: Mention, most: number): boolean {
  newest.push(mention);
  newest.sort((one, other) => other.createdAt - one.createdAt || byDocument(other, one));
  if (newest.length <= most) return false;
  newest.pop();
  return true;
}

/** Orders mentions by document id, then by token, which together are unique. */
export function byDocument(one: Mention, other: Mention): number {
  if (one.document !== other.document) return one.document < other.document ? -1 : 1;
  return one.token < other.token ? -1 : Number(one.token > other.token);
}

export interface TokenMentions {
  /** How many documents name it. */
  count: number;
  /** Each author's mentions that count, newest first; at most `MAX_PER_AUTHOR`, without copies. */
  byAuthor: Map<string, Mention[]>;
}

/** @returns the mentions of each token, in the order in which the tokens first appear */
export function groupByToken(mentions: Iterable<Mention>): Map<string, TokenMentions> {
  const tokens = new Map<string, TokenMentions>();
  for (const mention of mentions) {
    let said = tokens.get(mention.token);
    if (!said) tokens.set(mention.token, (said = { count: 0, byAuthor: new Map() }));
    said.count += 1;
    if (mention.isCopy) continue;
    const own = said.byAuthor.get(mention.author);
    if (own) keepNewest(own, mention, MAX_PER_AUTHOR);
    else said.byAuthor.set(mention.author, [mention]);
  }
  return tokens;
}

/** @returns the mentions that count: each author's newest per token, in the order of `byDocument` */
export const countedMentions = (mentions: Iterable<Mention>): Mention[] =>
  [...groupByToken(mentions).values()]
    .flatMap(({ byAuthor }) => [...byAuthor.values()].flat())
    .sort(byDocument);
