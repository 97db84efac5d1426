/**
 * The ledger: a hash chain of signed entries that record recommendations and their outcomes. Entries are inserted
 * once and never changed; each contains the hash of the previous one.
 */
import { Schema, type InferSchemaType } from "mongoose";
import { ledgerKinds, type LedgerKind } from "~/domain/ledger";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    /** The position in the chain, from 1. */
    _id: { type: Number, required: true },
    hash: { type: String, required: true },
    previous: { type: String, required: true },
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

/** An entry without its content. */
export interface LedgerEntry {
  /** The position in the chain, from 1. */
  seq: number;
  /** SHA-256 in hexadecimal, as is `previous`. */
  hash: string;
  previous: string;
  /** Ed25519 in base64url. */
  signature: string;
  kind: LedgerKind;
  /** The id of the recommendation that the entry is about. */
  of: string;
  at: Date;
}

/** An entry with its hashed and signed content, as canonical JSON. */
export interface FullLedgerEntry extends LedgerEntry {
  content: string;
}

const toEntry = ({ _id, hash, previous, signature, kind, of, at }: LedgerRow): LedgerEntry => ({
  seq: _id,
  hash,
  previous,
  signature,
  kind: kind as LedgerKind,
  of: of.toHexString(),
  at,
});
const toFullEntry = (row: LedgerRow): FullLedgerEntry => ({
  ...toEntry(row),
  content: row.content,
});

const WITHOUT_CONTENT = { content: 0 };

/** @returns the newest entry, or `null` if there is none */
export async function findLedgerHead(): Promise<LedgerEntry | null> {
  const row = await LedgerModel.findOne({}, WITHOUT_CONTENT).sort({ _id: -1 }).lean<LedgerRow>();
  return row && toEntry(row);
}

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

export async function findLedgerEntry(seq: number): Promise<FullLedgerEntry | null> {
  const row = await LedgerModel.findById(seq).lean<LedgerRow>();
  return row && toFullEntry(row);
}

/** @returns the entries about a recommendation, by kind */
export async function findLedgerEntriesOf(
  id: string,
): Promise<Partial<Record<LedgerKind, FullLedgerEntry>>> {
  const of = toObjectId(id);
  if (!of) return {};
  const rows = await LedgerModel.find({ of, kind: { $in: [...ledgerKinds] } }).lean<LedgerRow[]>();
  return Object.fromEntries(rows.map((row) => [row.kind, toFullEntry(row)]));
}

/** @returns the entries of a kind about some recommendations without their content, in no particular order */
export async function findLedgerMarks(
  kind: LedgerKind,
  ids: readonly string[],
): Promise<LedgerEntry[]> {
  const rows = await LedgerModel.find({ of: { $in: ids.map(toObjectId) }, kind }, WITHOUT_CONTENT)
    .limit(ids.length)
    .lean<LedgerRow[]>();
  return rows.map(toEntry);
}

/** @returns the entries of a kind about some recommendations, in no particular order */
export async function findLedgerEntriesOfKind(
  kind: LedgerKind,
  ids: readonly string[],
): Promise<FullLedgerEntry[]> {
  const of = ids.flatMap((id) => toObjectId(id) ?? []);
  const rows = await LedgerModel.find({ of: { $in: of }, kind })
    .limit(ids.length)
    .lean<LedgerRow[]>();
  return rows.map(toFullEntry);
}

/** @returns up to `limit` entries after a position, in order */
export async function listLedger(after: number, limit: number): Promise<LedgerEntry[]> {
  const rows = await LedgerModel.find({ _id: { $gt: after } }, WITHOUT_CONTENT)
    .sort({ _id: 1 })
    .limit(limit)
    .lean<LedgerRow[]>();
  return rows.map(toEntry);
}

/** @returns up to `limit` entries after a position with their content, in order */
export async function listFullLedger(after: number, limit: number): Promise<FullLedgerEntry[]> {
  const rows = await LedgerModel.find({ _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<LedgerRow[]>();
  return rows.map(toFullEntry);
}
