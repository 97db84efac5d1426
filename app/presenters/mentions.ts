import type { DocumentKind } from "~/domain/sentiment/mention";
import type { SentimentInputRow as ReadMention } from "~/services/recommendations/sentiment-inputs.server";

/** A mention as a table row. */
export interface SerializedMention {
  /** The document's id and the token. */
  id: string;
  kind: DocumentKind;
  token: string;
  /** The end of the author's id, enough to tell authors apart. */
  author: string;
  p: number;
  weight: number;
  /** The trust in the author. */
  trust: number;
  isCounted: boolean;
  isCopy: boolean;
  /** ISO 8601. */
  createdAt: string;
  /** The document's URL; `null` if unknown or deleted. */
  link: string | null;
}

/**
 * The number of characters shown of an id. They are its last ones, because ids created in sequence share their
 * beginning.
 */
const AUTHOR_ID_LENGTH = 6;

export const serializeMention = (mention: ReadMention): SerializedMention => {
  const { document, kind, token, author, p, weight, createdAt, link } = mention;
  const { trust, isCounted, isCopy } = mention;
  return {
    kind,
    token,
    p,
    weight,
    trust,
    isCounted,
    isCopy,
    link,
    id: `${document} ${token}`,
    author: author.slice(-AUTHOR_ID_LENGTH),
    createdAt: new Date(createdAt).toISOString(),
  };
};
