/** The words of a sentence as VADER reads them, and how its score comes about. */

export interface Word {
  /** As written between spaces. */
  token: string;
  /** In lower case, without the punctuation around it. */
  text: string;
  isCapitals: boolean;
  /** The lexicon's rating, if it has one. */
  rating: number | undefined;
  /** What has decided the rating, if not the lexicon. */
  ratedBy?: RatingRule;
}

export interface Sentence {
  words: readonly Word[];
  hasCapitals: boolean;
}

/** A rule that rates a word by the words around it. */
export interface RatingRule {
  rule: "phrase" | "mockery" | "direction";
  /** The words after it that belong to its phrase. */
  following?: number;
  /** The noun whose rise or fall it is. */
  noun?: string;
}

type Rule =
  | "negation"
  | "no"
  | "never so"
  | "capitals"
  | "booster"
  | "idiom"
  | "least"
  | "before but"
  | "after but";

/** A step from the rating of a word to what it contributes: it is multiplied, added to, or replaced. */
export type Step = { rule: Rule; /** The place of the word that causes it. */ at: number } & (
  { factor: number } | { added: number } | { set: number }
);

/** A word that contributes to the score of a sentence. */
export interface WordTrace {
  /** Its place among the words. */
  at: number;
  rating: number;
  ratedBy?: RatingRule;
  /** In the order in which they were applied. */
  steps: Step[];
  /** What `rating` and `steps` give. */
  contribution: number;
}

/** How the score of a sentence came about. */
export interface SentenceTrace {
  /** Where each word stands in the sentence. */
  spans: { start: number; end: number }[];
  words: WordTrace[];
  /** What the punctuation contributes. */
  punctuation: number;
  /** The sum of all contributions, in their order. */
  sum: number;
}
