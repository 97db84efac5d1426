/** The recommendations whose outcome is not in the ledger yet, with the time at which to settle it. */
import { Schema, type InferSchemaType, type Types } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";

const schema = new Schema(
  {
    /** The recommendation's id. */
    _id: { type: Schema.Types.ObjectId, required: true },
    dueAt: { type: Date, required: true },
  },
  { collection: "unsettled-outcomes", versionKey: false },
);
schema.index({ dueAt: 1 });

type UnsettledRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const UnsettledModel = createModel<UnsettledRow>("UnsettledOutcome", schema);

/** Schedules the settlement of a recommendation's outcome, replacing an earlier schedule. */
export async function scheduleSettlement(id: string, dueAt: Date): Promise<void> {
  await UnsettledModel.updateOne({ _id: toObjectId(id) }, { $set: { dueAt } }, { upsert: true });
}

/** Removes a recommendation whose outcome is settled, or never will be. */
export async function removeSettlement(id: string): Promise<void> {
  await UnsettledModel.deleteOne({ _id: toObjectId(id) });
}

/** @returns the ids of up to `limit` recommendations that are due, the longest due first */
export const listDueSettlements = (now: Date, limit: number): Promise<string[]> =>
  collectionOf(UnsettledModel, (row: UnsettledRow) => row).ids(
    { dueAt: { $lte: now } },
    { sort: { dueAt: 1 }, limit },
  );
