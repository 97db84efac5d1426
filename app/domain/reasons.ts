/** Why a recommendation is what it is, in one sentence that needs no knowledge of the method. */
import type { Close } from "./close";
import { riskyAssets, type MomentumAsset, type RiskyAsset } from "./momentum";
import { NO_TOKEN } from "./sentiment/allocation";
import { COVERED_VOICES } from "./sentiment/sentiment";
import { sharesOf, type Share } from "./allocation";
import { CASH } from "./tokens";

interface Listed {
  /** Whole percentages by symbol. */
  allocation: Readonly<Record<string, number>>;
  /** The last close of USDT, if it is too low for USDT to count as cash. */
  notCash: Close | null;
}

interface ListedMomentum extends Listed {
  /** The change over four weeks in percent; `null` if it is unknown. */
  rates: Readonly<Record<MomentumAsset, number | null>>;
}

interface ListedSentiment extends Listed {
  /** The token with the most voices, or `NO_TOKEN`. */
  token: string;
  /** How many texts about that token count, each weighed by its author's weight. */
  mentionCount: number;
}

/** @returns why momentum recommends a split: "SOL rose 13% in four weeks while BTC fell 24%: about half in SOL." */
export function momentumReason({ allocation, notCash, rates }: ListedMomentum): string {
  const known = riskyAssets
    .flatMap((asset) => (rates[asset] === null ? [] : [{ asset, rate: rates[asset] }]))
    .sort((one, other) => other.rate - one.rate);
  const missing = riskyAssets.filter((asset) => rates[asset] === null);
  const held = heldShares(allocation);
  // USDT sets the hurdle, which hardly ever differs from 0.
  const isBelowHurdle = !held.length && known.some(({ rate }) => rate > 0);
  return [
    describeRates(known),
    isBelowHurdle ? ", too little to beat cash" : "",
    missing.length ? ` (no prices of ${join(missing)})` : "",
    `: ${describeSplit(held, notCash)}.`,
  ].join("");
}

/** @returns why sentiment recommends a split: "People wrote well of BTC, but few did: 94% stays in USDT." */
export function sentimentReason(recommendation: ListedSentiment): string {
  const { allocation, notCash, token, mentionCount } = recommendation;
  const held = heldShares(allocation);
  if (token === NO_TOKEN) {
    return `Too few people wrote about any token: ${describeSplit([], notCash)}.`;
  }
  if (!held.length) {
    return `${token} was written about most, but no token well enough: ${describeSplit([], notCash)}.`;
  }
  const cash = allocation[CASH] ?? 0;
  const praise = `People wrote well of ${join(named(held.map(({ asset }) => asset)))}`;
  if (cash <= MUCH_CASH) return `${praise}: ${describeSplit(held, notCash)}.`;
  const limit =
    mentionCount < COVERED_VOICES ? "but few did" : "but not well or often enough for more";
  return `${praise}, ${limit}: ${cash}% stays in ${cashOf(notCash)}.`;
}

/** More cash than this, in percent, needs a reason as well. */
const MUCH_CASH = 50;
/** The most tokens that are named. */
const MAX_NAMED = 3;

const list = new Intl.ListFormat("en-GB");
const join = (words: readonly string[]): string => list.format(words);

const named = (words: readonly string[]): string[] =>
  words.length > MAX_NAMED
    ? [...words.slice(0, MAX_NAMED - 1), `${words.length - MAX_NAMED + 1} others`]
    : [...words];

const heldShares = (allocation: Listed["allocation"]): Share[] =>
  sharesOf(allocation).filter(({ asset, percent }) => asset !== CASH && percent > 0);

function describeRates(known: readonly { asset: RiskyAsset; rate: number }[]): string {
  const [first, second] = known;
  if (!first) return "No prices are known";
  const one = `${first.asset} ${describeRate(first.rate)} in four weeks`;
  if (!second) return one;
  const isContrast =
    first.rate > 0 !== second.rate > 0 && describeRate(first.rate) !== describeRate(second.rate);
  return `${one} ${isContrast ? "while" : "and"} ${second.asset} ${describeRate(second.rate)}`;
}

function describeRate(rate: number): string {
  const size = Math.abs(rate);
  const rounded = size.toFixed(size < 0.95 ? 1 : 0);
  if (Number(rounded) === 0) return "hardly moved";
  return `${rate > 0 ? "rose" : "fell"} ${rounded}%`;
}

function describeSplit(held: readonly Share[], notCash: Close | null): string {
  if (!held.length) return `everything stays in ${cashOf(notCash)}`;
  const parts = held.map(({ asset, percent }) => `${part(percent)} in ${asset}`);
  return join([...parts, ...(notCash ? [`the rest in ${cashOf(notCash)}`] : [])]);
}

const cashOf = (notCash: Close | null): string =>
  notCash ? `${CASH}, which closed at $${notCash.close} and is not cash` : CASH;

const fractions = [
  [25, "about a quarter"],
  [33, "about a third"],
  [50, "about half"],
  [67, "about two thirds"],
  [75, "about three quarters"],
] as const;
/** How far a percentage may be from a fraction to be called by it. */
const MAX_ROUNDING = 2;

function part(percent: number): string {
  const near = fractions.find(([of]) => Math.abs(percent - of) <= MAX_ROUNDING);
  return near?.[1] ?? `${percent}%`;
}
