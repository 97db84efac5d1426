#!/usr/bin/env node
/**
 * Checks a downloaded copy of the ledger, with nothing but Node: that it is one Merkle tree, that the site's current data
 * matches the entries, and that each momentum recommendation and each outcome follows from its closes.
 *
 *   node verify.mjs ledger.jsonl [--head SIZE:ROOT]...
 *
 * The file contains all pages of `/api/ledger/export`; `-` reads standard input. A head is a number of entries and their
 * root that you noted down earlier, from a feed or a page.
 * Exits with status 0 if nothing differs, 1 if anything differs, 2 if the file cannot be read.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";

const MS_PER_DAY = 86_400_000;
/** Steps are compared to nine digits, because sums may be added in another order; percentages must be equal. */
const TOLERANCE = 1e-9;

/** @returns JSON in the canonical form of RFC 8785: no spaces, names sorted by UTF-16 code units */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
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

const hashOf = (prefix, ...parts) =>
  parts
    .reduce((hash, part) => hash.update(part), createHash("sha256").update(Buffer.from([prefix])))
    .digest("hex");
const hashPair = (left, right) => hashOf(1, Buffer.from(left, "hex"), Buffer.from(right, "hex"));
const isObject = (value) => value !== null && typeof value === "object";
const canonicalText = (value) => (value === undefined ? "nothing" : canonicalJson(value));
const addDays = (day, count) =>
  new Date(Date.parse(day) + count * MS_PER_DAY).toISOString().slice(0, 10);

/**
 * Computes the momentum recommendation of a day from its closes, with method 1.
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
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  const squares = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return Math.sqrt(squares / (returns.length - 1)) * Math.sqrt(365) * 100;
}

/**
 * Computes the outcome of a recommendation: the value of an initial 100 after seven days.
 *
 * @param recommendation with `day` and `allocation`
 * @param previous the recommendation before it, in the same form, or `null`
 * @param closes for each asset, a list of `{day, close}`
 */
export function recomputeOutcome(recommendation, previous, closes) {
  const closeOn = new Map(
    Object.entries(closes).flatMap(([asset, list]) =>
      list.map(({ day, close }) => [`${asset} ${day}`, close]),
    ),
  );
  const { day: start, allocation } = recommendation;
  const until = addDays(start, 7);
  const worth = (shares, day) =>
    Object.entries(shares)
      .filter(([, percent]) => percent > 0)
      .reduce((sum, [asset, percent]) => {
        const [bought, now] = [start, day].map((each) => closeOn.get(`${asset} ${each}`));
        return sum + (percent / bought) * now;
      }, 0);
  const week = Array.from({ length: 8 }, (_, i) => worth(allocation, addDays(start, i)));
  const values = week.filter(Number.isFinite);
  const before = previous ? worth(previous.allocation, until) : NaN;
  return {
    state: "known",
    until,
    value: worth(allocation, until),
    bitcoin: worth({ BTC: 100 }, until),
    previous: Number.isFinite(before) ? before : null,
    drawdown:
      Math.min(...values.map((each, i) => each / Math.max(...values.slice(0, i + 1)) - 1)) * 100,
    gaps: week.length - values.length,
  };
}

/** Checks the lines of a ledger one after the other. Differences are in `faults`, other remarks in `notes`. */
export class Verification {
  faults = [];
  notes = [];
  counts = { momentum: 0, sentiment: 0, outcome: 0 };
  head = null;
  recommendations = new Map();
  /** The positions of late entries that are samples. */
  late = [];

  /** The complete subtrees so far, from left to right. */
  subtrees = [];

  /** @param {Map<number, string>} heads the noted roots by the number of entries */
  constructor(heads = new Map()) {
    this.heads = heads;
  }

  /** Checks the next line of the file. @throws Error if the line is not from a ledger */
  add(line) {
    const { entry, stored } = JSON.parse(line);
    const content = JSON.parse(entry.content);
    const fault = (text) => this.faults.push(`entry ${entry.seq}: ${text}`);
    this.checkEntry(entry, content, fault);
    if (content.kind === "recommendation") this.checkRecommendation(entry, content, stored, fault);
    else if (content.kind === "outcome") this.checkOutcome(content, fault);
    this.head = { size: entry.seq, root: this.addLeaf(entry.content) };
    const noted = this.heads.get(entry.seq);
    if (noted && noted !== this.head.root) {
      fault(`the root is ${this.head.root}, but you noted ${noted}`);
    }
  }

  checkEntry(entry, content, fault) {
    const { seq, kind, of, at, hash } = entry;
    const last = this.head?.size ?? 0;
    if (seq !== last + 1) fault(`it follows entry ${last}`);
    const computed = hashOf(0, Buffer.from(entry.content));
    if (hash !== computed) fault(`hash is ${hash}, but its content gives ${computed}`);
    if (canonicalJson(content) !== entry.content) fault("content is not canonical JSON");
    const said = { seq: content.seq, kind: content.kind, of: content.of, at: content.at };
    this.compare({ seq, kind, of, at }, said, fault, "but its content says");
  }

