/** The rows that a sentiment recommendation was computed from, without the ids by which they name people and texts. */
import { createHmac } from "node:crypto";
import type { MentionInput } from "../scoring/sentiment-calculation";

/** A mention as everybody may download it; ids are replaced by pseudonyms that no other recommendation has. */
export type PublicMention = Omit<MentionInput, "textHash"> & {
  /** The pseudonym of the salted hash of the document's text, which binds the recommendation to that text. */
  text?: string;
};

/** 128 bits of each HMAC: enough that no two of a recommendation are equal. */
const BYTES = 16;

/** @param key that of the recommendation: random, and never served */
export function publicMention(
  key: string,
  { author, document, textHash, ...mention }: MentionInput,
): PublicMention {
  const pseudonym = (kind: string, value: string) =>
    createHmac("sha256", Buffer.from(key, "base64url"))
      .update(`${kind} ${value}`)
      .digest()
      .subarray(0, BYTES)
      .toString("base64url");
  return {
    ...mention,
    author: pseudonym("author", author),
    document: pseudonym("document", document),
    ...(textHash && { text: pseudonym("text", textHash) }),
  };
}
