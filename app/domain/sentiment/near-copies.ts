/**
 * Finds texts that say nearly the same by the share of words that they have in common, whatever their order. Each text
 * is represented by a sketch of a few hashes (bottom-k sketches: E. Cohen and H. Kaplan, "Summarizing data using
 * bottom-k sketches", PODC 2007). Candidates are found by locality-sensitive hashing of MinHashes (J. Leskovec,
 * A. Rajaraman and J. Ullman, "Mining of Massive Datasets", 2014, chapter 3), so that a week of a large community takes
 * about as much time per text as one of a small community.
 */
import { stemmer } from "stemmer";

/** Maximum number of hashes kept per text: all of a short text, a sample of a long one. */
export const SKETCH_SIZE = 32;
/** Minimum share of common words (Jaccard similarity) for a text to be a copy. */
export const COPY_SIMILARITY = 0.6;
/** Two texts of fewer words together than this … */
export const SHORT_WORDS = 12;
/** … have to be this similar, because many people write the same few words. */
export const SHORT_COPY_SIMILARITY = 0.8;

/** The smallest hashes of a text's words, ascending. */
export type Sketch = readonly number[];

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * @param texts the parts of a document
 * @returns the sketch of its different words, without their endings; an empty text has none
 */
export function sketchOf(texts: readonly string[]): Sketch {
  const words = new Set(texts.join("\n").toLowerCase().match(WORD));
  const hashes = new Set([...words].map((word) => hash(stemmer(word))));
  return [...hashes].sort((one, other) => one - other).slice(0, SKETCH_SIZE);
}

/** A 32-bit FNV-1a hash with MurmurHash3's final mix, so that the smallest values are a random sample. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return mix(value);
}

/** MurmurHash3's final mix. */
export function mix(hashed: number): number {
  let value = Math.imul(hashed ^ (hashed >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** @returns whether two texts say nearly the same: exact for short texts, estimated for others */
export function areCopies(one: Sketch, other: Sketch): boolean {
  let [i, j, seen, common] = [0, 0, 0, 0];
  while (seen < SKETCH_SIZE && (i < one.length || j < other.length)) {
    const [left, right] = [one[i] ?? Infinity, other[j] ?? Infinity];
    if (left === right) common += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
    seen += 1;
  }
  const needed = seen < SHORT_WORDS ? SHORT_COPY_SIMILARITY : COPY_SIMILARITY;
  return seen > 0 && common / seen >= needed;
}
