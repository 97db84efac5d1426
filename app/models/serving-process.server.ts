/** The processes that serve the site: a row that its process has not removed tells of an unclean end. */
import { Schema, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";

const schema = new Schema(
  {
    _id: { type: String, required: true },
    host: { type: String, required: true },
    pid: { type: Number, required: true },
    /** Whatever the process wrote before this time is counted. */
    countedUntil: { type: Date, required: true },
    /** When it last said that it is alive. */
    seenAt: { type: Date, required: true },
  },
  { collection: "serving-processes", versionKey: false },
);

type ServingRow = InferSchemaType<typeof schema>;
const Serving = createModel<ServingRow>("ServingProcess", schema);

/** A process that serves the site, or did. */
export interface ServingProcess {
  id: string;
  host: string;
  pid: number;
  countedUntil: Date;
  seenAt: Date;
}

/** Far more than serve a site at once. */
const MOST_LISTED = 5000;

/** Adds a process, or replaces what is stored of it. */
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

/** Removes processes. */
export async function removeServing(ids: readonly string[]): Promise<void> {
  await Serving.deleteMany({ _id: { $in: [...ids] } });
}
