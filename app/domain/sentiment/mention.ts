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
/** The age that a text needs to count in a recommendation made by the schedule, so that others can answer it first. */
export const SCHEDULED_TEXT_HOURS = 12;

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
  newest.sort((one, other) => inOrder(other, one));
  if (newest.length <= most) return false;
  newest.pop();
  return true;
}

/**
 * The order in which mentions are stored and in which sums run, because the last digit of a sum depends on its order:
 * by token, then by time, then by document.
 */
export function inOrder(one: Mention, other: Mention): number {
  if (one.token !== other.token) return one.token < other.token ? -1 : 1;
  if (one.createdAt !== other.createdAt) return one.createdAt - other.createdAt;
  return one.document < other.document ? -1 : Number(one.document > other.document);
}

/**
 * @param mentions sorted by `inOrder`
 * @returns those that count, in the same order: each author's newest about each token, without copies
 */
export function countedMentions(mentions: readonly Mention[]): Mention[] {
  const counts = new Map<string, number>();
  return mentions
    .filter(({ isCopy }) => !isCopy)
    .toReversed()
    .filter(({ token, author }) => {
      const key = `${token} ${author}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= MAX_PER_AUTHOR;
    })
    .toReversed();
}
