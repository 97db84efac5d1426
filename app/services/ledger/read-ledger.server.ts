import type { TreeHead } from "~/domain/merkle-tree";
import {
  findLedgerEntry,
  findLedgerHead,
  findLedgerMarks,
  listLedger,
  type FullLedgerEntry,
  type LedgerEntry,
} from "~/models/ledger.server";
import { notFoundError } from "../errors";
import { ledgerKey, noteWithCosignatures, readCheckpoint } from "./checkpoint.server";
import { formatVerifierKey } from "./signed-note";
import { readConsistencyProof, readInclusionProof, readRoot } from "./stored-tree.server";

/** The position of an entry, and the hash of its leaf. */
export type LedgerMark = Pick<LedgerEntry, "seq" | "hash">;

/** A head of the ledger's tree, and what others say of it. */
export interface LedgerHead extends TreeHead {
  /** How many have cosigned it. */
  witnesses: number;
  /** When an authority saw it, as ISO 8601. */
  timestampedAt: string | null;
}

/** The position of a recommendation in the ledger. */
export interface LedgerPlace {
  /** Its own entry; `null` if it has not been entered yet. */
  entry: LedgerMark | null;
  /** The newest checkpoint of the ledger; `null` if there is none. */
  head: LedgerHead | null;
}

interface LedgerPage<Entry> {
  items: Entry[];
  /** The position of the last item if there are more, to be used as `after`; otherwise `null`. */
  next: number | null;
}

interface LedgerList {
  limit: number;
  /** The position after which the page begins. */
  after: number;
}

/** @returns entries without their content */
export const browseLedger = (list: LedgerList): Promise<LedgerPage<LedgerEntry>> =>
  pageOf(listLedger, list);

async function pageOf<Entry extends LedgerEntry>(
  list: (after: number, limit: number) => Promise<Entry[]>,
  { after, limit }: LedgerList,
): Promise<LedgerPage<Entry>> {
  const entries = await list(after, limit + 1);
  const items = entries.slice(0, limit);
  return { items, next: entries.length > limit ? items.at(-1)!.seq : null };
}

/** @returns an entry with its content. @throws ServiceError `notFound` */
export async function readLedgerEntry(seq: number | null): Promise<FullLedgerEntry> {
  const entry = seq === null ? null : await findLedgerEntry(seq);
  if (!entry) throw notFoundError("Entry");
  return entry;
}

export async function readLedgerPlace(id: string): Promise<LedgerPlace> {
  const [[entry], head] = await Promise.all([
    findLedgerMarks("recommendation", [id]),
    readCheckpoint(),
  ]);
  return {
    entry: entry ? markOf(entry) : null,
    head: head && {
      size: head.size,
      root: head.root,
      witnesses: head.cosignatures.length,
      timestampedAt: head.timestamp?.at.toISOString() ?? null,
    },
  };
}

export async function readLedgerMarks(ids: readonly string[]): Promise<Map<string, LedgerMark>> {
  const entries = await findLedgerMarks("recommendation", ids);
  return new Map(entries.map((entry) => [entry.of, markOf(entry)]));
}

export const markOf = ({ seq, hash }: LedgerEntry): LedgerMark => ({ seq, hash });

/** @returns the newest checkpoint of the ledger, and the key that checks it. @throws ServiceError `notFound` */
export async function readSignedHead() {
  const checkpoint = await readCheckpoint();
  if (!checkpoint) throw notFoundError("Checkpoint");
  return {
    ...checkpoint,
    note: noteWithCosignatures(checkpoint),
    key: formatVerifierKey(ledgerKey()),
  };
}

/**
 * @returns the proof that the tree of the first `size` entries has a leaf, or begins with the tree of the first `from`
 *   entries, with what is proved
 * @throws ServiceError `notFound` if the ledger has fewer entries
 */
export async function proveInLedger(
  asked: { leaf: number; size: number } | { from: number; size: number },
) {
  const { size } = asked;
  const head = await findLedgerHead();
  if (!head || size > head.seq) throw notFoundError("Tree of this size");
  const root = await readRoot(size);
  if ("leaf" in asked) {
    const [entry, proof] = await Promise.all([
      findLedgerEntry(asked.leaf + 1),
      readInclusionProof(asked.leaf, size),
    ]);
    return { size, root, leaf: { index: asked.leaf, hash: entry!.hash }, from: null, proof };
  }
  const { from } = asked;
  const [fromRoot, proof] = await Promise.all([readRoot(from), readConsistencyProof(from, size)]);
  return { size, root, leaf: null, from: { size: from, root: fromRoot }, proof };
}
