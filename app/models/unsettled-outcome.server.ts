/** The recommendations whose outcome is not in the ledger yet, with when to look at them. */
import { Schema, type InferSchemaType, type Types } from "mongoose";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";

const schema = new Schema(
  {
    /** The recommendation's. */
    _id: { type: Schema.Types.ObjectId, required: true },
    dueAt: { type: Date, required: true },
  },
  { collection: "unsettled-outcomes", versionKey: false },
);
schema.index({ dueAt: 1 });

type UnsettledRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const UnsettledModel = createModel<UnsettledRow>("UnsettledOutcome", schema);

/** Has a recommendation's outcome settled at a time, in place of the time there was. */
export async function scheduleSettlement(id: string, dueAt: Date): Promise<void> {
  await UnsettledModel.updateOne({ _id: toObjectId(id) }, { $set: { dueAt } }, { upsert: true });
}

/** Forgets a recommendation: its outcome is settled, or never will be. */
export async function removeSettlement(id: string): Promise<void> {
  await UnsettledModel.deleteOne({ _id: toObjectId(id) });
}

/** @returns the ids of up to `limit` recommendations that are due, those that waited longest first */
export async function listDueSettlements(now: Date, limit: number): Promise<string[]> {
  const rows = await UnsettledModel.find({ dueAt: { $lte: now } })
    .sort({ dueAt: 1 })
    .limit(limit)
    .lean<UnsettledRow[]>();
  return rows.map(({ _id }) => _id.toHexString());
}
