/** Mentions of BTC without feeling, each in a comment of its own by an author of its own, except for the fields given. */
import type { Mention } from "~/domain/sentiment/mention";

let made = 0;
export const mention = (fields: Partial<Mention> = {}): Mention => {
  made += 1;
  return {
    document: made.toString(16).padStart(24, "0"),
    kind: "comment",
    token: "BTC",
    p: 0,
    author: `author ${made}`,
    weight: 1,
    createdAt: made,
    trust: 1,
    isCopy: false,
    ...fields,
  };
};

export const mentions = (count: number, fields: Partial<Mention> = {}): Mention[] =>
  Array.from({ length: count }, () => mention(fields));
