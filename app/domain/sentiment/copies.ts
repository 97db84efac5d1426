/** Finds near-copies among documents, and how that changes without what one author wrote. */
import { areCopies, mix, type Sketch } from "./near-copies";

/** What is needed of a document to find copies. */
export interface ComparedDocument {
  document: string;
  author: string;
  trust: number;
  /** When it was written, in milliseconds. */
  createdAt: number;
  sketch: Sketch;
}

/**
 * Each text is looked up by so many keys of so many MinHashes. Two texts that have 75% of their words in common share a
 * key with a probability of 99%, with 60% of 91%, and with 30% of 24%.
 */
const KEYS = 10;
const HASHES_PER_KEY = 3;
/** With how many texts a text is compared per key at most, so that a flood of similar texts does not take long. */
const MAX_COMPARED = 16;
/** Odd, so that neighbouring seeds give unrelated hashes. */
const SEED = 0x9e3779b1;

/** Each key is made of the smallest hashes of the words under some random orders of them. */
export function keysOf(sketch: Sketch): number[] {
  return Array.from({ length: KEYS }, (_, key) => {
    let combined = key;
    for (let i = 0; i < HASHES_PER_KEY; i += 1) {
      const seed = Math.imul(key * HASHES_PER_KEY + i + 1, SEED);
      let smallest = Infinity;
      for (const word of sketch) {
        const value = mix(word ^ seed);
        if (value < smallest) smallest = value;
      }
      combined = mix(combined ^ smallest);
    }
    return combined;
  });
}

/**
 * The near-copies among some documents: those that say nearly the same as one by another author. The original is the
 * one whose author is trusted most or, among equals, the first, so that nobody without more trust can silence an author
 * by repeating the text.
 */
export class Copies {
  /** In the order of their standing; a place is an index in it. */
  private readonly documents: readonly ComparedDocument[];
  private readonly keys: readonly (readonly number[])[];
  private readonly isOriginal: boolean[] = [];
  /** The places of the originals by key; later documents are compared with the first `MAX_COMPARED` of them. */
  private readonly originals = new Map<number, number[]>();
  /** By the place of an original, the places of the documents that were found to be copies of it. */
  private readonly copiesOf = new Map<number, number[]>();
  private readonly placesOf = new Map<string, number[]>();

  constructor(documents: readonly ComparedDocument[]) {
    this.documents = documents.toSorted(byStanding);
    this.keys = this.documents.map(({ sketch }) => (sketch.length ? keysOf(sketch) : []));
    this.documents.forEach(({ author }, place) => {
      append(this.placesOf, author, place);
      const original = this.originalOf(place, (key) => this.originals.get(key));
      this.isOriginal.push(original === undefined);
      if (original !== undefined) append(this.copiesOf, original, place);
      else for (const key of this.keys[place]!) append(this.originals, key, place);
    });
  }

  /** @returns the ids of the copies */
  ids(): Set<string> {
    const copies = this.documents.filter((_, place) => !this.isOriginal[place]);
    return new Set(copies.map(({ document }) => document));
  }

  /**
   * Finds what is a copy, or none, only because of what an author wrote, without comparing all documents anew.
   *
   * @returns by id, whether a document of somebody else is a copy without the author's documents, for all for which
   *   that is not what it is with them
   */
  without(author: string): Map<string, boolean> {
    /** Whether a document is an original now, by place, where that has changed. The author's own are none. */
    const changed = new Map<number, boolean>();
    const added = new Map<number, number[]>();
    /** With which originals documents are compared now, by key, where that may have changed. */
    const compared = new Map<number, readonly number[]>();
    const comparedAt = (key: number) => compared.get(key) ?? this.originals.get(key);
    const waiting = new AscendingQueue();
    const judgeAgain = (place: number) => {
      if (this.documents[place]!.author !== author) waiting.add(place);
    };
    const change = (place: number, isOriginal: boolean) => {
      const keys = this.keys[place]!;
      const before = keys.map((key) => comparedAt(key)?.slice(0, MAX_COMPARED) ?? []);
      changed.set(place, isOriginal);
      keys.forEach((key, i) => {
        if (isOriginal) append(added, key, place);
        const after = this.firstOriginals(key, changed, added.get(key));
        compared.set(key, after);
        for (const gone of before[i]!) {
          if (!after.includes(gone)) this.copiesOf.get(gone)?.forEach(judgeAgain);
        }
        for (const come of after) {
          if (before[i]!.includes(come)) continue;
          for (const later of this.originals.get(key) ?? []) {
            if (later > come && this.isCopyOf(later, come)) judgeAgain(later);
          }
        }
      });
    };
    for (const place of this.placesOf.get(author) ?? []) {
      if (this.isOriginal[place]) change(place, false);
    }
    // In the order of their standing, because each depends only on those before it.
    for (let place = waiting.next(); place !== undefined; place = waiting.next()) {
      const isOriginal = this.originalOf(place, comparedAt) === undefined;
      if (isOriginal !== this.isOriginal[place]) change(place, isOriginal);
    }
    const others = [...changed].filter(([place]) => this.documents[place]!.author !== author);
    return new Map(others.map(([place, is]) => [this.documents[place]!.document, !is]));
  }

  /** @returns the place of an original of which a document is a copy */
  private originalOf(
    place: number,
    comparedAt: (key: number) => readonly number[] | undefined,
  ): number | undefined {
    for (const key of this.keys[place]!) {
      const originals = comparedAt(key) ?? [];
      for (let i = 0; i < Math.min(originals.length, MAX_COMPARED); i += 1) {
        if (originals[i]! >= place) break;
        if (this.isCopyOf(place, originals[i]!)) return originals[i];
      }
    }
    return undefined;
  }

  private isCopyOf(place: number, original: number): boolean {
    const [one, other] = [this.documents[place]!, this.documents[original]!];
    return one.author !== other.author && areCopies(one.sketch, other.sketch);
  }

  /** @returns the first `MAX_COMPARED` originals of a key, in order, after changes */
  private firstOriginals(
    key: number,
    changed: ReadonlyMap<number, boolean>,
    added: readonly number[] = [],
  ): number[] {
    const first = added.slice(0, MAX_COMPARED);
    let kept = 0;
    for (const place of this.originals.get(key) ?? []) {
      if (kept === MAX_COMPARED) break;
      if (changed.get(place) === false) continue;
      first.push(place);
      kept += 1;
    }
    return first.sort((one, other) => one - other).slice(0, MAX_COMPARED);
  }
}

function append<Key>(lists: Map<Key, number[]>, key: Key, place: number): void {
  const list = lists.get(key);
  if (list) list.push(place);
  else lists.set(key, [place]);
}

/** Gives numbers in ascending order, each once, while larger ones are added. */
class AscendingQueue {
  private readonly numbers: number[] = [];
  private readonly known = new Set<number>();
  private taken = 0;

  add(number: number): void {
    if (this.known.has(number)) return;
    this.known.add(number);
    let [from, to] = [this.taken, this.numbers.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.numbers[middle]! < number) from = middle + 1;
      else to = middle;
    }
    this.numbers.splice(from, 0, number);
  }

  next(): number | undefined {
    const number = this.numbers[this.taken];
    this.taken += 1;
    return number;
  }
}

/** Orders documents by trust in their authors, highest first, then by time, oldest first. */
const byStanding = (one: ComparedDocument, other: ComparedDocument) =>
  other.trust - one.trust ||
  one.createdAt - other.createdAt ||
  (one.document < other.document ? -1 : 1);