  /** @returns the root of the tree (RFC 6962) with another leaf */
  addLeaf(content) {
    let node = { width: 1, hash: hashOf(0, Buffer.from(content)) };
    while (this.subtrees.at(-1)?.width === node.width) {
      const left = this.subtrees.pop();
      node = { width: 2 * node.width, hash: hashPair(left.hash, node.hash) };
    }
    this.subtrees.push(node);
    return this.subtrees
      .map(({ hash }) => hash)
      .reduceRight((right, left) => hashPair(left, right));
  }

  checkRecommendation(entry, content, stored, fault) {
    const { recommendation, facts, calculation, inputs, method } = content;
    this.recommendations.set(entry.of, recommendation);
    this.counts[recommendation.kind] += 1;
    if (stored === null) fault(`recommendation ${entry.of} is gone`);
    else {
      const said = { recommendation, facts, calculation, inputs, method };
      this.compare(stored, said, fault, "but the ledger says");
    }
    const late = Math.floor(
      (Date.parse(entry.at) - Date.parse(recommendation.createdAt)) / MS_PER_DAY,
    );
    if (late >= 1) {
      const text = `it was entered ${late} days after its date of creation: it may be backdated`;
      if (facts.isSample) this.late.push(entry.seq);
      else fault(text);
    }
    if (recommendation.kind === "momentum" && method === 1) this.checkMomentum(content, fault);
  }

  checkMomentum({ recommendation, facts, calculation, inputs }, fault) {
    const computed = recomputeMomentum(inputs, facts.asOf);
    if (!computed) return fault("it has too few closes to compute momentum");
    const { BTC, SOL, USDT } = computed.assets;
    const [rates, told] = [
      { BTC: BTC.rateOfChange, SOL: SOL.rateOfChange, USDT: USDT.rateOfChange },
      { allocation: recommendation.allocation, rates: facts.rates, calculation },
    ];
    const expected = { allocation: computed.allocation, rates, calculation: computed };
    this.compare(told, expected, fault, "but its closes give", TOLERANCE);
  }

  checkOutcome({ of, outcome, closes, previousId }, fault) {
    this.counts.outcome += 1;
    const [recommendation, previous] = [of, previousId].map((id) => this.recommendations.get(id));
    if (!recommendation || (previousId && !previous)) {
      this.notes.push(
        `the outcome of ${of} was not checked: it needs entries that are not in the file`,
      );
      return;
    }
    const computed = recomputeOutcome(recommendation, previous ?? null, closes);
    this.compare({ outcome }, { outcome: computed }, fault, "but its closes give", TOLERANCE);
  }

  compare(one, other, fault, whence, tolerance = 0) {
    for (const { path, one: is, other: should } of differences(one, other, { tolerance })) {
      fault(`${path} is ${canonicalText(is)}, ${whence} ${canonicalText(should)}`);
    }
  }

  /** Call it after the last line. */
  finish() {
    if (this.late.length) {
      this.notes.push(
        `${this.late.length} recommendations, the first at entry ${this.late[0]}, are samples: the ledger proves nothing about them before they were entered`,
      );
    }
    for (const [size, root] of this.heads) {
      if (!this.head || size > this.head.size) {
        this.faults.push(
          `the root ${root} of ${size} entries, which you noted, is not in the file`,
        );
      }
    }
  }
}

const MAX_SHOWN = 100;
const USAGE = "Usage: node verify.mjs FILE|- [--head SIZE:ROOT]...";

/** @returns the exit code */
export async function main(args, print = console.log, printError = console.error) {
  let file, verification;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { head: { type: "string", multiple: true } },
    });
    if (positionals.length !== 1) throw new Error(USAGE);
    [file] = positionals;
    verification = new Verification(new Map((values.head ?? []).map(parseHead)));
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
    const where = number ? `line ${number} is not a line of a ledger` : "the file cannot be read";
    printError(`${where}: ${error.message}`);
    return 2;
  }
  if (!verification.head) {
    printError("the file is empty");
    return 2;
  }
  verification.finish();
  const { faults, notes, counts, head } = verification;
  for (const fault of faults.slice(0, MAX_SHOWN)) print(printable(fault));
  if (faults.length > MAX_SHOWN) print(`and ${faults.length - MAX_SHOWN} more`);
  for (const note of notes.slice(0, MAX_SHOWN)) print(printable(`Note: ${note}.`));
  if (notes.length > MAX_SHOWN) print(`and ${notes.length - MAX_SHOWN} more notes`);
  print(
    `${counts.momentum} momentum and ${counts.sentiment} sentiment recommendations, ${counts.outcome} outcomes.`,
  );
  print(`Head: ${head.size}:${head.root}`);
  print(
    faults.length
      ? `${faults.length} ${faults.length === 1 ? "difference" : "differences"}.`
      : "No differences.",
  );
  return faults.length ? 1 : 0;
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

function parseHead(text) {
  const { size, root } = /^(?<size>[1-9]\d*):(?<root>[0-9a-f]{64})$/.exec(text)?.groups ?? {};
  if (!size) throw new Error(`--head ${text} is not SIZE:ROOT`);
  return [Number(size), root];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main(process.argv.slice(2));
}
