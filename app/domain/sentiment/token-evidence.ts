/** What the words around a name or symbol say about whether it means a token, in points. */
import { isPlain, type Candidate, type Clause } from "./clause";
import { isCapitalised, isCapitals, type Word } from "./clause-words";
import {
  ARTICLES,
  AUXILIARIES,
  CERTAIN_NOUNS,
  CRYPTO_WORDS,
  FILLERS,
  HOLDING_VERBS,
  MOVING_VERBS,
  NAME_ENDINGS,
  OPENERS,
  TOKEN_NOUNS,
} from "./context-words";
import { hasOtherMeaning, isNear } from "./other-meaning";

/** The points of a word whose other meaning is near. */
const OTHER_MEANING = -4;
/** How far the words are that say something about a word, on either side. */
const REACH = { market: 5, crypto: 14 };

const isAny = (sums: Uint32Array, at: number, last: number, reach: number): boolean => {
  const to = Math.min(sums.length - 1, last + 1 + reach);
  return sums[to]! > sums[Math.max(0, at - reach)]!;
};

/** @returns whether words of crypto are near a candidate */
export const isNearCrypto = ({ crypto, elsewhere }: Clause, { at, last }: Candidate): boolean =>
  elsewhere.crypto || isAny(crypto, at, last, REACH.crypto);

/** @returns the points of a candidate by the words around it, whatever other tokens are named */
export function pointsOf(candidate: Candidate, clause: Clause): number {
  const { token, at, last, list, form, sign } = candidate;
  const { words, text } = clause;
  const isCrypto = isNearCrypto(clause, candidate);
  const isOther = hasOtherMeaning(candidate, clause);
  if (sign === "$") return isOther && !isCrypto ? OTHER_MEANING : 0;
  const isName = list !== null;
  const isWeak =
    form === "small" || list === "ordinaryNames" || (!isName && form === "capitalised");
  const noun = nounPoints(clause, last);
  const isHeld = isObject(words, at);
  const points =
    pricePoints(text, words[last]!.end, isWeak || isName) +
    amountPoints(text, words[at]!.start, isName) +
    pairPoints(text, words, last) +
    noun +
    2 * Number(isHeld) +
    2 * Number(isMoving(words, last)) +
    2 * Number(isNear(words, at, last, token.near)) +
    2 * Number(sign === "#") +
    (isCrypto ? (form === "small" ? 1 : 2) : 0);
  return (
    points +
    marketPoints(candidate, clause) +
    (isOther ? OTHER_MEANING : 0) +
    (isPlain(candidate) || noun || isHeld ? 0 : articlePoints(words, at)) +
    (isName || form === "capitalised" ? nameLikePoints(candidate, clause, points > 0) : 0)
  );
}

function marketPoints({ at, last, list, form }: Candidate, { elsewhere, market }: Clause): number {
  // Capitals within other scripts are no emphasis.
  if (elsewhere.market) return form === "capitals" ? 2 : 1;
  return Number(list !== "ordinaryNames" && isAny(market, at, last, REACH.market));
}

const VERBS_OF_PRICES =
  "is|was|are|now|still|just|back|again|sits|trades|traded|trading|priced|sitting|hit|hits|hitting|reached|reaches|touched|closed|closes|broke|went|goes|going|fell|falls|dropped|drops|rose|rises|climbed|holding|holds|held|opened|bottomed|topped|peaked|nearly|almost|only|about|around|up|down|all|the|way";
