/** The processes that serve the site. A process removes its row when it exits cleanly; a row left over shows a crash. */
import { Schema, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";

const schema = new Schema(
  {
    _id: { type: String, required: true },
    host: { type: String, required: true },
    pid: { type: Number, required: true },
    /** Everything that the process wrote before this time is included in the counts. */
    countedUntil: { type: Date, required: true },
    /** The time of the last heartbeat. */
    seenAt: { type: Date, required: true },
  },
  { collection: "serving-processes", versionKey: false },
);

type ServingRow = InferSchemaType<typeof schema>;
const Serving = createModel<ServingRow>("ServingProcess", schema);

/** A process that serves the site or has served it. */
export interface ServingProcess {
  id: string;
  host: string;
  pid: number;
  countedUntil: Date;
  seenAt: Date;
}

/** Far more than the number of processes that serve a site at once. */
const MOST_LISTED = 5000;

/** Stores the row of a process, replacing its previous one. */
export async function storeServing({ id, ...process }: ServingProcess): Promise<void> {
  await Serving.updateOne({ _id: id }, { $set: process }, { upsert: true });
}

/** @returns all processes that have not been removed */
export async function listServing(): Promise<ServingProcess[]> {
  const rows = await Serving.find({}).limit(MOST_LISTED).lean<ServingRow[]>();
  return rows.map(({ _id, host, pid, countedUntil, seenAt }) => ({
    id: _id,
    host,
    pid,
    countedUntil,
    seenAt,
  }));
}

/** Removes the rows of processes. */
export async function removeServing(ids: readonly string[]): Promise<void> {
  await Serving.deleteMany({ _id: { $in: [...ids] } });
}
