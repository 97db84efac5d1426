/**
 * The ledger: a Merkle tree of entries that record recommendations, their outcomes, and what else the site enters. They
 * are inserted once and never changed.
 */
import { Schema, type InferSchemaType } from "mongoose";
import type { Engine } from "~/domain/engines";
import { ledgerKinds, type LedgerKind } from "~/domain/ledger";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    /** The position, from 1: the index of the leaf plus one. */
    _id: { type: Number, required: true },
    kind: { type: String, required: true },
    /** The id of the recommendation that it is about, or another text that is unique for its kind. */
    of: { type: String, required: true },
    at: { type: Date, required: true },
    /** The data of the leaf, as canonical JSON. */
    content: { type: String, required: true },
    /** The hashes of the leaf and of the subtrees that it completes, from the bottom up, in hexadecimal. */
    nodes: { type: [String], required: true },
  },
  { collection: "ledger", versionKey: false },
);

// Enforces one entry of each kind about a recommendation.
schema.index({ of: 1, kind: 1 }, { unique: true });
schema.index({ kind: 1, _id: 1 });

type LedgerRow = InferSchemaType<typeof schema>;
const LedgerModel = createModel<LedgerRow>("LedgerEntry", schema);

const toEntry = ({ _id, kind, of, at, nodes }: Omit<LedgerRow, "content">) => ({
  seq: _id,
  /** The hash of the leaf. */
  hash: nodes[0]!,
  kind: kind as LedgerKind,
  of,
  at,
});

/** An entry without its content. */
export type LedgerEntry = ReturnType<typeof toEntry>;

/** An entry with its content. */
export type FullLedgerEntry = LedgerEntry & Pick<LedgerRow, "content">;

/** An entry with the hashes that are stored with it. */
export type LedgerLeaf = FullLedgerEntry & Pick<LedgerRow, "nodes">;

/** Twenty years of weeks. */
const MAX_OF_KIND = 1_040;

const entries = collectionOf<LedgerRow, LedgerEntry>(LedgerModel, toEntry, { content: 0 });
const fullEntries = collectionOf<LedgerRow, FullLedgerEntry>(LedgerModel, (row) => ({
  ...toEntry(row),
  content: row.content,
}));

const leaves = collectionOf<LedgerRow, LedgerLeaf>(LedgerModel, (row) => ({
  ...toEntry(row),
  content: row.content,
  nodes: row.nodes,
}));

/** @returns the newest entry, or `null` if there is none */
export const findLedgerHead = (): Promise<LedgerEntry | null> => entries.find({}, { _id: -1 });

/** @returns all entries of a kind of which there are few, in order */
export const listLedgerOfKind = (kind: "schedule"): Promise<FullLedgerEntry[]> =>
  fullEntries.list({ kind }, { sort: { _id: 1 }, limit: MAX_OF_KIND });

/** @returns the entries about weeks of an engine that the schedule missed, newest week first */
export const listMissed = (engine: Engine): Promise<FullLedgerEntry[]> =>
  fullEntries.list(
    { kind: "missed", of: { $gte: `${engine} `, $lt: `${engine}!` } },
    { sort: { of: -1 }, limit: MAX_OF_KIND },
  );

/** @returns the newest entry of a kind, or `null` if there is none */
export const findNewestOfKind = (kind: LedgerKind): Promise<FullLedgerEntry | null> =>
  fullEntries.find({ kind }, { _id: -1 });

/**
 * Stores an entry.
 * @returns whether it was stored; `false` if its position is taken, or there is an entry of this kind about the same
 */
export async function insertLedgerEntry(entry: Omit<LedgerLeaf, "hash">): Promise<boolean> {
  const { seq, ...row } = entry;
  return (await unlessDuplicate(LedgerModel.create({ _id: seq, ...row }))) !== null;
}

/** @returns the stored hash of each node that some entries completed, by its position and its level above the leaf */
export async function findLedgerNodes(seqs: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await LedgerModel.find({ _id: { $in: seqs } }, { nodes: 1 }).lean<LedgerRow[]>();
  return new Map(rows.map(({ _id, nodes }) => [_id, nodes]));
}

export const findLedgerEntry = (seq: number): Promise<FullLedgerEntry | null> =>
  fullEntries.find({ _id: seq });

/** @returns the entries about a recommendation, by kind */
export async function findLedgerEntriesOf(
  id: string,
): Promise<Partial<Record<LedgerKind, FullLedgerEntry>>> {
  const found = await fullEntries.list({ of: id, kind: { $in: ledgerKinds } });
  return Object.fromEntries(found.map((entry) => [entry.kind, entry]));
}

const ofKind = (kind: LedgerKind, ids: readonly string[]) => ({
  of: { $in: ids },
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

/** @returns up to `limit` entries after a position with their stored hashes, in order */
export const listLeaves = (after: number, limit: number): Promise<LedgerLeaf[]> =>
  leaves.list({ _id: { $gt: after } }, { sort: { _id: 1 }, limit });

/** @returns up to `limit` entries after a position with their content, in order */
export const listFullLedger = (after: number, limit: number): Promise<FullLedgerEntry[]> =>
  fullEntries.list({ _id: { $gt: after } }, { sort: { _id: 1 }, limit });
