/** That documents name tokens: what both methods of the sentiment engine begin with. */

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
  /** The score of the text that is about the token, from −1 to 1. */
  p: number;
  /** What the document counts for; from 1. */
  weight: number;
  /** When the document was written, in milliseconds. */
  createdAt: number;
  /** What the author counts for, from 0 to 1; absent from what method 2 was made of. */
  trust?: number;
  /** Whether the document nearly repeats what somebody else wrote. */
  isCopy?: boolean;
  /** A salted hash of the document; absent from old ones, and from what was written elsewhere. */
  textHash?: string;
}

/** How many days of writing are listened to. */
export const SENTIMENT_DAYS = 7;

/** How many of an author's documents about a token are counted: the newest ones. */
export const MOST_PER_AUTHOR = 3;

/**
 * Puts a mention in its place among an author's newest, if it is one of them.
 *
 * @returns whether there were as many already, so that one of them is no longer kept
 */
export function keepNewest(newest: Mention[], mention: Mention, most: number): boolean {
  let [place, end] = [0, newest.length];
  while (place < end) {
    const middle = (place + end) >> 1;
    if (isNewer(mention, newest[middle] as Mention)) end = middle;
    else place = middle + 1;
  }
  newest.splice(place, 0, mention);
  if (newest.length <= most) return false;
  newest.pop();
  return true;
}

const isNewer = (one: Mention, other: Mention) =>
  one.createdAt === other.createdAt ? byDocument(one, other) > 0 : one.createdAt > other.createdAt;

/** The order of ids. A document has one mention of a token, so that this tells any two apart. */
export function byDocument(one: Mention, other: Mention): number {
  if (one.document !== other.document) return one.document < other.document ? -1 : 1;
  if (one.token !== other.token) return one.token < other.token ? -1 : 1;
  return one.p - other.p || one.weight - other.weight;
}

/** What is said of one token. */
export interface Said {
  /** How many documents name it. */
  count: number;
  /** Of each author the newest mentions that count, the newest first. */
  byAuthor: Map<string, Mention[]>;
}

/** @returns what is said of each token, in the order in which they are first named */
export function groupByToken(mentions: Iterable<Mention>): Map<string, Said> {
  const tokens = new Map<string, Said>();
  for (const mention of mentions) {
    let said = tokens.get(mention.token);
    if (!said) tokens.set(mention.token, (said = { count: 0, byAuthor: new Map() }));
    said.count += 1;
    if (mention.isCopy) continue;
    const own = said.byAuthor.get(mention.author);
    if (own) keepNewest(own, mention, MOST_PER_AUTHOR);
    else said.byAuthor.set(mention.author, [mention]);
  }
  return tokens;
}

/** @returns the mentions that are counted: of each author the newest per token, in the order of ids */
export const countedMentions = (mentions: Iterable<Mention>): Mention[] =>
  countedOf(groupByToken(mentions)).sort(byDocument);

/** @returns the mentions that are counted, in no particular order */
export const countedOf = (said: ReadonlyMap<string, Said>): Mention[] =>
  [...said.values()].flatMap(({ byAuthor }) => [...byAuthor.values()].flat());
