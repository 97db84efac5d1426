/** The logs of which the site is a witness, each with the newest head that it has cosigned. */
import { Schema, type InferSchemaType } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    /** The origin. */
    _id: { type: String, required: true },
    size: { type: Number, required: true },
    /** In hexadecimal. */
    root: { type: String, required: true },
    /** The checkpoint with the signatures of the log that were verified, and the cosignature. */
    note: { type: String, required: true },
  },
  { collection: "witnessed-logs", versionKey: false },
);

type LogRow = InferSchemaType<typeof schema>;
const LogModel = createModel<LogRow>("WitnessedLog", schema);

const logs = collectionOf<LogRow, LogRow>(LogModel, (row) => row);
export type WitnessedLog = LogRow;

/** @returns the newest head of a log, or `null` if none has been cosigned */
export const findWitnessedLog = (origin: string): Promise<WitnessedLog | null> =>
  logs.find({ _id: origin });

/**
 * Replaces the newest head of a log, unless another request has replaced it since.
 * @param before the head that was read; `null` if there was none
 * @returns whether it was replaced
 */
export async function replaceWitnessedLog(
  before: WitnessedLog | null,
  log: WitnessedLog,
): Promise<boolean> {
  if (!before) return (await unlessDuplicate(LogModel.create(log))) !== null;
  const { _id, ...head } = log;
  return logs.change({ _id, size: before.size, root: before.root }, { $set: head });
}