const PREPOSITIONS = "to|from|at|above|below|over|under|near|past|of|for|a|auf|bei|über|unter";
const MONEY = String.raw`[$€£¥₩]\s?\d|\d[\d.,]*\s?[km]?\s?(?:cents?\b|¢|dollars?\b|bucks\b|usdt?\b|eur\b|euros?\b|€|\$)`;
const NUMBER = String.raw`\d[\d.,]*k?(?![\w:%]|[.,]\d|\s?(?:%|percent|am\b|pm\b|a\.m|p\.m|o'clock|years?\b|days?\b|weeks?\b|months?\b|hours?\b|minutes?\b|people\b|points?\b|times\b|of\b))`;
const FILLING = String.raw`(?:'?s\b)?[\s,(]*(?:(?:${VERBS_OF_PRICES})\s+){0,4}`;
const PRICE = new RegExp(
  String.raw`^${FILLING}(?:(?:${PREPOSITIONS})\s+|[@=:~<>≈-]\s?){0,2}(?:${MONEY})`,
  "i",
);
const NUMBER_AT = new RegExp(
  String.raw`^${FILLING}(?:(?:at|above|below|under|over|past|bei|to|from|hit|hits|is|was|@|=|>|<)\s*)(?:${NUMBER})`,
  "i",
);
const SIGNED_PERCENTAGE = /^\s?[+\-−]\s?\d[\d.,]*\s?%/;
const DECIMAL = /^\s\d{1,6}[.,]\d*[1-9](?![\w:%])/;
const BARE_NUMBER = new RegExp(String.raw`^\s(?:${NUMBER})`, "i");
const PERCENTAGE = /^:?(?:\s+[\p{L}']+){0,3}[\s,(]*[+\-−]?\d[\d.,]*\s?(?:%|percent\b|prozent\b)/iu;
const FIGURE = /^[^.!?;]*?(?:\d\s?%|[$€£]\s?\d|\d\s?(?:cents?|dollars?)\b)/;
/** Maximum distance of a figure, in characters. */
const FIGURE_REACH = 48;

function pricePoints(text: string, end: number, isDirect: boolean): number {
  const after = text.slice(end, end + FIGURE_REACH);
  if (!/\d/.test(after)) return 0;
  if (PRICE.test(after) || NUMBER_AT.test(after) || SIGNED_PERCENTAGE.test(after)) return 3;
  if (PERCENTAGE.test(after) || DECIMAL.test(after)) return 2;
  if (BARE_NUMBER.test(after)) return 1;
  return !isDirect && FIGURE.test(after) ? 1 : 0;
}

const AMOUNT = /(?:^|[\s(~≈+-])(?<amount>\d[\d.,]*)\s?[km]?\s$/i;
const NUMBERED =
  /(?:§|\b(?:no|nr|page|p|pages|top|level|chapter|section|article|art|rule|part|version|v|figure|q|step|day|week|item|grade|apt|room))\.?\s*\d[\d.,]*\s$/i;
const WORTH =
  /(?:[$€£]\s?\d[\d.,]*\s?[km]?|\d\s?%|\d\s?k|\d\s(?:dollars|bucks|euros?))\s+(?:worth\s+)?(?:of|in|into|to)\s+(?:my\s+)?$/i;
const AMOUNT_REACH = 32;

/** @returns points for an amount right before a word, such as "40 SOL" or "$500 of SOL" */
function amountPoints(text: string, start: number, isName: boolean): number {
  const before = text.slice(Math.max(0, start - AMOUNT_REACH), start);
  if (!/\d/.test(before)) return 0;
  if (WORTH.test(before)) return 2;
  const { amount = "" } = AMOUNT.exec(before)?.groups ?? {};
  if (!amount || /^(?:19|20)\d\d$/.test(amount) || NUMBERED.test(before)) return 0;
  return isName ? 1 : 2;
}

const QUOTE = /^\s?[/-]\s?(?:usdt?|usdc|eur|btc|eth|krw|perp)\b/i;

const pairPoints = (text: string, words: readonly Word[], last: number): number =>
  QUOTE.test(text.slice(words[last]!.end, words[last]!.end + 8)) ? 4 : 0;

/** Skips the "s" of a genitive. */
const afterGenitive = (words: readonly Word[], last: number) =>
  words[last + 1]?.lower === "s" ? last + 2 : last + 1;

/** @returns points for a noun that goes with a token, right after its name */
function nounPoints({ text, words, capitals: { isTitled } }: Clause, last: number): number {
  const after = afterGenitive(words, last);
  const next = words[after];
  const noun =
    next?.lower === "market" && words[after + 1]?.lower === "cap"
      ? "marketcap"
      : (next?.lower ?? "");
  if (!next || !TOKEN_NOUNS.has(noun)) return 0;
  if (/[,.:?!]/.test(text.slice(words[last]!.end, next.start))) return 0;
  // A surname: "Sol Price".
  if (next.text !== next.lower && !isCapitals(words[last]!) && !isTitled) return 0;
  return CRYPTO_WORDS.has(noun) || CERTAIN_NOUNS.has(noun) ? 3 : 2;
}

/** How many words may be between a verb and its object, or a name and its verb. */
const MAX_BETWEEN = 5;

function isObject(words: readonly Word[], at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - 1 - MAX_BETWEEN); i -= 1) {
    const { lower } = words[i]!;
    if (HOLDING_VERBS.has(lower)) return true;
    if (!FILLERS.has(lower) && !/^\d/.test(lower)) return false;
  }
  return false;
}

function isMoving(words: readonly Word[], last: number): boolean {
  for (let i = last + 1; i <= Math.min(words.length - 1, last + 3); i += 1) {
    const { lower } = words[i]!;
    if (MOVING_VERBS.has(lower)) return true;
    if ((lower === "up" || lower === "down") && /^(?:is|was|s)$/.test(words[i - 1]!.lower))
      return true;
    if (!AUXILIARIES.has(lower)) return false;
  }
  return false;
}

function articlePoints(words: readonly Word[], at: number): number {
  const { lower = "" } = words[at - 1] ?? {};
  if (lower === "a" || lower === "an") return -3;
  return ARTICLES.has(lower) ? -2 : 0;
}

/** @returns points for a word with a capital: more within a sentence, fewer if it is part of a longer name */
function nameLikePoints(
  { at, last, form }: Candidate,
  { words, text, capitals }: Clause,
  hasEvidence: boolean,
): number {
  if (form === "small" || capitals.isTitled || capitals.isShouted) return 0;
  const [before, after] = [words[at - 1], words[last + 1]];
  const isJoined = (one: Word, other: Word) => /^\s$/.test(text.slice(one.end, other.start));
  let points = 0;
  if (
    after &&
    isJoined(words[last]!, after) &&
    isCapitalised(after) &&
    !NAME_ENDINGS.has(after.lower) &&
    !TOKEN_NOUNS.has(after.lower)
  )
    points -= 3;
  if (before && isJoined(before, words[at]!) && isCapitalised(before) && !OPENERS.has(before.lower))
    points -= 2;
  const isWithin =
    before !== undefined && /[\p{L}\p{N},]\s$/u.test(text.slice(0, words[at]!.start).slice(-2));
  const isPlace = /^(?:on|onto)$/.test(before?.lower ?? "");
  return points + Number(points === 0 && isWithin && (hasEvidence || isPlace));
}
