/** How many documents each collection has. */
import { prefixOf, type Bytes } from "./range";

/** The kept counts by the number of the collection. */
export class Counts {
  /** How many documents the current write has added to each collection. */
  readonly #added = new Map<number, number>();

  constructor(readonly table: Bytes) {}

  of(collection: number): number {
    return Number(this.table.get(prefixOf(collection))?.readBigUInt64LE() ?? 0n);
  }

  /** Notes that a collection has got one document more, or less. Call within a write. */
  note(collection: number, change: 1 | -1): void {
    this.#added.set(collection, (this.#added.get(collection) ?? 0) + change);
  }

  /** Stores what was noted, in the transaction that changes the documents: once for all of a write. */
  store(): void {
    const added = [...this.#added];
    this.#added.clear();
    for (const [id, change] of added) if (change) this.set(id, this.of(id) + change);
  }

  set(collection: number, documents: number): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(BigInt(documents));
    void this.table.put(prefixOf(collection), bytes);
  }

  remove(collection: number): void {
    void this.table.remove(prefixOf(collection));
  }
}
