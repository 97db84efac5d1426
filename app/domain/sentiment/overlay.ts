/**
 * Ratings of financial terms that the lexicon lacks or rates by their everyday meaning: there, "share" and
 * "interest" are positive and "bullish" is missing.
 */

interface Entry {
  word: string;
  /** From −4 to 4, on the lexicon's scale; 0 for a neutral technical term. */
  rating: number;
  /** The word's meaning in finance. */
  meaning: string;
}

const entry = (word: string, rating: number, meaning: string): Entry => ({ word, rating, meaning });

export const financeOverlay: readonly Entry[] = [
  // Price expectations.
  entry("bullish", 2.9, "expects the price to rise"),
  entry("bearish", -2.9, "expects the price to fall"),
  entry("undervalued", 1.7, "worth more than it costs"),
  entry("overvalued", -1.7, "costs more than it is worth"),
  entry("upgrade", 1.6, "a better opinion of it, or a better version"),
  entry("downgrade", -1.8, "a worse opinion of it"),
  entry("outperform", 2.0, "does better than the market"),
  entry("underperform", -2.0, "does worse than the market"),
  // Rising prices.
  entry("rally", 1.9, "prices rise for some time"),
  entry("surge", 2.0, "prices rise quickly"),
  entry("breakout", 1.7, "the price leaves its range upwards"),
  entry("moon", 2.0, "the price goes up without end"),
  entry("mooning", 2.2, "the price is going up without end"),
  entry("ath", 1.8, "all-time high"),
  entry("🚀", 2.0, "the price goes up without end"),
  entry("📈", 1.8, "the price rises"),
  // Falling prices.
  entry("📉", -1.8, "the price falls"),
  entry("crash", -2.6, "prices fall suddenly and far"),
  entry("plunge", -2.3, "prices fall quickly"),
  entry("dump", -2.0, "holders sell all they have"),
  entry("dumping", -2.1, "holders are selling all they have"),
  entry("selloff", -2.0, "many sell at once"),
  entry("capitulation", -2.0, "the last who hoped sell"),
  // Holders' behaviour and fate.
  entry("accumulate", 1.2, "buys more, little by little"),
  entry("hodl", 1.3, "keeps it whatever the price does"),
  entry("rekt", -2.8, "wrecked: has lost it all"),
  entry("liquidated", -2.2, "sold by force, since the security no longer covered the loan"),
  // Failures of projects and exchanges.
  entry("rug", -2.4, "its makers leave with the money"),
  entry("rugpull", -3.1, "that its makers have left with the money"),
  entry("hack", -2.4, "somebody breaks in"),
  entry("hacked", -2.6, "somebody has broken in"),
  entry("exploit", -2.3, "somebody takes advantage of a mistake in its program"),
  entry("exploited", -2.5, "somebody has taken advantage of a mistake in its program"),
  entry("insolvent", -2.8, "owes more than it has"),
  entry("delisted", -2.1, "no longer traded at an exchange"),
  // Neutral technical terms.
  entry("interest", 0, "what a loan costs"),
  entry("share", 0, "a part of a company, or of a whole"),
  entry("shares", 0, "parts of a company"),
  entry("risk", 0, "how far a result may be off"),
  entry("risks", 0, "ways in which a result may be off"),
  entry("debt", 0, "what somebody owes"),
  entry("security", 0, "a paper that is traded, or what a loan is covered by"),
  entry("securities", 0, "papers that are traded"),
  entry("trust", 0, "a form in which assets are held"),
  entry("matter", 0, "a subject, as in a matter of days"),
  entry("mature", 0, "of a bond: falls due"),
  entry("gross", 0, "before anything is taken off"),
  entry("vested", 0, "of tokens: belongs to its holder by now"),
  entry("liability", 0, "what is owed, as it stands in the books"),
  entry("bond", 0, "a loan that is traded"),
];

/** @returns the lexicon with the overlay's ratings added or replacing its own */
export const withOverlay = (lexicon: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
  new Map([...lexicon, ...financeOverlay.map(({ word, rating }) => [word, rating] as const)]);
