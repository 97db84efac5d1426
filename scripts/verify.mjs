#!/usr/bin/env node
/**
 * Checks a download of a site's recommendations and of their ledger, with nothing but Node: recomputes every
 * recommendation, every outcome and the weekly record, and checks that all of it was entered in the ledger in time.
 *
 *   node verify.mjs ledger.jsonl --key VKEY [--head SIZE:ROOT]... [--checkpoint FILE]... [--witness VKEY]...
 *     [--tsa CERTIFICATE.pem]...
 *
 * The file contains all pages of `/api/ledger/export`; `-` reads standard input. A key is a verifier key
 * (`name+id+key`); that of the ledger is at `/ledger/key`. A head is a size and a root that you noted down earlier; a checkpoint is a file with a
 * signed note, or with a line of an earlier download that begins with `{"type":"checkpoint"`.
 * Exits with status 0 if nothing differs, 1 if anything differs, 2 if the file cannot be read.
 */
import { createHash, createPublicKey, verify, X509Certificate } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";

const MS_PER_DAY = 86_400_000;
/** Steps with logarithms and roots are compared to nine digits, because these may differ by the machine. All else is equal. */
const TOLERANCE = 1e-9;
/** A recommendation is entered at once, or by the upkeep if that failed; later than this it may be backdated. */
const MAX_ENTRY_DELAY_MS = MS_PER_DAY;
/** The number of newest weeks in the record: seven years. */
const RECORD_WEEKS = 366;
const FEE = 0.001;
/** An asset is worth nothing once it has had no close on this many days. */
const DEAD_AFTER_DAYS = 7;
const OUTCOME_DAYS = 7;
/** A scheduled sentiment counts texts that are at least so old. */
const TEXT_DELAY_MS = 12 * 3_600_000;
const ENGINES = ["momentum", "sentiment"];
const WEEK_RESULTS = "until turnover fee return bitcoin value bitcoinValue".split(" ");

// JSON and dates

