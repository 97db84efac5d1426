/** Logical sessions: a standalone has them, without transactions and retried writes. */
import { Binary, type Document } from "bson";

const SESSION_MS = 30 * 60_000;

/** The sessions in use. */
export class Sessions {
  readonly #lastUse = new Map<string, number>();

  /** The name of the session a command belongs to. */
  static keyOf(lsid: unknown): string | undefined {
    const id = (lsid as Document | undefined)?.id;
    return id instanceof Binary ? Buffer.from(id.value()).toString("hex") : undefined;
  }

  /** Takes note that a session is in use. */
  touch(key: string | undefined): void {
    if (key === undefined) return;
    this.#lastUse.delete(key);
    this.#lastUse.set(key, Date.now());
  }

  end(key: string): void {
    this.#lastUse.delete(key);
  }

  /** The sessions that are not used any more; they are forgotten. */
  expire(): string[] {
    const expired = [...this.#lastUse]
      .filter(([, used]) => used < Date.now() - SESSION_MS)
      .map(([key]) => key);
    for (const key of expired) this.#lastUse.delete(key);
    return expired;
  }

  get size(): number {
    return this.#lastUse.size;
  }
}
