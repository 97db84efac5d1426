declare module "vader-sentiment/src/vader_lexicon.js" {
  /** The mean rating of each word and emoticon, in lower case, from −4 to 4. */
  export const lexicon: Readonly<Record<string, number>>;
}
