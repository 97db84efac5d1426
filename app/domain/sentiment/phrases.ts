/**
 * Phrases whose meaning differs from that of their words. A phrase is rated as a whole, by its first word, and its
 * other words count 0. The ratings are set as in `overlay.ts`.
 */
import type { Word } from "./vader-trace";

/**
 * Each group begins with its rating and the meaning of its phrases. A slash divides forms of a word, `#` is any
 * number, with or without a currency before it.
 */
const GROUPS = `
  # Positions of traders.
  1.5: Holds a bet on a rise, or opens one.
    long #, long at/from #, long here, long and strong, go/goes/going/went/stay/stayed/staying/still/remain long,
    # calls, my/these/more calls, in calls, calls at #, call options, buy/buying/bought calls, diamond hands,
    buy/buys/buying/bought more, buy/buys/buying/bought the dip, add/adding/added more, adding/added here,
    load/loads/loading/loaded up, loading/loaded the boat, not/never selling, holding strong/steady/tight
  -1.5: Holds a bet on a fall, or opens one.
    short #, short at/from #, short here, shorting here, go/goes/going/went/stay/stayed/staying/still short,
    to short, short/shorted/shorting it/this/that,
    # put/puts, my/these/more puts, in puts, puts at #, put options, buy/buying/bought puts
  -1.5: Leaves, or tells others to.
    get/getting/got out, bail/bailed/bailing out, sell/sells/sold off, take/taking/took profits, sell/selling the rip/rips/news
  # Pictures on charts.
  1.6: The price leaves a range upwards, or is about to.
    break/breaks/breaking/broke/broken out, gap/gaps/gapped/gapping up, take/takes/taking/took off, golden cross,
    bull/bullish flag, cup and handle, higher highs/lows, bear trap, short squeeze, bottom is in
  -1.6: The price leaves a range downwards, or is about to.
    breaking/broke/broken down, gap/gaps/gapped/gapping down, roll/rolls/rolling/rolled over, death cross,
    bear/bearish flag, lower highs/lows, bull trap, dead cat bounce, top is in
  # The state of a price, and of those who paid it.
  -1.6: Nobody is left who would pay more.
    priced in, too high, rug pull/pulled, pump and dump, bag holder/holders/holding, holding/held the bag/bags
  # News of projects.
  1.5: Gets money.
    raise/raises/raised/raising #, nets/netted #, lands/landed #, secure/secures/secured #,
    closes/closed # million/billion, series a/b/c/d/e, funding round, seed round/funding, # million/billion in revenue
  1.2: Begins, grows, or is used.
    mainnet live, add/adds/added/adding support, legal tender, partner/partners/partnered/partnering with,
    join/joins/joined forces, invests/invested in, green light, new listing/listings,
    coinbase/binance/kraken listing, gets/got listed
  -1.5: Is closed, or forbidden.
    shut/shuts/shutting down, tighter rules, cease and desist, money laundering
  # No sentiment.
  0: A bet that has ended, how long something takes, a day on which shareholders are written down, a line of business.
    sell/selling/sold/closed my calls/puts, long/short # minutes/hours/days/weeks/months/years, record date, for the record,
    green energy/bond/bonds/hydrogen
`;

const GROUP = /^ {2}(?<rating>\S+?): .+\n(?<phrases>(?: {4}.+\n)+)/gm;

interface Phrase {
  words: readonly (readonly string[])[];
  rating: number;
}

const phrases: readonly Phrase[] = [...GROUPS.matchAll(GROUP)].flatMap(
  ({ groups: { rating, phrases: all = "" } = {} }) =>
    all
      .split(",")
      .map((phrase) => phrase.trim())
      .filter((phrase) => phrase !== "")
      .map((phrase) => ({
        words: phrase.split(/\s+/).map((word) => word.split("/")),
        rating: Number(rating),
      })),
);

/** The phrases by their first word, longest first. */
const byFirstWord = new Map<string, Phrase[]>();
for (const phrase of phrases.toSorted((one, other) => other.words.length - one.words.length)) {
  for (const first of phrase.words[0] ?? []) {
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), phrase]);
  }
}

const NUMBER = /^\D?\d[\d.,]*(?:[kmb]|mn|bn)?$/;
const keyOf = (word: Word) => (NUMBER.test(word.text) ? "#" : word.text);

/**
 * @param words the words of a sentence
 * @returns the same words, with the first word of each phrase rated as the phrase and the others 0
 */
export function ratePhrases(words: readonly Word[]): readonly Word[] {
  const keys = words.map(keyOf);
  let rated: Word[] | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const phrase = byFirstWord
      .get(keys[at] ?? "")
      ?.find(({ words: parts }) => parts.every((part, i) => part.includes(keys[at + i] ?? "")));
    if (!phrase) continue;
    rated ??= [...words];
    const end = at + phrase.words.length;
    for (let i = at; i < end; i += 1) {
      const ratedBy = { rule: "phrase", following: end - 1 - i } as const;
      rated[i] = { ...(words[i] as Word), rating: i === at ? phrase.rating : 0, ratedBy };
    }
    at = end - 1;
  }
  return rated ?? words;
}
