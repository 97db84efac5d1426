import { setTimeout as delay } from "node:timers/promises";
import { RECOMMENDATIONS } from "~/config/page-tags";
import {
  findLedgerEntriesOf,
  findLedgerHead,
  insertLedgerEntry,
  type FullLedgerEntry,
  type LedgerEntry,
} from "~/models/ledger.server";
import type { LedgerKind } from "~/domain/ledger";
import { invalidate } from "../cache/invalidation.server";
import { canonicalJson, hashEntry, NO_HASH } from "./canonical";
import { signHash } from "./signing-key.server";

/** The number of attempts to append an entry if concurrent appends come first. */
const ATTEMPTS = 20;
const MAX_PAUSE_MS = 40;

interface NewEntry {
  kind: LedgerKind;
  of: string;
  /** What the entry states; JSON-compatible except for dates. */
  body: object;
}

/**
 * Appends an entry, unless its recommendation already has one of this kind.
 * @throws Error if the signing key cannot be read, or if concurrent appends come first in every attempt
 */
export async function appendEntry(entry: NewEntry): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const existing = await findLedgerEntriesOf(entry.of);
    if (existing[entry.kind]) return;
    if (await insertLedgerEntry(sealed(entry, await findLedgerHead()))) {
      await invalidate(RECOMMENDATIONS);
      return;
    }
    await delay(Math.random() * MAX_PAUSE_MS);
  }
  throw new Error("the ledger is too busy");
}

function sealed({ kind, of, body }: NewEntry, head: LedgerEntry | null): FullLedgerEntry {
  const [seq, at] = [(head?.seq ?? 0) + 1, new Date()];
  const previous = head?.hash ?? NO_HASH;
  const content = canonicalJson({ ...body, seq, kind, of, at });
  const hash = hashEntry(previous, content);
  return { seq, hash, previous, signature: signHash(hash), kind, of, at, content };
}
