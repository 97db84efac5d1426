/**
 * Plausibility checks for closes. A close received from a provider or a file is compared with the known closes of the
 * same source before it is stored. It is refused if it is one of these:
 *
 * - A jump: `|ln(P[t] / P[t−1])| > max(0.25, 6 · 1.4826 · MAD)`, with the median absolute deviation of the daily log
 *   returns of the 90 days before. 1.4826 · MAD estimates the standard deviation of normal returns (F. R. Hampel, "The
 *   influence curve and its role in robust estimation", Journal of the American Statistical Association 69, 1974), and
 *   no single wrong close moves it much. Over a gap of `g` days the limit is `√g` times as wide.
 * - A stale close: the third identical one in a row.
 * - A number too small or too large to be a price.
 *
 * A jump is accepted if another source is within 3 %, or if the next day confirms it.
 */
import { addDays, daysBetween, type Day } from "./calendar-days";
import type { Close } from "./close";
import { dailyLogReturns, PEG_TOLERANCE } from "./momentum";
import { isStablecoin } from "./tokens";

/** The lower bound for the limit of a daily log return: a rise by 28.4 %, a fall by 22.1 %. */
export const LEAST_JUMP = 0.25;
/** The limit of a daily log return, in estimated standard deviations. */
export const JUMP_DEVIATIONS = 6;
/** The standard deviation of a normal distribution per median absolute deviation. */
export const DEVIATION_PER_MAD = 1.4826;
/** The deviation is computed from the returns of this many days. */
export const RETURN_DAYS = 90;
/** With fewer returns the limit is `LEAST_JUMP`, because the deviation of a few says little. */
export const LEAST_RETURNS = 30;
/** A longer gap counts as this many days, so that at `LEAST_JUMP` no gap makes a factor of eleven plausible. */
export const WIDEST_GAP_DAYS = 90;
/** How far a close may be from that of another source to be confirmed by it, as a fraction of the latter. */
export const OTHER_SOURCE_TOLERANCE = 0.03;
/** A change by a larger factor is confirmed only by another source, not by the next day. */
export const MAX_CONFIRMED_TIMES = 10;
/** The last of this many identical closes in a row is stale. */
export const STALE_CLOSES = 3;
/** The range of possible closes, in US dollars. */
export const SMALLEST_CLOSE = 1e-9;
export const MAX_CLOSE = 1e8;
/** The largest possible close of a stablecoin, in US dollars. */
export const MAX_STABLECOIN_CLOSE = 2;
/** The day of Bitcoin's first block; no token has a price before. */
export const FIRST_DAY: Day = "2009-01-03";

/** The number of known closes needed before the first received one, to have 90 returns. */
export const KNOWN_CLOSES_NEEDED = RETURN_DAYS + 1;

const EPSILON = 1e-9;

export interface Judging {
  asset: string;
  /** The source's stored closes, oldest first, from `KNOWN_CLOSES_NEEDED` before the first received one on. */
  known: readonly Close[];
  /** The closes to judge: positive numbers, oldest first, one per day. */
  received: readonly Close[];
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
  accepted: Close[];
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
  const believed: Close[] = [];
  for (const [index, { day, stored, received: close }] of entries.entries()) {
    if (close === undefined) {
      believed.push({ day, close: stored! });
      continue;
    }
    const isKnown = close === stored || forced.has(day);
    const { reason, isDoubted } = isKnown
      ? BELIEVED
      : judge({ asset, day, close, others: others.get(day) ?? [] }, believed, entries, index);
    if (isDoubted) judgement.doubted.push(day);
    if (reason === null) judgement.accepted.push({ day, close });
    else judgement.refused.push({ day, close, reason });
    const kept = reason === null ? close : stored;
    if (kept !== undefined) believed.push({ day, close: kept });
  }
  return judgement;
}

interface Entry {
  day: Day;
  stored?: number;
  received?: number;
}

