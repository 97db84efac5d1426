import { isPersonName } from "~/domain/person-path";
import { partName } from "~/domain/sentiment/mentioning-texts";
import type { ExplainedMentionResponse, SentenceResponse } from "~/schemas/mention-responses";
import type { MentionExplanation } from "~/services/recommendations/explain-mention.server";
import type { SentimentInputRow as ReadMention } from "~/services/recommendations/sentiment-inputs.server";

/**
 * The number of characters shown of an id. They are its last ones, because ids created in sequence share their
 * beginning.
 */
export const AUTHOR_ID_LENGTH = 6;

/** Serializes a mention that a recommendation was computed from. */
export const serializeMention = (mention: ReadMention) => {
  const { number, kind, token, author, authorName, p, weight, createdAt, link } = mention;
  const { trust, isCounted, isCopy } = mention;
  return {
    number,
    kind,
    token,
    p,
    weight,
    trust,
    isCounted,
    isCopy,
    link,
    /** Enough to tell authors apart. */
    author: author.slice(-AUTHOR_ID_LENGTH),
    authorName: authorName !== null && isPersonName(authorName) ? authorName : null,
    createdAt: new Date(createdAt).toISOString(),
  };
};

export type SerializedMention = ReturnType<typeof serializeMention>;

/** Serializes the explanation of a mention for its page. */
export function serializeExplanation(
  mention: ReadMention & MentionExplanation,
): Omit<ExplainedMentionResponse, "mention"> {
  const { state, explained, kind, link, token } = mention;
  return {
    state,
    explanation: explained && {
      p: explained.p,
      uncalibrated: explained.uncalibrated,
      sum: explained.sum,
      further: explained.further,
      sentences: explained.sentences.map(
        ({ part, fragment, ...sentence }, i): SentenceResponse => ({
          ...sentence,
          part: partName(kind, part),
          link: link && sentenceLink(link, token, i + 1, fragment),
        }),
      ),
    },
  };
}

/**
 * Serializes a mention with its explanation for the API.
 * @param origin the origin of this site, for the links
 */
export function presentExplainedMention(
  row: ReadMention & MentionExplanation,
  origin: string,
): ExplainedMentionResponse {
  const { state, explanation } = serializeExplanation(row);
  const absolute = (link: string | null) => link && new URL(link, origin).href;
  const mention = serializeMention(row);
  return {
    mention: { ...mention, link: absolute(mention.link) },
    state,
    explanation: explanation && {
      ...explanation,
      sentences: explanation.sentences.map((sentence) => ({
        ...sentence,
        link: absolute(sentence.link),
      })),
    },
  };
}

/** @returns the path of a document that marks the sentences that count for a token, and leads to one of them */
function sentenceLink(path: string, token: string, number: number, fragment: string): string {
  const [address = "", anchor] = path.split("#");
  const query = `${address.includes("?") ? "&" : "?"}mark=${encodeURIComponent(token)}`;
  return `${address}${query}#${anchor ?? `mark-${number}`}${fragment}`;
}
