/**
 * Words of finance that the lexicon lacks, or rates by an everyday meaning that differs from the one in finance.
 *
 * Source of the ratings: those in VADER's lexicon were given by people. These are set by judgement on the same scale,
 * from −4 to 4, for a group of words at a time; none was computed from a corpus. The everyday words without sentiment
 * in finance are those that occur as often in neutral texts as in others, in the training part of a collection of
 * financial tweets under the MIT licence. docs/sentiment-evaluation.md describes what else was considered.
 *
 * Each group begins with its rating, 0 for words without sentiment, and their meaning in finance. A word is followed by
 * all of its forms, so that "crashing" is not rated differently from "crash" by an oversight. For a word of rise or
 * fall, the rating applies if no noun decides; see `direction.ts`.
 */
import { FORUM_WORDS } from "./forum-words";

const GROUPS = `
  # Rise. A quick rise is good news by itself; an increase is good or bad only with a noun.
  2 rise: Rises quickly or far: said of prices, and of what is good.
    surge surges surged surging, soar soars soared soaring, rally rallies rallied rallying
  1.5 rise: Rises, or rises again.
    rise rises rose risen rising, jump jumps jumped jumping, climb climbs climbed climbing,
    rebound rebounds rebounded rebounding, recover recovers recovered recovering
  1 rise: Becomes more, or is made more. Analysts raise what they expect.
    raise raises raised raising, grow grows grew grown growing, lift lifts lifted lifting,
    advance advances advanced advancing
  0 rise: Becomes more, which is good or bad by what it is said of.
    increase increases increased increasing, double doubles doubled doubling,
    widen widens widened widening, accelerate accelerates accelerated accelerating
  1 rise: Stands higher than before, or than ever.
    up higher highest record
  # Fall. The ratings mirror those of rise; a crash is worse than a surge is good.
  -2.4 fall: Falls suddenly and far: prices, and firms.
    crash crashes crashed crashing, plunge plunges plunged plunging,
    plummet plummets plummeted plummeting
  -2 fall: Falls quickly.
    tumble tumbles tumbled tumbling, slump slumps slumped slumping, sink sinks sank sunk sinking,
    tank tanks tanked tanking
  -1.5 fall: Falls, or becomes weaker.
    fall falls fell fallen falling, drop drops dropped dropping,
    decline declines declined declining, slide slides slid sliding, slip slips slipped slipping,
    retreat retreats retreated retreating, shed sheds shedding
  -1 fall: Is made less, or falls a little: what is expected, a dividend, jobs.
    cut cuts cutting, lower lowers lowered lowering, dips dipped
  0 fall: Becomes less, which is good or bad by what it is said of.
    decrease decreases decreased decreasing, reduce reduces reduced reducing,
    narrow narrows narrowed narrowing, ease eases eased easing
  -1.2 fall: Stands lower than before.
    down lowest
  # Market expectations, in the words of analysts and their readers.
  # "Bull" and "bear" alone are left out, because in the forums each side writes about the other.
  2.9: Expects the price to rise.
    bullish
  -2.9: Expects the price to fall.
    bearish
  1.7: Worth more than it costs.
    undervalued oversold overweight
  -1.7: Costs more than it is worth.
    overvalued overbought overpriced underweight
  1.8: Thought better of than before, or better than was expected.
    upgrade upgrades upgraded upgrading, outperform outperforms outperformed outperforming,
    beat beats beaten beating, surpass surpasses surpassed surpassing
  -1.8: Thought worse of than before, or worse than was expected.
    downgrade downgrades downgraded downgrading,
    underperform underperforms underperformed underperforming, miss misses missed missing
  1: More than a line that people watch.
    above
  -1: Less than a line that people watch; a day of losses.
    below red
  1.5: A price that goes up, or may.
    upside upsides, breakout breakouts
  -1.5: A price that goes down, or may.
    downside downsides
  1.5: All-time high.
    ath
  -2: Many sell at once.
    selloff selloffs, sell-off sell-offs
  -1: Bets on a fall. Not “short” and “put”, which are mostly other words.
    shorted shorting puts
  -1.3: A fall, or a time of falls.
    pullback pullbacks, downtrend downtrends, downturn downturns, slowdown slowdowns
  1.3: A time of rises.
    uptrend uptrends
  1.3: Helps, as the wind does.
    tailwind tailwinds
  -1.3: Hinders, as the wind does.
    headwind headwinds
  1.2: Takes some for oneself.
    buy buys bought buying, accumulate accumulates accumulated accumulating
  1.4: A company takes its own shares back.
    buyback buybacks
  # News of crypto projects, and of what is done to them.
  1.2: Something new is there, or somebody begins to use it.
    launch launches launched launching, adopt adopts adopted adopting, adoption,
    unveil unveils unveiled unveiling, integrate integrates integrated integrating,
    integration integrations
  1.2: Two work together.
    partnership partnerships
  1.2: Gets or gives money.
    funding
  1: Becomes larger.
    expand expands expanded expanding, expansion expansions
  1.5: More than ever, or than others.
    milestone milestones, unicorn unicorns, exceed exceeds exceeded exceeding
  0.8: Used by many, and by those who have much.
    mainstream institutional
  -2: Sells all there is, or has to.
    dump dumps dumped dumping, liquidate liquidates liquidated liquidating
  -2: Sold by force, or by the last who hoped.
    liquidation liquidations, capitulation capitulations
  -2.5: Takes what belongs to others, by a hole in a program or by a lie.
    hack hacks hacked hacking, exploit exploits exploited exploiting, scam scams scammed scamming,
    depeg depegs depegged depegging, theft thefts, stole
  -3: Whoever takes what belongs to others, and projects that were made for it.
    rug rugs, rugpull rugpulls, ponzi ponzis, hacker hackers, scammer scammers
  -1.5: Does not work, or lets others in.
    outage outages, breach breaches breached, bug bugs, vulnerability vulnerabilities
  # Fates of firms and projects, and legal action.
  -1.5: Is looked into, taken away or forbidden.
    investigate investigates investigated investigating, investigation investigations,
    crackdown crackdowns, seize seizes seized seizing, sanction sanctions sanctioned, unregistered, fined,
    lawsuit lawsuits, charged, laundering
  -1.5: Fewer people, or less than was meant.
    layoff layoffs, shutdown shutdowns, shortfall shortfalls
  -2: Is taken off a market, held up or forbidden.
    delist delists delisted delisting, ban bans banned banning, halt halts halted halting
  -1.7: Goes to court.
    sue sues sued suing
  1.5: The authorities allow it.
    approve approves approved approving
  -1.5: Comes later than was promised.
    delay delays
  -2.6: Cannot pay.
    default defaults, bankruptcy bankruptcies, insolvency insolvencies
  -2.8: Owes more than it has.
    insolvent
  # Technical terms. The lexicon rates "share" as an act among friends, and "risk" as a danger.
  0: Papers and sums.
    share shares, security securities, asset assets, credit credits, debt debts,
    liability liabilities, interest interests, risk risks, trust trusts, treasury treasuries,
    value values, profit profits, demand demands
  0: Done with contracts and money.
    pay pays paid paying, agree agrees agreed agreeing
  0: Made by two firms, or sold by one to another.
    agreement agreements, solution solutions
  0: A block of a chain, a price at which is sold.
    block blocks, stop stops
  0: Words of reports.
    gross crude limited low mature vested valued interested effective matter
  # Everyday words, kind among people, but common in reports and in the names of firms.
  0: What every firm says that it does.
    support supports supported supporting, play plays played playing
  0: Lines of business, and parts of names.
    energy energies, holiday holidays, opportunity opportunities, number numbers, well wells
  0: Lines of business, and parts of names, of which there is but one.
    entertainment defense intelligence beauty justice nifty jp amazon l supreme brave bored harmony diamond
    wealth safety care
  0: What every firm says of itself.
    committed commit commits commitment novel active comprehensive outstanding innovative dynamic vision
    create creates created creating, help helps helped helping, ensure ensures ensured ensuring, highlight highlights
  0: Said without meaning it.
    want wants wanted, please, yes yeah okay ok sure definitely wow welcome kind hand luck gl
    interesting certain significant authority legal clarity fresh reach reaches reached crazy fine forget save
    party award
  0: Says how much, of which kind, or since when.
    top best united natural special substantial important popular clear free fair smart ready
    worth responsible like
  0: Bad among people; a market or a product here.
    cancer cancers, war wars
`;

