/** The heads of the ledger's tree as checkpoints, one for each size for which one was made, with what others say of them. */
import { Schema, type InferSchemaType } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { unlessDuplicate } from "./ids.server";

const cosignature = new Schema(
  {
    /** The witness's verifier key. */
    key: { type: String, required: true },
    /** When the witness says that it signed. */
    at: { type: Date, required: true },
    /** The line of the note. */
    line: { type: String, required: true },
  },
  { _id: false },
);

const timestamp = new Schema(
  {
    at: { type: Date, required: true },
    /** The token of RFC 3161 over the SHA-256 of `note`, as DER in base64. */
    token: { type: String, required: true },
  },
  { _id: false },
);

const schema = new Schema(
  {
    /** The number of entries. */
    _id: { type: Number, required: true },
    /** In hexadecimal. */
    root: { type: String, required: true },
    at: { type: Date, required: true },
    /** The checkpoint as a note, signed by the site. */
    note: { type: String, required: true },
    /** At most one of each witness. */
    cosignatures: { type: [cosignature], default: [] },
    timestamp: { type: timestamp, default: null },
  },
  { collection: "ledger-checkpoints", versionKey: false },
);

export type Cosignature = InferSchemaType<typeof cosignature>;
export type Timestamp = InferSchemaType<typeof timestamp>;
interface CheckpointRow {
  _id: number;
  root: string;
  at: Date;
  note: string;
  cosignatures: Cosignature[];
  timestamp: Timestamp | null;
}
const CheckpointModel = createModel<CheckpointRow>("LedgerCheckpoint", schema);

const toCheckpoint = ({ _id, ...row }: CheckpointRow) => ({ size: _id, ...row });
export type StoredCheckpoint = ReturnType<typeof toCheckpoint>;

const checkpoints = collectionOf<CheckpointRow, StoredCheckpoint>(CheckpointModel, toCheckpoint);

/** @returns the checkpoint of the largest tree, or `null` if there is none */
export const findNewestCheckpoint = (): Promise<StoredCheckpoint | null> =>
  checkpoints.find({}, { _id: -1 });

/** @returns up to `limit` checkpoints of trees of more than `after` and up to `until` entries, in order */
export const listCheckpoints = (
  after: number,
  until: number,
  limit: number,
): Promise<StoredCheckpoint[]> =>
  checkpoints.list({ _id: { $gt: after, $lte: until } }, { sort: { _id: 1 }, limit });

/** Stores a checkpoint unless there is one of this size. */
export async function insertCheckpoint(
  checkpoint: Pick<StoredCheckpoint, "size" | "root" | "at" | "note">,
): Promise<void> {
  const { size, ...row } = checkpoint;
  await unlessDuplicate(CheckpointModel.create({ _id: size, ...row }));
}

/** Adds the cosignature of a witness, unless the checkpoint has one. */
export const addCosignature = (size: number, added: Cosignature): Promise<boolean> =>
  checkpoints.change(
    { _id: size, "cosignatures.key": { $ne: added.key } },
    {
      $push: { cosignatures: added },
    },
  );

/** Adds a timestamp, unless the checkpoint has one. */
export const addTimestamp = (size: number, added: Timestamp): Promise<boolean> =>
  checkpoints.change({ _id: size, timestamp: null }, { $set: { timestamp: added } });
