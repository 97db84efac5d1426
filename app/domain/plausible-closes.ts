/**
 * Plausibility checks for closes. A close received from a provider or a file is compared with the known closes of the
 * same source before it is stored. It is refused if it is one of these:
 *
 * - A jump: its log return is beyond the limit (`jump-limit.ts`).
 * - A stale close: the third identical one in a row.
 * - A close outside of its own candle, or a number too small or too large to be a price.
 *
 * Markets never close, so the candles of neighbouring days join: a true crash has a candle from the old price to the
 * new one. A jump is accepted if its candle joins those beside it, if the next close confirms it, or if another source
 * is within 3 %; another source that is nearer to the close before contradicts the first two.
 */
import { daysBetween, type Day } from "./calendar-days";
import { gapBetween, isOutside, JOIN_TOLERANCE, rangeOf, type Candle } from "./candle";
import {
  hasPossibleSize,
  largestCloseOf,
  SMALLEST_CLOSE,
  type Close,
  type CloseWithCandle,
} from "./close";
import { jumpLimit, LEAST_JUMP, logDistance, MAX_RETURNS, widen } from "./jump-limit";
import { PEG_TOLERANCE } from "./momentum";
import { isStablecoin } from "./tokens";

/** How far a close may be from that of another source to be confirmed by it, as a fraction of the latter. */
export const OTHER_SOURCE_TOLERANCE = 0.03;
/** A change by a larger factor is confirmed only by candles or another source, not by the next close. */
export const MAX_CONFIRMED_TIMES = 10;
/** The last of this many identical closes in a row is stale. */
export const STALE_CLOSES = 3;
/** The number of known closes needed before the first received one, to have 90 returns. */
export const KNOWN_CLOSES_NEEDED = MAX_RETURNS + 1;

const EPSILON = 1e-9;

export interface Judging {
  asset: string;
  /** The source's stored closes, oldest first, from `KNOWN_CLOSES_NEEDED` before the first received one on. */
  known: readonly CloseWithCandle[];
  /** The closes to judge: positive numbers, oldest first, one per day. */
  received: readonly CloseWithCandle[];
  /** The closes of other sources, by day. */
  others?: ReadonlyMap<Day, readonly number[]>;
  /** Days whose closes the operator has vouched for; they are accepted without a check. */
  forced?: ReadonlySet<Day>;
}

export interface RefusedClose extends Close {
  /** For the operator of the site. */
  reason: string;
}

export interface Judgement {
  accepted: CloseWithCandle[];
  refused: RefusedClose[];
  /** The days, oldest first, whose close of another source would help to decide. */
  doubted: Day[];
}

/** Judges closes of one asset from one source. Later closes are not compared with a refused one. */
export function judgeCloses({
  asset,
  known,
  received,
  others = new Map(),
  forced = new Set(),
}: Judging): Judgement {
  const entries = entriesOf(known, received);
  const judgement: Judgement = { accepted: [], refused: [], doubted: [] };
  const believed: CloseWithCandle[] = [];
  for (const [index, { day, stored, received: judged }] of entries.entries()) {
    if (judged === undefined) {
      believed.push(stored!);
      continue;
    }
    const { close, candle } = judged;
    const isKnown = close === stored?.close || forced.has(day);
    const { reason, isDoubted } = isKnown
      ? BELIEVED
      : judge(
          { asset, day, close, candle, others: others.get(day) ?? [] },
          believed,
          entries,
          index,
        );
    if (isDoubted) judgement.doubted.push(day);
    if (reason === null) judgement.accepted.push(judged);
    else judgement.refused.push({ day, close, reason });
    const kept = reason === null ? judged : stored;
    if (kept !== undefined) believed.push(kept);
  }
  return judgement;
}

interface Entry {
  day: Day;
  stored?: CloseWithCandle;
  received?: CloseWithCandle;
}

