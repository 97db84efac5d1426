/** The number of documents in each collection, stored so that it need not be counted. */
import { prefixOf, type ByteTable } from "./range";

export class Counts {
  /** How many documents the current write has added to each collection; negative if it has removed more. */
  readonly #added = new Map<number, number>();

  constructor(readonly table: ByteTable) {}

  of(collection: number): number {
    return Number(this.table.get(prefixOf(collection))?.readBigUInt64LE() ?? 0n);
  }

  note(collection: number, change: 1 | -1): void {
    this.#added.set(collection, (this.#added.get(collection) ?? 0) + change);
  }

  /** Adds the recorded changes to the stored counts, once per write, in the transaction that changes the documents. */
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
