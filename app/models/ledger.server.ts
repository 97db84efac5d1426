/**
 * The ledger: a hash chain of signed entries that record recommendations and their outcomes. Entries are inserted
 * once and never changed; each contains the hash of the previous one.
 */
import { Schema, type InferSchemaType } from "mongoose";
import { ledgerKinds, type LedgerKind } from "~/domain/ledger";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    /** The position in the chain, from 1. */
    _id: { type: Number, required: true },
    /** SHA-256 in hexadecimal, as is `previous`. */
    hash: { type: String, required: true },
    previous: { type: String, required: true },
    /** Ed25519 in base64url. */
    signature: { type: String, required: true },
    kind: { type: String, required: true },
    of: { type: Schema.Types.ObjectId, required: true },
    at: { type: Date, required: true },
    /** The hashed and signed content, as canonical JSON. */
    content: { type: String, required: true },
  },
  { collection: "ledger", versionKey: false },
);

// Enforces one entry of each kind about a recommendation.
schema.index({ of: 1, kind: 1 }, { unique: true });

type LedgerRow = InferSchemaType<typeof schema>;
const LedgerModel = createModel<LedgerRow>("LedgerEntry", schema);

const toEntry = ({ _id, kind, of, ...row }: Omit<LedgerRow, "content">) => ({
  ...row,
  seq: _id,
  kind: kind as LedgerKind,
  of: of.toHexString(),
});

/** An entry without its content; `of` is the id of the recommendation that it is about. */
export type LedgerEntry = ReturnType<typeof toEntry>;

/** An entry with its hashed and signed content. */
export type FullLedgerEntry = LedgerEntry & Pick<LedgerRow, "content">;

const entries = collectionOf<LedgerRow, LedgerEntry>(LedgerModel, toEntry, { content: 0 });
const fullEntries = collectionOf<LedgerRow, FullLedgerEntry>(LedgerModel, (row) => ({
  ...toEntry(row),
  content: row.content,
}));

/** @returns the newest entry, or `null` if there is none */
export const findLedgerHead = (): Promise<LedgerEntry | null> => entries.find({}, { _id: -1 });

/**
 * Stores an entry.
 * @returns whether it was stored; `false` if its position is taken, or the recommendation has an entry of this kind
 */
export async function insertLedgerEntry({ seq, of, ...entry }: FullLedgerEntry): Promise<boolean> {
  const stored = await unlessDuplicate(
    LedgerModel.create({ _id: seq, of: toObjectId(of)!, ...entry }),
  );
  return stored !== null;
}

export const findLedgerEntry = (seq: number): Promise<FullLedgerEntry | null> =>
  fullEntries.find({ _id: seq });

/** @returns the entries about a recommendation, by kind */
export async function findLedgerEntriesOf(
  id: string,
): Promise<Partial<Record<LedgerKind, FullLedgerEntry>>> {
  const found = await fullEntries.list({ of: toObjectId(id), kind: { $in: ledgerKinds } });
  return Object.fromEntries(found.map((entry) => [entry.kind, entry]));
}

const ofKind = (kind: LedgerKind, ids: readonly string[]) => ({
  of: { $in: ids.map(toObjectId) },
  kind,
});

/** @returns the entries of a kind about some recommendations without their content, in no particular order */
export const findLedgerMarks = (kind: LedgerKind, ids: readonly string[]): Promise<LedgerEntry[]> =>
  entries.list(ofKind(kind, ids));

/** @returns the entries of a kind about some recommendations, in no particular order */
export const findLedgerEntriesOfKind = (
  kind: LedgerKind,
  ids: readonly string[],
): Promise<FullLedgerEntry[]> => fullEntries.list(ofKind(kind, ids));

/** @returns up to `limit` entries after a position, in order */
export const listLedger = (after: number, limit: number): Promise<LedgerEntry[]> =>
  entries.list({ _id: { $gt: after } }, { sort: { _id: 1 }, limit });

/** @returns up to `limit` entries after a position with their content, in order */
export const listFullLedger = (after: number, limit: number): Promise<FullLedgerEntry[]> =>
  fullEntries.list({ _id: { $gt: after } }, { sort: { _id: 1 }, limit });
