import type { SentimentInputRow as ReadMention } from "~/services/recommendations/sentiment-inputs.server";

/**
 * The number of characters shown of an id. They are its last ones, because ids created in sequence share their
 * beginning.
 */
const AUTHOR_ID_LENGTH = 6;

/** Serializes a mention as a table row; its id is made of the document's and the token. */
export const serializeMention = (mention: ReadMention) => {
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
    /** Enough to tell authors apart. */
    author: author.slice(-AUTHOR_ID_LENGTH),
    createdAt: new Date(createdAt).toISOString(),
  };
};

export type SerializedMention = ReturnType<typeof serializeMention>;