/** @returns JSON in the canonical form of RFC 8785: no spaces, names sorted by UTF-16 code units */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(",")}}`;
}

/** @returns the fields in which two values differ, with both values; numbers may differ by `tolerance` of their size */
export function differences(one, other, { path = "", tolerance = 0 } = {}) {
  if (isObject(one) && isObject(other)) {
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) =>
      differences(one[name], other[name], { path: path ? `${path}.${name}` : name, tolerance }),
    );
  }
  const isClose =
    typeof one === "number" &&
    typeof other === "number" &&
    Math.abs(one - other) <= tolerance * Math.max(Math.abs(one), Math.abs(other), 1);
  return isClose || canonicalText(one) === canonicalText(other) ? [] : [{ path, one, other }];
}

const isObject = (value) => value !== null && typeof value === "object";
const canonicalText = (value) => (value === undefined ? "nothing" : canonicalJson(value));
const dayOf = (time) => new Date(time).toISOString().slice(0, 10);
const addDays = (day, count) => dayOf(Date.parse(day) + count * MS_PER_DAY);
const mondayOf = (day) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);

// The Merkle tree of RFC 6962

/** A tree that grows leaf by leaf, and knows its root at every size. */
export class MerkleTree {
  /** The hashes of complete subtrees: those of 2^level leaves, from left to right, by level. */
  levels = [];
  size = 0;

  add(data) {
    let hash = sha256(Buffer.of(0), data);
    this.size += 1;
    for (let level = 0; ; level += 1) {
      const nodes = (this.levels[level] ??= []);
      nodes.push(hash);
      if (nodes.length % 2) return;
      hash = joined(nodes.at(-2), hash);
    }
  }

  /** @returns the root, in base64, of the tree of the first `size` leaves, of which there must be as many */
  rootAt(size) {
    let root = null;
    for (let [level, nodes] = [0, size]; nodes > 0; level += 1, nodes = Math.floor(nodes / 2)) {
      if (nodes % 2 === 0) continue;
      const subtree = this.levels[level][nodes - 1];
      root = root ? joined(subtree, root) : subtree;
    }
    return (root ?? sha256()).toString("base64");
  }
}

const joined = (left, right) => sha256(Buffer.of(1), left, right);

// Prices and portfolios

/** @returns the units of each asset that a value buys; assets in the order of their names, as sums depend on it */
const buy = (priceOf, allocation, value) =>
  assetsOf(allocation).map((asset) => [asset, (value * allocation[asset]) / 100 / priceOf(asset)]);
const assetsOf = (allocation) =>
  Object.keys(allocation)
    .filter((asset) => allocation[asset] > 0)
    .sort();

/** @returns the value of holdings; `null` if a price is unknown */
const worthOf = (holdings, priceOf) =>
  holdings.some(([asset]) => priceOf(asset) === undefined)
    ? null
    : holdings.reduce((sum, [asset, units]) => sum + units * priceOf(asset), 0);

const changeBetween = (from, to) => (from ? (to / from - 1) * 100 : 0);

function maximumDrawdown(values) {
  let [peak, deepest] = [0, 0];
  for (const value of values) {
    peak = Math.max(peak, value);
    deepest = Math.min(deepest, value / peak - 1);
  }
  return deepest * 100;
}

/** @returns valid closes by asset and day */
const indexCloses = (closes) =>
  new Map(
    Object.entries(closes).map(([asset, list]) => [
      asset,
      new Map(list.filter(({ close }) => close > 0).map(({ day, close }) => [day, close])),
    ]),
  );

// Momentum

/**
 * Computes the momentum recommendation of a day from its closes.
 *
 * @param closes a list of `{asset, day, close}`
 * @param asOf the last day whose closes count
 * @returns each step, or `null` if neither BTC nor SOL has enough closes
 */
export function recomputeMomentum(closes, asOf) {
  const closeOn = new Map(closes.map(({ asset, day, close }) => [`${asset} ${day}`, close]));
  const [BTC, SOL, USDT] = ["BTC", "SOL", "USDT"].map((asset) => assetOf(asset, closeOn, asOf));
  if (!BTC.isAvailable && !SOL.isAvailable) return null;
  const hurdle = Math.max(0, USDT.rateOfChange ?? 0);
  const risky = [BTC, SOL];
  for (const asset of risky.filter(({ isAvailable }) => isAvailable)) {
    asset.excess = Math.max(0, asset.rateOfChange - hurdle);
    asset.score = asset.excess / asset.volatility;
  }
  const total = risky.reduce((sum, { score }) => sum + (score ?? 0), 0);
  for (const asset of risky.filter(({ isAvailable }) => isAvailable)) {
    asset.weight = total > 0 ? asset.score / total : 0;
  }
  const swing = risky.reduce((sum, { weight, volatility }) => sum + weight * volatility, 0);
  const exposure = total > 0 ? Math.min(1, 40 / swing) : null;
  const [btc, sol] = risky.map(({ weight }) =>
    Math.floor(Math.min(60, 100 * (exposure ?? 0) * (weight ?? 0)) + TOLERANCE),
  );
  return {
    asOf,
    hurdle,
    exposure,
    portfolioVolatility: total > 0 ? swing : null,
    assets: { BTC, SOL, USDT },
    allocation: { BTC: btc, SOL: sol, USDT: 100 - btc - sol },
    isDegraded: !(BTC.isAvailable && SOL.isAvailable && USDT.isAvailable),
    hasPegWarning: USDT.last !== null && Math.abs(USDT.last.close - 1) * 100 > 1 + TOLERANCE,
  };
}

function assetOf(asset, closeOn, asOf) {
  const find = (day) => {
    const close = closeOn.get(`${asset} ${day}`);
    return close === undefined ? null : { day, close };
  };
  const orDayBefore = (day) => find(day) ?? find(addDays(day, -1));
  const [last, first] = [orDayBefore(asOf), orDayBefore(addDays(asOf, -28))];
  const isRisky = asset !== "USDT";
  const returns = isRisky && last ? returnsUntil(last.day, find) : [];
  const isAvailable = Boolean(last && first && (!isRisky || returns.length >= 24));
  const volatility = isRisky && isAvailable ? volatilityOf(returns) : null;
  return {
    isAvailable,
    last,
    first,
    returns: returns.length,
    rateOfChange: isAvailable ? (last.close / first.close - 1) * 100 : null,
    volatility: volatility === null ? null : Math.max(10, volatility),
    isFloored: volatility !== null && volatility < 10,
    excess: null,
    score: null,
    weight: null,
  };
}

/** The logarithmic returns between consecutive days, from the 29 closes up to a day. */
function returnsUntil(lastDay, find) {
  const closes = Array.from({ length: 29 }, (_, i) => find(addDays(lastDay, i - 28)));
  return closes.flatMap((close, i) =>
    close && closes[i - 1] ? [Math.log(close.close) - Math.log(closes[i - 1].close)] : [],
  );
}

/** The annualised sample standard deviation, in percent. */
function volatilityOf(returns) {
  const mean = sumOf(returns) / returns.length;
  const squares = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return Math.sqrt(squares / (returns.length - 1)) * Math.sqrt(365) * 100;
}

// Sentiment

const STABLECOINS = "USDT USDC USDE DAI USDS USD1 PYUSD FDUSD RLUSD TUSD BUSD FRAX".split(" ");
const SENTIMENT_METHOD = 6;
/** An author's newest documents about a token that count. */
const MAX_PER_AUTHOR = 3;
const NEUTRAL_VOICES = 5;

/**
 * Computes a sentiment from its mentions, with method 6. Sums run in the order of the mentions, so that they agree to the
 * last digit.
 *
 * @param rows with `author`, `token`, `p`, `weight`, `trust` and `isCopy`
 * @param unlisted further mentions by token, which are only counted
 * @param uncounted tokens that are not held, besides known stablecoins
 * @returns each step
 */
export function recomputeSentiment(rows, unlisted = {}, uncounted = []) {
  const counted = countedRows(rows);
  const trusts = [...new Map(counted.map(({ author, trust }) => [author, trust])).values()];
  const trust = sumOf(trusts);
  const untrusted = sumOf(trusts.map(untrustedPart));
  const week = {
    authors: trusts.length,
    trusted: trusts.filter((one) => one > 0).length,
    trust,
    untrustedFactor: untrusted ? Math.min(1, (0.003 * trust) / untrusted) : 1,
    uncoveredUpTo: Math.max(2, 0.05 * trust),
    coveredFrom: Math.max(6, 0.4 * trust),
  };
  const countedOf = groupBy(counted, "token");
  const tokens = [...groupBy(rows, "token")]
    .map(([token, all]) => ({
      ...tokenSentiment(token, countedOf.get(token) ?? [], week, uncounted),
      mentionCount: all.length + (unlisted[token] ?? 0),
    }))
    .sort((one, other) => other.voices - one.voices || (one.token < other.token ? -1 : 1));
  const covered = sumOf(tokens.map(({ coverage, voices }) => coverage * voices));
  const mood = covered
    ? sumOf(tokens.map(({ coverage, voices, score }) => coverage * voices * score)) / covered
    : null;
  const coverage = Math.max(0, ...tokens.map((token) => token.coverage));
  const riskBudget = 80 * Math.min(1, Math.max(0, (mood ?? 0) - 0.05) / (0.5 - 0.05)) * coverage;
  for (const token of tokens) {
    token.raw = token.coverage * Math.max(0, token.score - 0.05) * Math.log(1 + token.voices);
  }
  const sum = sumOf(tokens.map(({ raw }) => raw));
  for (const token of tokens) {
    const share = sum ? (riskBudget * token.raw) / sum : 0;
    token.allocation = Math.floor(Math.min(50, share) + TOLERANCE);
  }
  const held = tokens.filter(({ allocation }) => allocation > 0);
  const top = tokens.find((token) => token.coverage > 0);
  return {
    tokens,
    mood,
    riskBudget,
    topToken: top?.token ?? "N/A",
    mentionCount: Math.round(top?.weighedMentions ?? 0),
    allocation: {
      ...Object.fromEntries(held.map(({ token, allocation }) => [token, allocation])),
      USDT: 100 - sumOf(held.map(({ allocation }) => allocation)),
    },
    week,
  };
}

/** What the weight of an author without trust, or with little, has beyond it. */
const untrustedPart = (trust) => 0.1 * (1 - trust);

/** @returns each author's newest mentions of each token, without copies; later rows are newer */
function countedRows(rows) {
  const counts = new Map();
  return rows
    .filter(({ isCopy }) => !isCopy)
    .reverse()
    .filter(({ token, author }) => {
      const count = (counts.get(`${token} ${author}`) ?? 0) + 1;
      counts.set(`${token} ${author}`, count);
      return count <= MAX_PER_AUTHOR;
    })
    .reverse();
}

function groupBy(rows, field) {
  const groups = new Map();
  for (const row of rows) {
    const group = groups.get(row[field]);
    if (group) group.push(row);
    else groups.set(row[field], [row]);
  }
  return groups;
}

function tokenSentiment(token, counted, week, uncounted) {
  const authors = [...groupBy(counted, "author").values()].map((own) => ({
    weight: own[0].trust + week.untrustedFactor * untrustedPart(own[0].trust),
    said: sumOf(own.map(({ weight, p }) => weight * p)) / sumOf(own.map(({ weight }) => weight)),
    documents: own.length,
  }));
  const voices = sumOf(authors.map(({ weight }) => weight));
  const whole = voices + NEUTRAL_VOICES;
  const mean = sumOf(authors.map(({ weight, said }) => weight * said)) / whole;
  const spread = sumOf(authors.map(({ weight, said }) => weight * (said - mean) ** 2));
  const error = Math.sqrt((spread + 0.16 * NEUTRAL_VOICES) / whole / whole);
  const { uncoveredUpTo, coveredFrom } = week;
  return {
    token,
    counted: counted.length,
    weighedMentions: sumOf(authors.map(({ weight, documents }) => weight * documents)),
    authors: authors.length,
    voices,
    coverage: [...STABLECOINS, ...uncounted].includes(token)
      ? 0
      : Math.min(1, Math.max(0, voices - uncoveredUpTo) / (coveredFrom - uncoveredUpTo)),
    mean,
    error,
    score: mean > 0 ? Math.max(0, mean - error) : Math.min(0, mean + error),
  };
}

// Outcomes and the weekly record

/**
 * Computes the outcome of a recommendation: the value of an initial 100 after seven days, without fees.
 *
 * @param recommendation with `day` and `allocation`
 * @param previous the recommendation before it, in the same form, or `null`
 * @param closes for each asset, a list of `{day, close}`
 */
export function recomputeOutcome({ day: start, allocation }, previous, closes) {
  const prices = indexCloses(closes);
  const priceOn = (day) => (asset) => prices.get(asset)?.get(day);
  const until = addDays(start, OUTCOME_DAYS);
  const worth = (shares, day) => worthOf(buy(priceOn(start), shares, 100), priceOn(day));
  const week = Array.from({ length: OUTCOME_DAYS + 1 }, (_, i) =>
    worth(allocation, addDays(start, i)),
  );
  const values = week.filter((value) => Number.isFinite(value));
  const before = previous ? worth(previous.allocation, until) : null;
  return {
    state: "known",
    until,
    value: worth(allocation, until),
    bitcoin: worth({ BTC: 100 }, until),
    previous: Number.isFinite(before) ? before : null,
    drawdown: maximumDrawdown(values),
    gaps: week.length - values.length,
  };
}

/**
 * Computes what became of 100 by following a list of recommendations, each bought at the close of its day for a fee of
 * 0.1% of what is bought or sold, and of 100 held in BTC. A held asset without a close on seven days is worth 0.
 *
 * @param weeks with `day`, `recommendation` and `allocation`, in order of days, at most one a day
 * @param prices closes by asset and day
 * @param until the last day
 * @returns the results by id of the recommendation, and a summary; `null` in place of what is not known yet
 */
export function recomputeRecord(weeks, prices, until) {
  const dead = deadDaysOf(prices);
  const priceOn = (day) => (asset) =>
    prices.get(asset)?.get(day) ?? (dead.get(asset)?.has(day) ? 0 : undefined);
  const closeOn = (day) => (asset) => prices.get(asset)?.get(day);
  const [rows, points] = [new Map(), []];
  let [holdings, bitcoins, running] = [[], 0, null];
  const finish = (end) => {
    if (!running || end.day <= running.row.day) return;
    const { row, start } = running;
    row.until = end.day;
    row.return = changeBetween(start.value, end.value);
    row.bitcoin = changeBetween(start.bitcoin, end.bitcoin);
    row.value = end.value;
    row.bitcoinValue = end.bitcoin;
  };
  const due = weeks.filter(({ day }) => day <= until);
  for (const [index, { day, recommendation, allocation }] of due.entries()) {
    const [target, benchmark] = [assetsOf(allocation), running ? [] : ["BTC"]];
    const held = running ? [...holdings.map(([asset]) => asset), "BTC"] : [];
    const isKnown =
      [...target, ...benchmark].every((asset) => closeOn(day)(asset) !== undefined) &&
      held.every((asset) => priceOn(day)(asset) !== undefined);
    if (isKnown) {
      if (!running) {
        points.push({ day, value: 100, bitcoin: 100 });
        bitcoins = (100 * (1 - FEE)) / closeOn(day)("BTC");
      }
      const start = points.at(-1);
      finish(start);
      const shares = holdings.length
        ? holdings.map(([asset, units]) => [asset, (units * priceOn(day)(asset)) / start.value])
        : [["USDT", 1]];
      const turnover = start.value ? turnoverBetween(new Map(shares), allocation) : 0;
      const fee = (start.value * turnover * FEE) / 100;
      holdings = buy(closeOn(day), allocation, start.value - fee);
      const row = { until: null, turnover, fee, return: null, bitcoin: null };
      running = { row: { ...row, day, value: null, bitcoinValue: null }, start };
      rows.set(recommendation, running.row);
    }
    const end = due[index + 1]?.day ?? until;
    for (let each = addDays(day, 1); running && each <= end; each = addDays(each, 1)) {
      const [value, bitcoin] = [worthOf(holdings, priceOn(each)), priceOn(each)("BTC")];
      if (value !== null && bitcoin !== undefined) {
        points.push({ day: each, value, bitcoin: bitcoins * bitcoin });
      }
    }
  }
  if (points.length) finish(points.at(-1));
  return { rows, summary: points.length > 1 ? summaryOf(points, [...rows.values()]) : null };
}

function summaryOf(points, rows) {
  const ended = rows.filter(({ until }) => until !== null);
  return {
    from: points[0].day,
    until: points.at(-1).day,
    value: points.at(-1).value,
    drawdown: maximumDrawdown(points.map(({ value }) => value)),
    bitcoinValue: points.at(-1).bitcoin,
    bitcoinDrawdown: maximumDrawdown(points.map(({ bitcoin }) => bitcoin)),
    turnover: sumOf(ended.map(({ turnover }) => turnover)),
    fees: sumOf(ended.map(({ fee }) => fee)),
    weeks: ended.length,
    losers: ended.filter((row) => row.return < 0).length,
  };
}

/** The sum of the changes of all shares but that of cash, in percent of the portfolio. */
function turnoverBetween(from, to) {
  const assets = new Set([...from.keys(), ...assetsOf(to)]);
  assets.delete("USDT");
  return [...assets]
    .sort()
    .reduce((sum, asset) => sum + Math.abs((to[asset] ?? 0) - (from.get(asset) ?? 0) * 100), 0);
}

/** @returns the days on which each asset is worth nothing; days on which no asset has a close are not counted */
function deadDaysOf(prices) {
  const days = [...new Set([...prices.values()].flatMap((byDay) => [...byDay.keys()]))].sort();
  return new Map(
    [...prices].map(([asset, byDay]) => {
      const dead = new Set();
      let last = null;
      for (const [index, day] of days.entries()) {
        if (byDay.has(day)) last = index;
        else if (last !== null && index - last >= DEAD_AFTER_DAYS) dead.add(day);
      }
      return [asset, dead];
    }),
  );
}

// Signed notes (C2SP signed-note, tlog-checkpoint and tlog-cosignature)

const NOTE_SIGNATURE = 1;
const COSIGNATURE = 4;

/** @returns the name, id, type and public key that a verifier key such as `name+id+key` states */
export function parseVerifierKey(text) {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const typed = Buffer.from(encoded ?? "", "base64");
  if (typed.length !== 33) throw new Error(`${text} is not a verifier key for Ed25519`);
  const computed = sha256(`${name}\n`, typed).subarray(0, 4).toString("hex");
  if (computed !== id) throw new Error(`the id of the verifier key ${text} is wrong`);
  const raw = typed.subarray(1);
  const jwk = { kty: "OKP", crv: "Ed25519", x: raw.toString("base64url") };
  return { name, id, type: typed[0], raw, key: createPublicKey({ key: jwk, format: "jwk" }) };
}

/** @returns the text that is signed, and its signatures. @throws Error if it is not a signed note */
export function parseNote(note) {
  const split = note.lastIndexOf("\n\n");
  const signatures = note
    .slice(split + 2)
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const [, name, encoded] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
      const bytes = Buffer.from(encoded ?? "", "base64");
      return { name, id: bytes.subarray(0, 4).toString("hex"), bytes: bytes.subarray(4) };
    });
  if (split < 0 || !signatures.length || signatures.some(({ name }) => !name)) {
    throw new Error("it is not a signed note");
  }
  return { text: note.slice(0, split + 1), signatures };
}

/** @returns whether a note has a valid signature by a key */
export function isSignedBy({ text, signatures }, { name, id, type, key }) {
  return signatures
    .filter((signature) => signature.name === name && signature.id === id)
    .some(({ bytes }) => {
      if (type === NOTE_SIGNATURE) return verify(null, Buffer.from(text), key, bytes);
      if (type !== COSIGNATURE || bytes.length !== 72) return false;
      const message = `cosignature/v1\ntime ${bytes.readBigUInt64BE()}\n${text}`;
      return verify(null, Buffer.from(message), key, bytes.subarray(8));
    });
}

/** @returns the size and the root that the text of a checkpoint states. @throws Error if it is none */
function parseCheckpoint(text) {
  const [origin, size, root] = text.split("\n");
  if (!origin || !/^(0|[1-9]\d{0,15})$/.test(size) || Buffer.from(root, "base64").length !== 32) {
    throw new Error("it is not a checkpoint");
  }
  return { origin, size: Number(size), root };
}

// Timestamps (RFC 3161, in the form of RFC 5652)

/** Reads a DER element. @returns its tag, its content, all its bytes, and the elements in it */
function readDer(bytes, at = 0) {
  const tag = bytes[at];
  let [length, start] = [bytes[at + 1], at + 2];
  if (length > 0x80) {
    const count = length & 0x7f;
    if (count > 6) throw new Error("the timestamp is not DER");
    length = bytes.readUIntBE(start, count);
    start += count;
  }
  const end = start + length;
  if (!(end <= bytes.length)) throw new Error("the timestamp is not DER");
  const content = bytes.subarray(start, end);
  return { tag, content, end, whole: bytes.subarray(at, end), children: () => childrenOf(content) };
}

function childrenOf(content) {
  const children = [];
  for (let at = 0; at < content.length; at = children.at(-1).end) {
    children.push(readDer(content, at));
  }
  return children;
}

/** The hash that an algorithm's identifier names, by the hexadecimal content of the identifier. */
const HASHES = {
  "608648016503040201": "sha256", // id-sha256
  "608648016503040202": "sha384",
  "608648016503040203": "sha512",
  "2a864886f70d01010b": "sha256", // sha256WithRSAEncryption
  "2a864886f70d01010c": "sha384",
  "2a864886f70d01010d": "sha512",
  "2a8648ce3d040302": "sha256", // ecdsa-with-SHA256
  "2a8648ce3d040303": "sha384",
  "2a8648ce3d040304": "sha512",
};
const SIGNED_DATA = "2a864886f70d010702";
const TIMESTAMP_INFO = "2a864886f70d0109100104";
const MESSAGE_DIGEST = "2a864886f70d010904";
const RSA = "2a864886f70d010101";
const ED25519 = "2b6570";
const TIMESTAMPING = "1.3.6.1.5.5.7.3.8";
const hexOf = ({ content }) => content.toString("hex");

/**
 * Checks a timestamp: that it is of some data, and signed by a certificate for timestamps that it contains.
 *
 * @param token in DER
 * @param pinned certificates of authorities, of which one must be or have issued that certificate; any if there are none
 * @returns the time that it states. @throws Error if it is not valid
 */
export function checkTimestamp(token, data, pinned = []) {
  const [type, wrapped] = readDer(token).children();
  if (hexOf(type) !== SIGNED_DATA) throw new Error("it is not signed data");
  const parts = wrapped.children()[0].children();
  const [infoType, infoWrapped] = parts[2].children();
  if (hexOf(infoType) !== TIMESTAMP_INFO) throw new Error("it is not a timestamp");
  const info = infoWrapped.children()[0].content;
  const [, , imprint, , time] = readDer(info).children();
  const [algorithm, hashed] = imprint.children();
  const hashOf = (name, bytes) => createHash(name).update(bytes).digest();
  const imprintHash = HASHES[hexOf(algorithm.children()[0])];
  if (!imprintHash || !hashOf(imprintHash, data).equals(hashed.content)) {
    throw new Error("it is of other data");
  }
  const certificates = (parts.find(({ tag }) => tag === 0xa0)?.children() ?? []).map(
    ({ whole }) => new X509Certificate(whole),
  );
  const signer = parts.at(-1).children()[0].children();
  const [digestAlgorithm, attributes, signatureAlgorithm, signature] = signer.slice(2);
  if (attributes?.tag !== 0xa0) throw new Error("its signature has no attributes");
  const digest = attributes
    .children()
    .map((attribute) => attribute.children())
    .find(([name]) => hexOf(name) === MESSAGE_DIGEST)?.[1]
    .children()[0];
  const digestHash = HASHES[hexOf(digestAlgorithm.children()[0])];
  if (!digest || !digestHash || !hashOf(digestHash, info).equals(digest.content)) {
    throw new Error("its signature is of other data");
  }
  const signed = Buffer.concat([Buffer.of(0x31), attributes.whole.subarray(1)]);
  const named = hexOf(signatureAlgorithm.children()[0]);
  const hash = named === ED25519 ? null : named === RSA ? digestHash : HASHES[named];
  const at = parseTime(time);
  const certificate = certificates.find(
    (one) =>
      one.keyUsage?.includes(TIMESTAMPING) &&
      verify(hash, signed, one.publicKey, signature.content),
  );
  if (hash === undefined || !certificate) throw new Error("its signature is not valid");
  if (at < Date.parse(certificate.validFrom) || at > Date.parse(certificate.validTo)) {
    throw new Error("its certificate was not valid at that time");
  }
  if (pinned.length && !isIssuedBy(certificate, pinned, certificates)) {
    throw new Error("its certificate is not by an authority that you named");
  }
  return at;
}

/** Whether a certificate is one of the pinned ones, or issued by one, directly or by way of others. */
const isIssuedBy = (certificate, pinned, others, depth = 0) =>
  pinned.some(
    (one) => one.fingerprint256 === certificate.fingerprint256 || isIssuer(one, certificate),
  ) ||
  (depth < 5 &&
    others.some(
      (one) => one.ca && isIssuer(one, certificate) && isIssuedBy(one, pinned, others, depth + 1),
    ));
const isIssuer = (one, certificate) =>
  certificate.checkIssued(one) && certificate.verify(one.publicKey);

/** @returns the time, in milliseconds, of a GeneralizedTime such as `20260122090601Z` */
function parseTime({ tag, content }) {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d(?:\.\d+)?)Z$/.exec(content.toString("latin1")) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (tag !== 0x18 || Number.isNaN(time)) throw new Error("its time cannot be read");
  return time;
}

// The checks

/**
 * Checks the lines of a download one after the other. Differences are in `faults`, other remarks in `notes`.
 *
 * The lines are, by `type`: `export` (the first), `entry`, `recommendation` with the `mentions` behind it, `closes`,
 * `week` and `record` of each engine, and `checkpoint`.
 */
export class Verification {
  faults = [];
  notes = [];
  counts = { momentum: 0, sentiment: 0, outcome: 0 };
  tree = new MerkleTree();
  /** What the file says of itself: `at`, `size`. */
  made = null;
  lastAt = "";
  /** Entries about recommendations and their outcomes, by id: `{seq, at, content}`. */
  recommendations = new Map();
  outcomes = new Map();
  seen = new Set();
  /** The entries about keys, about the schedule, and about weeks that it missed. */
  keys = [];
  schedules = [];
  missed = new Map();
  shown = new Set();
  /** The recommendation whose mentions are being read. */
  current = null;
  engines = Object.fromEntries(
    ENGINES.map((engine) => [engine, { closes: {}, weeks: [], record: null }]),
  );
  checkpoints = [];
  /** The positions of late entries that are samples. */
  late = [];
  /** Whether a recommendation that is no sample was entered. */
  isBeyondSamples = false;

  /**
   * @param {{ keys?: string[], heads?: string[], checkpoints?: string[], witnesses?: string[], authorities?: string[] }}
   *   known what is known from elsewhere: verifier `keys` of the ledger and of `witnesses`; `heads`
   *   with size and root; texts of saved `checkpoints`; certificates of `authorities` for timestamps, in PEM
   */
  constructor({ keys = [], heads = [], checkpoints = [], witnesses = [], authorities = [] } = {}) {
    this.known = {
      keys: keys.map(parseVerifierKey),
      heads: heads.map(parseHead),
      checkpoints: checkpoints.map(parseSaved),
      witnesses: witnesses.map(parseVerifierKey),
      authorities: authorities.map((pem) => new X509Certificate(pem)),
    };
    if (!keys.length) this.notes.push("no key was given: anybody could have signed this");
  }

  /** Checks the next line of the file. @throws Error if it is not a line of a download */
  add(text) {
    const line = JSON.parse(text);
    const check = this[`${line.type}Line`];
    if (!check) throw new Error(`lines of the type ${line.type} are unknown`);
    if (line.type !== "mentions") this.finishMentions();
    this.guard(`${line.type} ${line.seq ?? line.recommendation ?? ""}`, () =>
      check.call(this, line),
    );
  }

  /** Runs a check. Altered data may be invalid in any way, so a check that throws has found a fault. */
  guard(what, check) {
    try {
      return check();
    } catch (error) {
      this.faults.push(`${what}: it cannot be checked: ${error.message}`);
      return null;
    }
  }

  compare(fault, one, other, whence, tolerance = 0) {
    for (const { path, one: is, other: should } of differences(one, other, { tolerance })) {
      fault(`${path} is ${canonicalText(is)}, ${whence} ${canonicalText(should)}`);
    }
  }

  exportLine({ at, size }) {
    this.made ??= { at, size };
  }

  // Entries

  entryLine(entry) {
    const { seq, kind, of, at, content: text } = entry;
    const fault = (problem) => this.faults.push(`entry ${seq}: ${problem}`);
    if (seq !== this.tree.size + 1) fault(`it follows entry ${this.tree.size}`);
    this.tree.add(text);
    const content = JSON.parse(text);
    if (canonicalJson(content) !== text) fault("content is not canonical JSON");
    const said = { seq: content.seq, kind: content.kind, of: content.of, at: content.at };
    this.compare(fault, { seq, kind, of, at }, said, "but its content says");
    if (at < this.lastAt) fault(`it says ${at}, but the entry before it says ${this.lastAt}`);
    if (at > this.lastAt) this.lastAt = at;
    if (this.seen.has(`${kind} ${of}`)) fault(`there is an earlier entry about the ${kind} ${of}`);
    this.seen.add(`${kind} ${of}`);
    const check = this[`${kind}Entry`];
    if (check) this.guard(`entry ${seq}`, () => check.call(this, { seq, of, at, content }, fault));
    else fault(`entries of the kind ${kind} are unknown`);
  }

  recommendationEntry({ seq, of, at, content }, fault) {
    const { recommendation, facts } = content;
    const { id, kind, day, weekDate, createdAt, isScheduled, allocation } = recommendation;
    this.recommendations.set(of, { seq, at, content });
    this.counts[kind] += 1;
    const dates = { id: of, day: dayOf(createdAt), weekDate: mondayOf(dayOf(createdAt)) };
    this.compare(fault, { id, day, weekDate }, dates, "but should be");
    if (sumOf(Object.values(allocation)) !== 100) fault("its allocation does not add up to 100");
    const delay = Date.parse(at) - Date.parse(createdAt);
    if (!(delay >= 0)) fault(`it was entered at ${at}, before it was made at ${createdAt}`);
    if (delay > MAX_ENTRY_DELAY_MS) {
      const days = Math.floor(delay / MS_PER_DAY);
      const week = isScheduled ? `, as the scheduled one of the week of ${weekDate}` : "";
      // Samples are entered when a site is set up, before anything else is recommended.
      if (facts.isSample && !this.isBeyondSamples) this.late.push(seq);
      else
        fault(
          `it was entered ${days} days after it says it was made${week}: it is a late addition`,
        );
    }
    if (!facts.isSample) this.isBeyondSamples = true;
    if (kind === "momentum") this.checkMomentum(content, fault);
  }

  checkMomentum({ recommendation, facts, calculation, inputs }, fault) {
    const computed = recomputeMomentum(inputs, facts.asOf);
    if (!computed) return fault("it has too few closes to compute momentum");
    if (facts.asOf >= recommendation.day) fault(`it was made of closes up to ${facts.asOf}`);
    const { BTC, SOL, USDT } = computed.assets;
    const [rates, told] = [
      { BTC: BTC.rateOfChange, SOL: SOL.rateOfChange, USDT: USDT.rateOfChange },
      { allocation: recommendation.allocation, rates: facts.rates, calculation },
    ];
    const expected = { allocation: computed.allocation, rates, calculation: computed };
    this.compare(fault, told, expected, "but its closes give", TOLERANCE);
  }

  outcomeEntry({ seq, of, at, content }, fault) {
    const { outcome, closes, previousId } = content;
    this.outcomes.set(of, { seq, content });
    this.counts.outcome += 1;
    const made = this.recommendations.get(of)?.content.recommendation;
    if (!made) return fault(`no entry before it is about recommendation ${of}`);
    const end = `${addDays(made.day, OUTCOME_DAYS + 1)}T00:00:00.000Z`;
    if (at < end) fault(`it was entered at ${at}, before its week ended at ${end}`);
    const previous = this.recommendationBefore(made);
    this.compare(fault, { previousId }, { previousId: previous?.id ?? null }, "but should be");
    const computed = recomputeOutcome(made, previous, closes);
    this.compare(fault, { outcome }, { outcome: computed }, "but its closes give");
  }

  /** The newest recommendation of the same engine made before the day of another one, or `null`. */
  recommendationBefore({ kind, day }) {
    let found = null;
    for (const { content } of this.recommendations.values()) {
      const one = content.recommendation;
      if (one.kind !== kind || one.createdAt >= `${day}T`) continue;
      if (!found || orderOf(one) > orderOf(found)) found = one;
    }
    return found;
  }

  keyEntry({ seq, content }, fault) {
    const { key, former, note, isHandedOver } = content;
    const before = this.keys.at(-1)?.key.text ?? null;
    this.compare(fault, { former }, { former: before }, "but should be");
    const [parsed, signed] = [parseVerifierKey(key), parseNote(note)];
    const text = `The key of this ledger\n${key}\n${before ? `replaces\n${before}\n` : ""}`;
    if (signed.text !== text) fault("its note does not say what the entry says");
    if (!isSignedBy(signed, parsed)) fault("the new key has not signed it");
    const isByFormer = !before || isSignedBy(signed, this.keys.at(-1).key);
    this.compare(fault, { isHandedOver }, { isHandedOver: isByFormer }, "but its note says");
    if (!isByFormer) {
      const isTrusted = [parsed, this.keys.at(-1).key].every((one) => this.isGiven(one));
      const problem = "the former key has not signed that this key replaces it";
      if (isTrusted) this.notes.push(`entry ${seq}: ${problem}, but you gave both`);
      else fault(problem);
    }
    this.keys.push({ seq, key: { ...parsed, text: key } });
  }

  isGiven = ({ raw }) => this.known.keys.some((given) => given.raw.equals(raw));

  scheduleEntry({ seq, at, content }, fault) {
    const { schedule, from } = content;
    const next = addDays(mondayOf(dayOf(at)), 7);
    this.compare(fault, { from }, { from: next }, "but should be the Monday after it,");
    this.schedules.push({ seq, schedule, from });
  }

  missedEntry({ seq, of, at, content }, fault) {
    const { engine, week, day } = content;
    this.compare(fault, { of }, { of: `${engine} ${week}` }, "but its content says");
    if (dayOf(at) <= day) fault(`it was entered on ${dayOf(at)}, before ${day} was over`);
    const promised = this.promisedDay(week);
    if (promised !== day) fault(`the schedule promised ${promised ?? "nothing"}, not ${day}`);
    this.missed.set(of, { seq, day });
  }

  /** The day on which the schedule promised the recommendations of a week; `null` without a promise. */
  promisedDay(week) {
    const schedule = this.schedules.findLast(({ from }) => from <= week)?.schedule;
    return schedule ? addDays(week, schedule.weekday - 1) : null;
  }

  // What the site shows

  recommendationLine({ type: _, ...stored }) {
    const { id, kind } = stored.recommendation;
    if (this.shown.has(id)) this.faults.push(`recommendation ${id}: it is shown twice`);
    this.shown.add(id);
    if (kind === "sentiment") this.current = { id, stored, rows: [], hash: createHash("sha256") };
    else this.checkShown(id, stored);
  }

  mentionsLine({ recommendation, rows }) {
    if (recommendation !== this.current?.id) throw new Error("they do not follow it");
    for (const row of rows) {
      this.current.hash.update(`${canonicalJson(row)}\n`);
      this.current.rows.push(row);
    }
  }

  finishMentions() {
    if (!this.current) return;
    const { id, stored, rows, hash } = this.current;
    this.current = null;
    const inputs = { count: rows.length, digest: hash.digest("hex") };
    this.checkShown(id, { ...stored, inputs });
    this.guard(`recommendation ${id}`, () => this.checkSentiment(id, stored, rows));
    const fault = (problem) => this.faults.push(`recommendation ${id}: ${problem}`);
    this.compare(
      fault,
      { "inputs.count": stored.inputs.count },
      { "inputs.count": rows.length },
      "but there are",
    );
  }

  /** What is shown, and was entered, follows from the mentions. */
  checkSentiment(id, stored, rows) {
    const { recommendation, facts, calculation, method } =
      this.recommendations.get(id)?.content ?? stored;
    const fault = (problem) => this.faults.push(`recommendation ${id}: ${problem}`);
    if (method !== SENTIMENT_METHOD) {
      return this.notes.push(`recommendation ${id}: method ${method} is not recomputed`);
    }
    this.checkMentions(recommendation, facts, rows, fault);
    const added = facts.addedTokens ? calculation.tokens : [];
    const uncounted = added.filter(({ coverage }) => coverage === 0).map(({ token }) => token);
    const { allocation, ...steps } = recomputeSentiment(rows, facts.unlisted, uncounted);
    const told = {
      allocation: recommendation.allocation,
      facts: { token: facts.token, mentionCount: facts.mentionCount },
      calculation,
    };
    const expected = {
      allocation,
      facts: { token: steps.topToken, mentionCount: steps.mentionCount },
      calculation: { ...steps, allocation },
    };
    this.compare(fault, told, expected, "but its mentions give", TOLERANCE);
  }

  /** Mentions are of the week, in order, one of each text and token, with one trust of each author. */
  checkMentions({ createdAt, isScheduled }, { from, to }, rows, fault) {
    const [start, end] = [Date.parse(from), Date.parse(to)];
    const delay = Date.parse(createdAt) - end;
    if (delay !== TEXT_DELAY_MS && (isScheduled || delay !== 0)) {
      fault(`it was made at ${createdAt} of texts until ${to}`);
    }
    if (end - start !== 7 * MS_PER_DAY) fault(`its texts are from ${from} to ${to}`);
    const counted = new Set(countedRows(rows));
    const [trusts, authors, seen] = [new Map(), new Map(), new Set()];
    for (const [i, row] of rows.entries()) {
      const { token, author, document, trust, weight, createdAt: written, isCounted } = row;
      const wrong = (problem) => fault(`mention ${i + 1}: ${problem}`);
      const before = rows[i - 1];
      if (!(written >= start && written < end)) wrong("its text is not of the week");
      if (
        before &&
        (token < before.token || (token === before.token && written < before.createdAt))
      ) {
        wrong("it is not in order");
      }
      if (seen.has(`${document} ${token}`)) wrong("its text is there twice");
      seen.add(`${document} ${token}`);
      if ((trusts.get(author) ?? trust) !== trust) wrong("the trust in its author differs");
      if ((authors.get(document) ?? author) !== author) wrong("the author of its text differs");
      trusts.set(author, trust);
      authors.set(document, author);
      if (!(trust >= 0 && trust <= 1 && weight >= 1 && weight <= 2))
        wrong("its weight is impossible");
      if (isCounted !== counted.has(row)) wrong(`isCounted is ${isCounted}`);
    }
  }

  checkShown(id, stored) {
    const entry = this.recommendations.get(id);
    if (!entry) return this.faults.push(`recommendation ${id}: it is shown, but has no entry`);
    const { recommendation, facts, calculation, inputs, method } = entry.content;
    const said = { recommendation, facts, calculation, inputs, method };
    const fault = (problem) => this.faults.push(`recommendation ${id}: ${problem}`);
    this.compare(fault, stored, said, `but entry ${entry.seq} says`);
  }

  closesLine({ engine, source, asset, closes }) {
    const list = (this.engines[engine].closes[`${source} ${asset}`] ??= []);
    list.push(...closes);
  }

  weekLine({ type: _, engine, ...week }) {
    this.engines[engine].weeks.push(week);
  }

  recordLine({ type: _, engine, ...record }) {
    this.engines[engine].record = record;
  }

  checkpointLine({ type: _, ...checkpoint }) {
    this.checkpoints.push(checkpoint);
  }

  // After the last line

  /** Call it after the last line. */
  finish() {
    this.finishMentions();
    const { size } = this.tree;
    if (!this.made) this.faults.push("the first page is missing");
    else if (this.made.size !== size) {
      this.faults.push(`the file has ${size} entries, but says that there are ${this.made.size}`);
    } else if (!(this.made.at >= this.lastAt)) {
      this.faults.push(`an entry says ${this.lastAt}, but the file was made at ${this.made.at}`);
    }
    for (const [id, { seq }] of this.recommendations) {
      if (!this.shown.has(id)) this.faults.push(`entry ${seq}: recommendation ${id} is gone`);
    }
    for (const engine of ENGINES) {
      this.guard(`${engine} record`, () => this.checkWeeks(engine));
      this.guard(`${engine} record`, () => this.checkRecord(engine));
      this.guard(`${engine} schedule`, () => this.checkSchedule(engine));
    }
    this.guard("closes", () => this.checkCloses());
    if (this.late.length) {
      this.notes.push(
        `${this.late.length} recommendations, the first at entry ${this.late[0]}, are samples: the ledger proves nothing about them before they were entered`,
      );
    }
    this.checkSettled();
    this.guard("keys", () => this.checkKeys());
    this.checkCheckpoints();
    this.checkKnown();
  }

  /** Each week's row is the recommendation that was entered as the scheduled one of that week. */
  checkWeeks(engine) {
    const entered = new Map();
    for (const { seq, content } of this.recommendations.values()) {
      const { kind, id, weekDate, isScheduled } = content.recommendation;
      if (kind !== engine || !isScheduled) continue;
      if (entered.has(weekDate)) {
        this.faults.push(
          `entry ${seq}: the week of ${weekDate} has another scheduled ${engine} recommendation, at entry ${entered.get(weekDate).seq}`,
        );
      } else entered.set(weekDate, { seq, id });
    }
    const { weeks } = this.engines[engine];
    const rows = new Set();
    for (const { week, recommendation, day, allocation } of weeks) {
      const fault = (problem) => this.faults.push(`${engine} week of ${week}: ${problem}`);
      if (rows.has(week)) fault("it is in the record twice");
      rows.add(week);
      const scheduled = entered.get(week);
      if (!scheduled)
        fault(`it is in the record, but no recommendation was entered as its scheduled one`);
      else if (scheduled.id !== recommendation) {
        fault(
          `its row is of recommendation ${recommendation}, but ${scheduled.id} was entered as its scheduled one, at entry ${scheduled.seq}`,
        );
      }
      const said = this.recommendations.get(recommendation)?.content.recommendation;
      if (said)
        this.compare(
          fault,
          { day, allocation },
          { day: said.day, allocation: said.allocation },
          "but its entry says",
        );
    }
    const first = weeks.length < RECORD_WEEKS ? "" : [...rows].sort()[0];
    for (const [week, { seq }] of entered) {
      if (week >= first && !rows.has(week)) {
        this.faults.push(
          `${engine} week of ${week}: entry ${seq} was scheduled for it, but it is not in the record`,
        );
      }
    }
  }

  /** The record follows from the allocations in the entries and from closes. */
  checkRecord(engine) {
    const { weeks, record, closes: given } = this.engines[engine];
    if (!record) return this.faults.push(`${engine} record: it is not in the file`);
    const lastDay = this.made ? addDays(dayOf(this.made.at), -1) : "";
    if (!(record.until >= lastDay)) {
      this.faults.push(`${engine} record: it ends on ${record.until}, before ${lastDay}`);
    }
    const closes = {};
    for (const [name, list] of Object.entries(given)) {
      const [source, asset] = name.split(" ");
      if (source === record.source) closes[asset] = list;
    }
    const prices = indexCloses(closes);
    this.compareSettled(engine, record, weeks, prices);
    const entered = weeks.map((week) => {
      const said = this.recommendations.get(week.recommendation)?.content.recommendation;
      return { ...week, ...(said && { day: said.day, allocation: said.allocation }) };
    });
    const computed = recomputeRecord(
      entered.sort((one, other) => (one.day < other.day ? -1 : 1)),
      prices,
      record.until,
    );
    for (const week of weeks) {
      const fault = (problem) => this.faults.push(`${engine} week of ${week.week}: ${problem}`);
      const row = computed.rows.get(week.recommendation);
      for (const name of WEEK_RESULTS) {
        this.compare(
          fault,
          { [name]: week[name] },
          { [name]: row?.[name] ?? null },
          "but the closes give",
        );
      }
    }
    const fault = (problem) => this.faults.push(`${engine} record: ${problem}`);
    this.compare(
      fault,
      { summary: record.summary },
      { summary: computed.summary },
      "but the closes give",
    );
  }

  /** Closes by which an outcome was settled keep their value in the record. */
  compareSettled(engine, { source }, weeks, prices) {
    const settledDays = new Set();
    for (const { recommendation, allocation } of weeks) {
      const settled = this.outcomes.get(recommendation);
      if (!settled || settled.content.source !== source) continue;
      for (const [asset, list] of Object.entries(settled.content.closes)) {
        for (const { day, close } of list) {
          settledDays.add(day);
          const shown = prices.get(asset)?.get(day);
          // The record needs no closes of what only the recommendation before held.
          const isNeeded = asset === "BTC" || allocation[asset] > 0;
          if (shown !== close && (shown !== undefined || isNeeded)) {
            this.faults.push(
              `${engine} record: the close of ${asset} on ${day} is ${shown ?? "missing"}, but entry ${settled.seq} says ${close}`,
            );
          }
        }
      }
    }
    const days = new Set([...prices.values()].flatMap((byDay) => [...byDay.keys()]));
    const open = [...days].filter((day) => !settledDays.has(day)).length;
    if (open)
      this.notes.push(
        `${engine} record: ${open} of ${days.size} days have closes that no outcome settles, so compare these with another source`,
      );
  }

  /** Each week of the promised schedule has its recommendation on the promised day, or an entry that it was missed. */
  checkSchedule(engine) {
    const inTime = new Map();
    for (const { seq, content } of this.recommendations.values()) {
      const { kind, weekDate, day, isScheduled } = content.recommendation;
      if (kind === engine && isScheduled && day === this.promisedDay(weekDate))
        inTime.set(weekDate, seq);
    }
    // The upkeep enters a missed week within hours.
    const until = addDays(dayOf(this.made?.at ?? this.lastAt), -2);
    for (let week = this.schedules[0]?.from; week && week <= until; week = addDays(week, 7)) {
      const day = this.promisedDay(week);
      if (!day || day > until) continue;
      if (!inTime.has(week) && !this.missed.has(`${engine} ${week}`)) {
        this.faults.push(
          `${engine} week of ${week}: the schedule promised a recommendation on ${day}, but neither that nor an entry that it was missed is there`,
        );
      }
    }
    for (const [week, seq] of inTime) {
      const missed = this.missed.get(`${engine} ${week}`);
      if (missed)
        this.faults.push(
          `entry ${missed.seq}: the week of ${week} was not missed, see entry ${seq}`,
        );
    }
  }

  /** Closes of one source are the same in all entries, unless they were corrected in between. */
  checkCloses() {
    const said = new Map();
    const add = (seq, source, asset, { day, close }) => {
      const name = `${asset} on ${day} (${source})`;
      const before = said.get(name);
      if (before && before.close !== close) {
        this.notes.push(
          `the close of ${name} is ${before.close} in entry ${before.seq} and ${close} in entry ${seq}: it was corrected, or one is false`,
        );
      }
      said.set(name, { seq, close });
    };
    for (const { seq, content } of this.recommendations.values()) {
      if (content.recommendation.kind !== "momentum") continue;
      for (const close of content.inputs) add(seq, content.facts.source, close.asset, close);
    }
    for (const { seq, content } of this.outcomes.values()) {
      for (const [asset, list] of Object.entries(content.closes)) {
        for (const close of list) add(seq, content.source, asset, close);
      }
    }
  }

  /** An outcome is entered soon after its week, unless closes are missing. */
  checkSettled() {
    const until = addDays(dayOf(this.made?.at ?? this.lastAt), -OUTCOME_DAYS - 2);
    const open = [...this.recommendations]
      .filter(([id, { content }]) => content.recommendation.day < until && !this.outcomes.has(id))
      .map(([, { seq }]) => seq);
    if (open.length) {
      this.notes.push(
        `no outcome was entered of the recommendations of entries ${open.slice(0, 5).join(", ")}${open.length > 5 ? ` and ${open.length - 5} more` : ""}, whose weeks are over`,
      );
    }
  }

  checkKeys() {
    if (this.tree.size && !this.keys.length)
      this.faults.push("no entry names the key of the ledger");
    if (this.known.keys.length && !this.keys.some(({ key }) => this.isGiven(key))) {
      this.faults.push("the ledger names other keys than the one that you gave");
    }
  }

  // Checkpoints

  checkCheckpoints() {
    const { size } = this.tree;
    const vouched = new Map(this.known.witnesses.map(({ name }) => [name, 0]));
    let [largest, firstStamp, stamped] = [0, null, 0];
    for (const checkpoint of this.checkpoints) {
      this.guard(`checkpoint of ${checkpoint.size}`, () => {
        const fault = (problem) => this.faults.push(`checkpoint of ${checkpoint.size}: ${problem}`);
        const note = parseNote(checkpoint.note);
        const said = parseCheckpoint(note.text);
        this.compare(fault, { size: checkpoint.size }, { size: said.size }, "but its note says");
        this.compareRoot(said, fault);
        const key = this.keys.findLast(({ seq }) => seq <= said.size)?.key;
        if (!key || !isSignedBy(note, key)) fault("it is not signed by the key of that time");
        else largest = Math.max(largest, said.size);
        for (const witness of this.known.witnesses) {
          if (isSignedBy(note, witness))
            vouched.set(witness.name, Math.max(vouched.get(witness.name), said.size));
        }
        const time = this.timeOf(checkpoint, fault);
        if (time && (!firstStamp || time < firstStamp)) firstStamp = time;
        if (time) stamped = Math.max(stamped, said.size);
      });
    }
    if (largest < size)
      this.faults.push(`no checkpoint is signed that includes entries ${largest + 1} to ${size}`);
    for (const [name, until] of vouched) {
      if (!until) this.faults.push(`the witness ${name} has cosigned no checkpoint of this ledger`);
      else this.notes.push(`the witness ${name} vouches for the first ${until} of ${size} entries`);
    }
    if (firstStamp) {
      this.notes.push(
        `timestamps, the first of ${new Date(firstStamp).toISOString()}, vouch for the first ${stamped} of ${size} entries`,
      );
      if (!this.known.authorities.length)
        this.notes.push(
          "no certificate of an authority was given: anybody could have made the timestamps",
        );
    } else if (this.known.authorities.length) this.faults.push("no checkpoint has a timestamp");
  }

  compareRoot({ size, root }, fault) {
    if (size > this.tree.size)
      fault(`the ledger has only ${this.tree.size} entries: its end was cut off`);
    else if (this.tree.rootAt(size) !== root)
      fault(`its root is ${root}, but the entries give ${this.tree.rootAt(size)}`);
  }

  /** @returns the time that the timestamp of a checkpoint states, if it has one that is valid */
  timeOf({ note, timestamp }, fault) {
    if (!timestamp) return null;
    // It was made before any cosignature: of the text and the first signature, which is that of the site.
    const stamped = /^[^]*?\n\n— [^\n]*\n/u.exec(note)?.[0] ?? "";
    try {
      return checkTimestamp(Buffer.from(timestamp, "base64"), stamped, this.known.authorities);
    } catch (error) {
      fault(`its timestamp does not hold: ${error.message}`);
      return null;
    }
  }

  /** Heads and checkpoints that were saved earlier are of the same ledger. */
  checkKnown() {
    for (const head of this.known.heads) {
      this.compareRoot(head, (problem) =>
        this.faults.push(`head ${head.size}:${head.root}, which you noted: ${problem}`),
      );
    }
    for (const saved of this.known.checkpoints) {
      const note = parseNote(saved.note);
      const said = parseCheckpoint(note.text);
      const fault = (problem) =>
        this.faults.push(`checkpoint of ${said.size}, which you saved: ${problem}`);
      const voucher = this.voucherOf(saved, note, fault);
      if (!voucher)
        fault("nothing vouches for it: neither a key, a witness nor a timestamp that you know");
      else {
        this.notes.push(
          `the checkpoint of ${said.size} that you saved is vouched for by ${voucher}`,
        );
        this.compareRoot(said, fault);
      }
    }
  }

  voucherOf(saved, note, fault) {
    const key = this.keys.map((one) => one.key).find((one) => isSignedBy(note, one));
    if (key && this.isGiven(key)) return `the key ${key.name}`;
    const witness = this.known.witnesses.find((one) => isSignedBy(note, one));
    if (witness) return `the witness ${witness.name}`;
    const time = this.known.authorities.length ? this.timeOf(saved, fault) : null;
    if (time) return `a timestamp of ${new Date(time).toISOString()}`;
    return key ? `the key ${key.name}` : null;
  }
}

const orderOf = ({ createdAt, id }) => `${createdAt} ${id}`;

function parseHead(text) {
  const { size, root } =
    /^(?<size>[1-9]\d*):(?<root>[0-9a-f]{64}|[\w+/]{43}=)$/.exec(text)?.groups ?? {};
  if (!size) throw new Error(`--head ${text} is not SIZE:ROOT`);
  return {
    size: Number(size),
    root: root.length === 64 ? Buffer.from(root, "hex").toString("base64") : root,
  };
}

/** @returns a saved checkpoint: a signed note, or a line of a download, with its timestamps */
function parseSaved(text) {
  const saved = text.startsWith("{") ? JSON.parse(text) : { note: text };
  parseCheckpoint(parseNote(saved.note).text);
  return saved;
}

const MAX_SHOWN = 100;
const USAGE = `Usage: node verify.mjs FILE|- [--key VKEY]... [--head SIZE:ROOT]... [--checkpoint FILE]...
  [--witness VKEY]... [--tsa CERTIFICATE.pem]...`;

/** @returns the exit code */
export async function main(args, print = console.log, printError = console.error) {
  let file, verification;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(
        ["key", "head", "checkpoint", "witness", "tsa"].map((name) => [
          name,
          { type: "string", multiple: true, default: [] },
        ]),
      ),
    });
    if (positionals.length !== 1) throw new Error(USAGE);
    [file] = positionals;
    const read = (name) => readFileSync(name, "utf8");
    verification = new Verification({
      keys: values.key,
      heads: values.head,
      checkpoints: values.checkpoint.map(read),
      witnesses: values.witness,
      authorities: values.tsa.map(read),
    });
  } catch (error) {
    printError(error.message);
    return 2;
  }
  let number = 0;
  try {
    const input = file === "-" ? process.stdin : createReadStream(file);
    for await (const line of linesOf(input)) {
      number += 1;
      if (line) verification.add(line);
    }
  } catch (error) {
    const where = number ? `line ${number} is not a line of a download` : "the file cannot be read";
    printError(`${where}: ${error.message}`);
    return 2;
  }
  if (!number) {
    printError("the file is empty");
    return 2;
  }
  verification.finish();
  for (const line of report(verification)) print(line);
  return verification.faults.length ? 1 : 0;
}

/** @returns the lines that say what was found; call it after `finish` */
export function report({ faults, notes, counts, tree }) {
  const { momentum, sentiment, outcome } = counts;
  const shown = (list, more) =>
    list.length > MAX_SHOWN ? [...list.slice(0, MAX_SHOWN), more(list.length - MAX_SHOWN)] : list;
  return [
    ...shown(faults, (count) => `and ${count} more`),
    ...shown(
      notes.map((note) => `Note: ${note}.`),
      (count) => `and ${count} more notes`,
    ),
    `${momentum} momentum and ${sentiment} sentiment recommendations, ${outcome} outcomes.`,
    `Head: ${tree.size}:${Buffer.from(tree.rootAt(tree.size), "base64").toString("hex")}`,
    faults.length
      ? `${faults.length} ${faults.length === 1 ? "difference" : "differences"}.`
      : "No differences.",
  ].map(printable);
}

/** Escapes control characters, because an untrusted file could contain terminal control sequences. */
const printable = (text) =>
  text.replace(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));

/** Reads a stream line by line; its errors are thrown. */
async function* linesOf(input) {
  const failure = new Promise((_, reject) => input.once("error", reject));
  failure.catch(() => {});
  const lines = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await Promise.race([lines.next(), failure]);
    if (done) return;
    yield value;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main(process.argv.slice(2));
}
