import type { DocumentKind } from "~/domain/sentiment/sentiment";
import type { SentimentInputRow as ReadMention } from "~/services/recommendations/sentiment.server";

/** A mention as its row in the table shows it. */
export interface SerializedMention {
  /** Of the mention: its document and its token. */
  id: string;
  kind: DocumentKind;
  token: string;
  /** Enough of whoever wrote it to tell authors apart. */
  author: string;
  p: number;
  weight: number;
  isCounted: boolean;
  /** ISO 8601. */
  createdAt: string;
  /** Where the document is; `null` where that is not known, or not any more. */
  link: string | null;
}

/** How much of an id is shown: its end, which is what differs between those made one after another. */
const LETTERS = 6;

export const serializeMention = (mention: ReadMention): SerializedMention => {
  const { document, kind, token, author, p, weight, isCounted, createdAt, link } = mention;
  return {
    ...{ kind, token, p, weight, isCounted, link },
    id: `${document} ${token}`,
    author: author.slice(-LETTERS),
    createdAt: new Date(createdAt).toISOString(),
  };
};
