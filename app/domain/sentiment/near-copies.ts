/**
 * Finds near-duplicate texts by the share of word sequences that they have in common. Each text is represented by
 * a sketch of a few hashes, so that a week of a large community can be compared quickly (bottom-k sketches:
 * E. Cohen and H. Kaplan, "Summarizing data using bottom-k sketches", PODC 2007).
 */

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
 * @returns the share of word sequences that two texts have in common, from 0 to 1: exact for short texts, estimated
 *   for others
 */
export function similarity(one: Sketch, other: Sketch): number {
  let [i, j, seen, common] = [0, 0, 0, 0];
  while (seen < SKETCH_SIZE && (i < one.length || j < other.length)) {
    const [left, right] = [one[i] ?? Infinity, other[j] ?? Infinity];
    if (left === right) common += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
    seen += 1;
  }
  return seen ? common / seen : 0;
}

/** What is needed of a document to find copies. */
export interface ComparedDocument {
  document: string;
  author: string;
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
  const copies = new Set<string>();
  /** The texts that are not copies, by hash. */
  const originals = new Map<number, ComparedDocument[]>();
  for (const one of documents.toSorted(byStanding)) {
    const keys = one.sketch.slice(0, KEYS);
    const isCopyOf = ({ author, sketch }: ComparedDocument) =>
      author !== one.author && similarity(one.sketch, sketch) >= COPY_SIMILARITY;
    if (keys.some((key) => originals.get(key)?.some(isCopyOf))) {
      copies.add(one.document);
      continue;
    }
    for (const key of keys) {
      const known = originals.get(key);
      if (!known) originals.set(key, [one]);
      else if (known.length < MAX_COMPARED) known.push(one);
    }
  }
  return copies;
}

/** Orders documents by trust in their authors, highest first, then by time, oldest first. */
const byStanding = (one: ComparedDocument, other: ComparedDocument) =>
  other.trust - one.trust ||
  one.createdAt - other.createdAt ||
  (one.document < other.document ? -1 : 1);