/** The known and received closes by day, oldest first. */
function entriesOf(known: readonly Close[], received: readonly Close[]): Entry[] {
  const entries = new Map<Day, Entry>();
  for (const { day, close } of known) entries.set(day, { day, stored: close });
  for (const { day, close } of received) {
    entries.set(day, { ...entries.get(day), day, received: close });
  }
  return [...entries.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
}

interface Candidate extends Close {
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
  believed: readonly Close[],
  entries: readonly Entry[],
  index: number,
): Verdict {
  const { asset, close } = candidate;
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
  const next = nextCloses(asset, entries, index);
  const last = believed.at(-1);
  return last ? judgeJump(candidate, last, believed, next) : judgeFirst(candidate, next);
}

const hasPossibleSize = (asset: string, close: number): boolean =>
  close >= SMALLEST_CLOSE && close <= largestCloseOf(asset);

const largestCloseOf = (asset: string): number =>
  isStablecoin(asset) ? MAX_STABLECOIN_CLOSE : MAX_CLOSE;

/** Whether a close may repeat: a stablecoin near its peg rightly closes at the same price day after day. */
const mayRepeat = (asset: string, close: number): boolean =>
  isStablecoin(asset) && Math.abs(close - 1) * 100 <= PEG_TOLERANCE + EPSILON;

const isStale = ({ asset, close }: Candidate, before: readonly Close[]): boolean =>
  before.length === STALE_CLOSES - 1 &&
  before.every((earlier) => earlier.close === close) &&
  !mayRepeat(asset, close);

/** `|ln(a / b)|`, as a difference, because the quotient of extreme prices may overflow. */
const logDistance = (a: number, b: number): number => Math.abs(Math.log(a) - Math.log(b));

const widen = (limit: number, days: number): number =>
  limit * Math.sqrt(Math.min(days, WIDEST_GAP_DAYS));

function judgeJump(
  candidate: Candidate,
  last: Close,
  believed: readonly Close[],
  next: readonly NextClose[],
): Verdict {
  const distance = logDistance(candidate.close, last.close);
  // Saves computing the limit, which is never below `LEAST_JUMP`.
  if (distance <= LEAST_JUMP + EPSILON) return BELIEVED;
  const daily = jumpLimit(believed);
  if (distance <= daily + EPSILON) return BELIEVED;
  if (isConfirmedByOthers(candidate)) return BELIEVED_AFTER_DOUBT;
  const days = daysBetween(last.day, candidate.day);
  const limit = widen(daily, days);
  const isContradicted = candidate.others.length > 0;
  if (
    !isContradicted &&
    (distance <= limit + EPSILON || isConfirmedByNextDay(candidate, last, next[0], daily))
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
  if (distance <= limit + EPSILON) return BELIEVED;
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

/**
 * Computes the limit of a daily log return, `max(0.25, 6 · 1.4826 · MAD)`.
 *
 * @param closes oldest first; the returns of the 90 days up to the last one are used
 * @returns a natural logarithm, at least 0.25
 */
export function jumpLimit(closes: readonly Close[]): number {
  const last = closes.at(-1);
  if (!last) return LEAST_JUMP;
  const from = addDays(last.day, -RETURN_DAYS);
  const returns = dailyLogReturns(closes.slice(-1 - RETURN_DAYS).filter(({ day }) => day >= from));
  if (returns.length < LEAST_RETURNS) return LEAST_JUMP;
  const middle = median(returns);
  const deviation = median(returns.map((value) => Math.abs(value - middle)));
  return Math.max(LEAST_JUMP, JUMP_DEVIATIONS * DEVIATION_PER_MAD * deviation);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

const isConfirmedByOthers = ({ close, others }: Candidate): boolean =>
  others.some((other) => Math.abs(close - other) <= OTHER_SOURCE_TOLERANCE * other + EPSILON);

/**
 * Whether the next day shows that the price has really moved: its close is within the limit of the new one and nearer
 * to it than to the last one. An identical close confirms nothing, because a stuck feed repeats a wrong price.
 */
function isConfirmedByNextDay(
  { asset, day, close }: Candidate,
  last: Close,
  next: NextClose | undefined,
  limit: number,
): boolean {
  if (!next || daysBetween(day, next.day) !== 1) return false;
  if (logDistance(close, last.close) > Math.log(MAX_CONFIRMED_TIMES) + EPSILON) return false;
  if (next.close === close && !mayRepeat(asset, close)) return false;
  const distance = logDistance(next.close, close);
  return distance <= limit + EPSILON && distance < logDistance(next.close, last.close);
}

interface NextClose extends Close {
  /** Whether it is stored already, and therefore not in question. */
  isStored: boolean;
}

function nextCloses(asset: string, entries: readonly Entry[], index: number): NextClose[] {
  const found: NextClose[] = [];
  for (let at = index + 1; at < entries.length && found.length < 2; at++) {
    const { day, stored, received } = entries[at]!;
    const close = received ?? stored!;
    if (!hasPossibleSize(asset, close)) continue;
    found.push({ day, close, isStored: received === undefined || received === stored });
  }
  return found;
}

function describeJump({ close, others }: Candidate, from: Close, limit: number, days: number) {
  const [times, most] = [logDistance(close, from.close), limit].map(factorOf);
  const direction = close < from.close ? "less" : "more";
  const within = days === 1 ? "a day" : `${days} days`;
  const elsewhere = others.length
    ? `another source has ${others.join(" and ")}`
    : "no other source confirms it";
  return `${close} is ${times} times ${direction} than ${from.close} on ${from.day}: at most ${most} times is plausible within ${within}, and ${elsewhere}`;
}

/** Formats the factor that a logarithm stands for in few digits. */
function factorOf(log: number): string {
  const times = Math.exp(log);
  return times < 100 ? times.toFixed(2) : Math.round(times).toLocaleString("en-US");
}
