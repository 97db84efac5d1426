import { addMilliseconds } from "date-fns/addMilliseconds";
import { Schema, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { isDuplicateKey } from "./ids.server";

const schema = new Schema(
  {
    _id: { type: String, required: true },
    until: { type: Date, required: true },
  },
  { collection: "leases", versionKey: false },
);

type LeaseRow = InferSchemaType<typeof schema>;
const Lease = createModel<LeaseRow>("Lease", schema);

/**
 * Lets one of all processes do a thing, once in a time.
 *
 * @param name of the thing
 * @param milliseconds for which nobody else gets it
 * @returns whether the caller has it
 */
export async function takeLease(name: string, milliseconds: number): Promise<boolean> {
  const now = new Date();
  try {
    const row = await Lease.findOneAndUpdate(
      { _id: name, until: { $lte: now } },
      { $set: { until: addMilliseconds(now, milliseconds) } },
      { upsert: true, returnDocument: "after" },
    ).lean();
    return row !== null;
  } catch (error) {
    // The row is there and its time is not over: the upsert ran into it.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
