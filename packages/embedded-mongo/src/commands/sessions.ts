/** Logical sessions, without transactions and retryable writes, as on a standalone server. */
import { Binary, type Document } from "bson";

const SESSION_MS = 30 * 60_000;

/** The active sessions. */
export class Sessions {
  readonly #lastUse = new Map<string, number>();

  /** The key of the session with this `lsid`, or `undefined` for a command without one. */
  static keyOf(lsid: unknown): string | undefined {
    const id = (lsid as Document | undefined)?.id;
    return id instanceof Binary ? Buffer.from(id.value()).toString("hex") : undefined;
  }

  /** Marks a session as used. */
  touch(key: string | undefined): void {
    if (key === undefined) return;
    this.#lastUse.delete(key);
    this.#lastUse.set(key, Date.now());
  }

  end(key: string): void {
    this.#lastUse.delete(key);
  }

  /** Removes expired sessions and returns their keys. */
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