interface RatedWord {
  word: string;
  rating: number;
  /** 1 for words of rise, −1 for words of fall. */
  direction?: 1 | -1;
}

const wordsOf = (text: string): string[] => text.match(/[^\s,]+/g) ?? [];

/** A rating, whether the words are of rise or fall, their meaning, and the indented lines of the words. */
const GROUP = /^ {2}(?<rating>\S+?)(?: (?<direction>rise|fall))?: .+\n(?<words>(?: {4}.+\n)+)/gm;

export const financeOverlay: readonly RatedWord[] = [
  ...`${GROUPS}${FORUM_WORDS}`.matchAll(GROUP),
].flatMap(({ groups: { rating, direction, words = "" } = {} }) =>
  wordsOf(words).map((word) => ({
    word,
    rating: Number(rating),
    ...(direction && { direction: direction === "rise" ? 1 : -1 }),
  })),
);

/** The words of rise, with 1, and of fall, with −1. */
export const directionWords: ReadonlyMap<string, 1 | -1> = new Map(
  financeOverlay.flatMap(({ word, direction }) => (direction ? [[word, direction]] : [])),
);

/** Nouns whose rise is good news and whose fall is bad news. */
export const leadNouns: ReadonlySet<string> = new Set(
  wordsOf(`
  profit profits earnings income revenue revenues revs sales turnover ebit ebitda eps ffo margin margins dividend dividends
  order orders backlog demand price prices share shares stock stocks market markets index indices equities futures
  growth cash cashflow output production export exports gdp economy employment job jobs payrolls wages
  confidence sentiment guidance outlook forecast forecasts estimate estimates target targets pt rating ratings
  adoption users usage activity tvl hashrate liquidity inflow inflows traffic bookings deliveries shipments
  subscribers customers value values valuation cap capitalization marketcap funding spending investment investments
  productivity efficiency profitability returns return volume volumes coin coins token tokens crypto
`),
);

/** Nouns whose rise is bad news and whose fall is good news. */
export const lagNouns: ReadonlySet<string> = new Set(
  wordsOf(`
  loss losses cost costs expense expenses expenditure debt debts unemployment joblessness claims inflation fee fees
  deficit deficits liabilities impairment impairments writedowns tax taxes tariff tariffs layoffs redundancies
  default defaults delinquencies bankruptcies liquidations outflow outflows risk risks volatility charges
  inventories stockpiles churn downtime complaints deaths fears concerns worries tensions
`),
);

/** @returns the lexicon with the overlay's ratings added or replacing its own */
export const withOverlay = (lexicon: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
  new Map([...lexicon, ...financeOverlay.map(({ word, rating }) => [word, rating] as const)]);