/** The known and received closes by day, oldest first. */
function entriesOf(
  known: readonly CloseWithCandle[],
  received: readonly CloseWithCandle[],
): Entry[] {
  const entries = new Map<Day, Entry>();
  for (const stored of known) entries.set(stored.day, { day: stored.day, stored });
  for (const close of received) {
    entries.set(close.day, { ...entries.get(close.day), day: close.day, received: close });
  }
  return [...entries.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
}

interface Candidate extends CloseWithCandle {
  asset: string;
  others: readonly number[];
}

interface Verdict {
  reason: string | null;
  isDoubted: boolean;
}
const BELIEVED: Verdict = { reason: null, isDoubted: false };
const BELIEVED_AFTER_DOUBT: Verdict = { reason: null, isDoubted: true };

function judge(
  candidate: Candidate,
  believed: readonly CloseWithCandle[],
  entries: readonly Entry[],
  index: number,
): Verdict {
  const { asset, close, candle } = candidate;
  if (!hasPossibleSize(asset, close)) {
    const reason = `${close} is not between ${SMALLEST_CLOSE} and ${largestCloseOf(asset)} dollars`;
    return { reason, isDoubted: false };
  }
  const before = believed.slice(1 - STALE_CLOSES);
  if (isStale(candidate, before)) {
    const days = before.map(({ day }) => day).join(" and ");
    const reason = `${close} is the third identical close in a row, after ${days}`;
    return { reason, isDoubted: false };
  }
  if (isOutside(close, candle)) {
    if (isConfirmedByOthers(candidate)) return BELIEVED_AFTER_DOUBT;
    const reason = `${close} is not between ${candle!.low} and ${candle!.high}, the lowest and the highest price of its own day`;
    return { reason, isDoubted: true };
  }
  const next = () => nextCloses(asset, entries, index);
  const last = believed.at(-1);
  return last ? judgeJump(candidate, last, believed, next) : judgeFirst(candidate, next());
}

/** Whether a close may repeat: a stablecoin near its peg rightly closes at the same price day after day. */
const mayRepeat = (asset: string, close: number): boolean =>
  isStablecoin(asset) && Math.abs(close - 1) * 100 <= PEG_TOLERANCE + EPSILON;

const isStale = ({ asset, close }: Candidate, before: readonly Close[]): boolean =>
  before.length === STALE_CLOSES - 1 &&
  before.every((earlier) => earlier.close === close) &&
  !mayRepeat(asset, close);

function judgeJump(
  candidate: Candidate,
  last: CloseWithCandle,
  believed: readonly Close[],
  next: () => NextClose[],
): Verdict {
  const { close, others } = candidate;
  const distance = logDistance(close, last.close);
  // Saves computing the limit, which is never below `LEAST_JUMP`.
  if (distance <= LEAST_JUMP + EPSILON) return BELIEVED;
  const daily = jumpLimit(believed);
  if (distance <= daily + EPSILON) return BELIEVED;
  if (isConfirmedByOthers(candidate)) return BELIEVED_AFTER_DOUBT;
  const days = daysBetween(last.day, candidate.day);
  const limit = widen(daily, days);
  const isContradicted = others.some(
    (other) => logDistance(other, last.close) < logDistance(other, close),
  );
  if (
    !isContradicted &&
    (distance <= limit + EPSILON || isProven(candidate, last, next()[0], { daily, limit }))
  ) {
    return BELIEVED_AFTER_DOUBT;
  }
  const reason = describeJump(candidate, last, isContradicted ? daily : limit, days);
  return { reason, isDoubted: true };
}

/** Judges the first close of a series, which can only be compared with those after it. */
function judgeFirst(candidate: Candidate, [next, afterNext]: readonly NextClose[]): Verdict {
  const { asset, day, close } = candidate;
  if (!next) return BELIEVED;
  const distance = logDistance(close, next.close);
  const days = daysBetween(day, next.day);
  const limit = widen(LEAST_JUMP, days);
  if (distance <= limit + EPSILON || joinsNext(candidate, next)) return BELIEVED;
  const isOutlier =
    next.isStored ||
    (distance > Math.log(MAX_CONFIRMED_TIMES) &&
      afterNext !== undefined &&
      (afterNext.close !== next.close || mayRepeat(asset, next.close)) &&
      logDistance(afterNext.close, next.close) <=
        widen(LEAST_JUMP, daysBetween(next.day, afterNext.day)) + EPSILON);
  if (!isOutlier || isConfirmedByOthers(candidate)) return BELIEVED_AFTER_DOUBT;
  return { reason: describeJump(candidate, next, limit, days), isDoubted: true };
}

const isConfirmedByOthers = ({ close, others }: Candidate): boolean =>
  others.some((other) => Math.abs(close - other) <= OTHER_SOURCE_TOLERANCE * other + EPSILON);

/** The candle of a close if it proves where prices have been: somebody traded, and no price in it is impossible. */
const proof = (asset: string, { close, candle }: CloseWithCandle): Candle | undefined =>
  candle &&
  candle.volume > 0 &&
  !isOutside(close, candle) &&
  hasPossibleSize(asset, candle.low) &&
  hasPossibleSize(asset, candle.high)
    ? candle
    : undefined;

/**
 * Whether a jump is shown to be true by its candle or by the next close.
 * @param daily the limit of a day
 * @param limit that of the days since the last close
 */
function isProven(
  candidate: Candidate,
  last: CloseWithCandle,
  next: NextClose | undefined,
  { daily, limit }: { daily: number; limit: number },
): boolean {
  const { asset, day, close } = candidate;
  const candle = proof(asset, candidate);
  const gap = candle && gapBetween(candle, proof(asset, last) ?? rangeOf(last.close));
  if (gap !== undefined && gap > limit + EPSILON) return false;
  const joinsLast = gap !== undefined && gap <= JOIN_TOLERANCE;
  if (!next || (joinsLast && daysBetween(day, next.day) > 1)) return joinsLast;
  // A stuck feed repeats a wrong price.
  if (next.close === close && !mayRepeat(asset, close)) return false;
  const days = Math.min(daysBetween(last.day, day), daysBetween(day, next.day));
  const isNear = logDistance(next.close, close) <= widen(daily, days) + EPSILON;
  const follows = joinsNext(candidate, next);
  if (joinsLast) return follows || isNear;
  const isSmall = logDistance(close, last.close) <= Math.log(MAX_CONFIRMED_TIMES) + EPSILON;
  return isSmall && (follows ?? isNear);
}

/** Whether the candle of the day after joins a close; `null` if not both days have a candle. */
function joinsNext(candidate: Candidate, next: NextClose): boolean | null {
  const { asset, day, close } = candidate;
  const after = proof(asset, next);
  if (!after || !proof(asset, candidate) || daysBetween(day, next.day) !== 1) return null;
  return gapBetween(rangeOf(close), after) <= JOIN_TOLERANCE;
}

interface NextClose extends CloseWithCandle {
  /** Whether it is stored already, and therefore not in question. */
  isStored: boolean;
}

function nextCloses(asset: string, entries: readonly Entry[], index: number): NextClose[] {
  const found: NextClose[] = [];
  for (let at = index + 1; at < entries.length && found.length < 2; at++) {
    const { stored, received } = entries[at]!;
    const next = received ?? stored!;
    if (!hasPossibleSize(asset, next.close) || isOutside(next.close, next.candle)) continue;
    found.push({ ...next, isStored: !received || received.close === stored?.close });
  }
  return found;
}

function describeJump(candidate: Candidate, from: Close, limit: number, days: number): string {
  const { asset, close, others } = candidate;
  const [times, most] = [logDistance(close, from.close), limit].map(factorOf);
  const direction = close < from.close ? "less" : "more";
  const within = days === 1 ? "a day" : `${days} days`;
  const candle = proof(asset, candidate);
  const why = others.length
    ? `and another source has ${others.join(" and ")}`
    : `${candle ? `its range from ${candle.low} to ${candle.high} does not join the days beside it, ` : ""}and no other source confirms it`;
  return `${close} is ${times} times ${direction} than ${from.close} on ${from.day}: at most ${most} times is plausible within ${within}, ${why}`;
}

/** Formats the factor that a logarithm stands for in few digits. */
function factorOf(log: number): string {
  const times = Math.exp(log);
  return times < 100 ? times.toFixed(2) : Math.round(times).toLocaleString("en-US");
}
