/**
 * Finds near-duplicate texts by the share of word sequences that they have in common. Each text is represented by
 * a sketch of a few hashes, so that a week of a large community can be compared quickly (bottom-k sketches:
 * E. Cohen and H. Kaplan, "Summarizing data using bottom-k sketches", PODC 2007).
 */

/** The number of words in a compared sequence. */
export const SHINGLE_WORDS = 5;
/** Maximum number of hashes kept per text: all of a short text, a sample of a long one. */
export const SKETCH_SIZE = 32;
/** Minimum share of common word sequences (Jaccard similarity) for a text to be a copy. */
export const COPY_SIMILARITY = 0.8;

/** The smallest hashes of a text's word sequences, ascending. */
export type Sketch = readonly number[];

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * @param texts the parts of a document
 * @returns the sketch of its sequences of five words; a shorter text is one sequence, an empty one has none
 */
export function sketchOf(texts: readonly string[]): Sketch {
  const words = texts.join("\n").toLowerCase().match(WORD) ?? [];
  if (!words.length) return [];
  const hashes = new Set<number>();
  const last = Math.max(0, words.length - SHINGLE_WORDS);
  for (let at = 0; at <= last; at += 1) {
    hashes.add(hash(words.slice(at, at + SHINGLE_WORDS).join(" ")));
  }
  return [...hashes].sort((one, other) => one - other).slice(0, SKETCH_SIZE);
}

/** A 32-bit FNV-1a hash with MurmurHash3's final mix, so that the smallest values are a random sample. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * @param atLeast the share that is of interest: 0 may be returned for a lower one, to save time
 * @returns the share of word sequences that two texts have in common, from 0 to 1: exact for short texts, estimated
 *   for others
 */
export function similarity(one: Sketch, other: Sketch, atLeast = 0): number {
  const [values, starts] = concatenated([one, other]);
  return similarityIn(values, starts, 0, 1, atLeast);
}

/** Concatenates sketches into one array, because comparing separate arrays is much slower. */
function concatenated(sketches: readonly Sketch[]): [values: Uint32Array, starts: Uint32Array] {
  const starts = new Uint32Array(sketches.length + 1);
  for (const [at, { length }] of sketches.entries()) starts[at + 1] = starts[at]! + length;
  const values = new Uint32Array(starts.at(-1)!);
  for (const [at, sketch] of sketches.entries()) values.set(sketch, starts[at]);
  return [values, starts];
}

function similarityIn(
  values: Uint32Array,
  starts: Uint32Array,
  one: number,
  other: number,
  atLeast: number,
): number {
  const mostMissing = SKETCH_SIZE * (1 - atLeast);
  let [i, j, seen, common] = [starts[one]!, starts[other]!, 0, 0];
  const [iEnd, jEnd] = [starts[one + 1]!, starts[other + 1]!];
  while (seen < SKETCH_SIZE && (i < iEnd || j < jEnd)) {
    if (seen - common > mostMissing) return 0;
    const left = i < iEnd ? values[i]! : Infinity;
    const right = j < jEnd ? values[j]! : Infinity;
    if (left === right) common += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
    seen += 1;
  }
  return seen ? common / seen : 0;
}

/**
 * Maximum number of hashes in which the sketches of two copies differ. At most `1 − COPY_SIMILARITY` of the
 * `SKETCH_SIZE` smallest hashes of both are in only one of the sketches, and at most as many hashes lie beyond these.
 */
const MAX_DIFFERENCES = 2 * SKETCH_SIZE * (1 - COPY_SIMILARITY);

/**
 * @returns for each sketch two 32-bit words, in which each of its hashes sets a bit. If the signatures of two
 *   sketches differ in more than `MAX_DIFFERENCES` bits, so do their hashes, and the slower comparison of sketches
 *   is not needed. This is nearly always so.
 */
function signaturesOf(values: Uint32Array, starts: Uint32Array): Uint32Array {
  const signatures = new Uint32Array(2 * (starts.length - 1));
  for (let sketch = 0; sketch < starts.length - 1; sketch += 1) {
    for (let at = starts[sketch]!; at < starts[sketch + 1]!; at += 1) {
      const bit = values[at]! & 63;
      signatures[2 * sketch + (bit >> 5)]! |= 1 << (bit & 31);
    }
  }
  return signatures;
}

