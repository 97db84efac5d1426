/** The heads of the ledger's tree as checkpoints, one for each size for which one was made. They are never changed. */
import { Schema, type InferSchemaType } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    /** The number of entries. */
    _id: { type: Number, required: true },
    /** In hexadecimal. */
    root: { type: String, required: true },
    at: { type: Date, required: true },
    /** The checkpoint as a note, signed by the site. */
    note: { type: String, required: true },
  },
  { collection: "ledger-checkpoints", versionKey: false },
);

type CheckpointRow = InferSchemaType<typeof schema>;
const CheckpointModel = createModel<CheckpointRow>("LedgerCheckpoint", schema);

const toCheckpoint = ({ _id, ...row }: CheckpointRow) => ({ size: _id, ...row });
export type StoredCheckpoint = ReturnType<typeof toCheckpoint>;

const checkpoints = collectionOf<CheckpointRow, StoredCheckpoint>(CheckpointModel, toCheckpoint);

/** @returns the checkpoint of the largest tree, or `null` if there is none */
export const findNewestCheckpoint = (): Promise<StoredCheckpoint | null> =>
  checkpoints.find({}, { _id: -1 });

/** @returns the checkpoints of trees of more than `after` and up to `until` entries, in order */
export const listCheckpoints = (after: number, until: number): Promise<StoredCheckpoint[]> =>
  checkpoints.list({ _id: { $gt: after, $lte: until } }, { sort: { _id: 1 } });

/** Stores a checkpoint unless there is one of this size. */
export async function insertCheckpoint({ size, ...row }: StoredCheckpoint): Promise<void> {
  await unlessDuplicate(CheckpointModel.create({ _id: size, ...row }));
}