const differingBits = (signatures: Uint32Array, one: number, other: number): number =>
  countBits(signatures[2 * one]! ^ signatures[2 * other]!) +
  countBits(signatures[2 * one + 1]! ^ signatures[2 * other + 1]!);

/** @returns the number of set bits in a 32-bit word, added up in parallel in pairs, fours and bytes */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** What is needed of a document to find copies. */
export interface ComparedDocument {
  document: string;
  author: string;
  /** The trust in its author. */
  trust: number;
  /** When it was written, in milliseconds. */
  createdAt: number;
  sketch: Sketch;
}

/** The number of hashes by which each text is looked up. Two near-copies almost certainly share one of them. */
const KEYS = 3;
/** With how many texts a text is compared per hash at most, so that a flood of similar texts does not take long. */
const MAX_COMPARED = 50;

/**
 * @returns the ids of documents that nearly repeat one by another author. The original is the one whose author is
 *   trusted most or, among equals, the first, so that nobody can silence an author by repeating the text.
 */
export function findCopies(documents: readonly ComparedDocument[]): Set<string> {
  const ordered = documents.toSorted(byStanding);
  const [values, starts] = concatenated(ordered.map(({ sketch }) => sketch));
  const signatures = signaturesOf(values, starts);
  const isCopyOf = (one: number, original: number) =>
    differingBits(signatures, one, original) <= MAX_DIFFERENCES &&
    similarityIn(values, starts, one, original, COPY_SIMILARITY) >= COPY_SIMILARITY &&
    ordered[one]!.author !== ordered[original]!.author;
  const copies = new Set<string>();
  const originals = new Originals(ordered.length);
  for (let at = 0; at < ordered.length; at += 1) {
    const start = starts[at]!;
    const end = Math.min(start + KEYS, starts[at + 1]!);
    let isCopy = false;
    for (let i = start; i < end && !isCopy; i += 1) {
      isCopy = originals.hasOriginalOf(values[i]!, at, isCopyOf);
    }
    if (isCopy) copies.add(ordered[at]!.document);
    else for (let i = start; i < end; i += 1) originals.add(values[i]!, at, i - start);
  }
  return copies;
}

/**
 * An index by hash of the texts that are not copies. Texts with the same hash form a linked list in typed arrays,
 * because an array for each of several hundred thousand hashes would take far more time and memory.
 */
class Originals {
  /** The last link of each list, by hash as a signed integer, which makes a faster key. */
  private readonly newest = new Map<number, number>();
  /** The link before each, or -1. */
  private readonly before: Int32Array;
  /** The length of the list up to each link. */
  private readonly lengths: Uint8Array;

  /** @param size maximum number of texts */
  constructor(size: number) {
    this.before = new Int32Array(size * KEYS);
    this.lengths = new Uint8Array(size * KEYS);
  }

  /** @returns whether a text is a copy of one that was added with this hash */
  hasOriginalOf(
    key: number,
    one: number,
    isCopyOf: (one: number, original: number) => boolean,
  ): boolean {
    for (let link = this.newest.get(key | 0) ?? -1; link >= 0; link = this.before[link]!) {
      if (isCopyOf(one, Math.trunc(link / KEYS))) return true;
    }
    return false;
  }

  /** @param place the index of the hash among the text's keys */
  add(key: number, text: number, place: number): void {
    const link = text * KEYS + place;
    const before = this.newest.get(key | 0) ?? -1;
    const length = before < 0 ? 0 : this.lengths[before]!;
    if (length === MAX_COMPARED) return;
    this.before[link] = before;
    this.lengths[link] = length + 1;
    this.newest.set(key | 0, link);
  }
}

/** Orders documents by trust in their authors, highest first, then by time, oldest first. */
const byStanding = (one: ComparedDocument, other: ComparedDocument) =>
  other.trust - one.trust ||
  one.createdAt - other.createdAt ||
  (one.document < other.document ? -1 : 1);
