/** Exports of users' data, one per user: waiting to be made, ready until it expires, or failed. */
import { Schema, Types, type InferSchemaType, type QueryFilter } from "mongoose";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate } from "./ids.server";

const states = ["waiting", "ready", "failed"] as const;
export type ExportState = (typeof states)[number];

const schema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true, unique: true },
    state: { type: String, required: true, enum: states },
    requestedAt: { type: Date, required: true },
    /** The origin of the site, for the mail that announces the export. */
    origin: { type: String, required: true },
    /** The file that its chunks belong to. Each attempt has its own, so that chunks of two are never mixed. */
    file: { type: Schema.Types.ObjectId, required: true },
    /** The number of attempts so far. */
    attempts: { type: Number, required: true, default: 0 },
    /** When the first or next attempt is due, while the export is waiting. */
    dueAt: { type: Date, required: true },
    readyAt: { type: Date },
    /** The size of the file, in bytes. */
    size: { type: Number },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "exports", versionKey: false },
);
schema.index({ state: 1, dueAt: 1 });

type ExportRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const ExportModel = createModel<ExportRow>("Export", schema);

/** An export of a user's data. */
export interface Export {
  id: string;
  userId: string;
  state: ExportState;
  requestedAt: Date;
  origin: string;
  fileId: string;
  attempts: number;
  readyAt: Date | null;
  size: number | null;
  expiresAt: Date;
}

const toExport = ({ _id, user, file, readyAt, size, ...row }: ExportRow): Export => ({
  id: _id.toHexString(),
  userId: user.toHexString(),
  state: row.state,
  requestedAt: row.requestedAt,
  origin: row.origin,
  fileId: file.toHexString(),
  attempts: row.attempts,
  readyAt: readyAt ?? null,
  size: size ?? null,
  expiresAt: row.expiresAt,
});

/** @returns the export that a user has requested, or `null` if there is none or it has expired */
export async function findExport(userId: string): Promise<Export | null> {
  const filter = { user: toObjectId(userId), expiresAt: { $gt: new Date() } };
  const row = await ExportModel.findOne(filter).lean<ExportRow>();
  return row && toExport(row);
}

interface NewExport {
  userId: string;
  origin: string;
  expiresAt: Date;
}

/**
 * Requests an export, replacing an earlier one.
 * @param madeBefore an earlier export that is ready is replaced only if it was made before this time
 * @returns whether it was requested; `false` if there is one that is waiting, or was made since `madeBefore`
 */
export async function addExport(
  { userId, origin, expiresAt }: NewExport,
  madeBefore: Date,
): Promise<boolean> {
  const now = new Date();
  const fresh = { origin, expiresAt, state: "waiting", requestedAt: now, dueAt: now, attempts: 0 };
  const isReplaceable: QueryFilter<ExportRow>[] = [
    { state: "failed" },
    { state: "ready", readyAt: { $lt: madeBefore } },
    { expiresAt: { $lte: now } },
  ];
  // The unique index on `user` rejects it if there is an export that must not be replaced.
  const result = await unlessDuplicate(
    ExportModel.updateOne(
      { user: toObjectId(userId), $or: isReplaceable },
      { $set: { ...fresh, file: new Types.ObjectId() }, $unset: { readyAt: 1, size: 1 } },
      { upsert: true },
    ),
  );
  return result !== null && result.modifiedCount + result.upsertedCount === 1;
}

/** @returns up to `limit` exports that are due, the longest due first */
export async function listDueExports(now: Date, limit: number): Promise<Export[]> {
  const rows = await ExportModel.find({ state: "waiting", dueAt: { $lte: now } })
    .sort({ dueAt: 1 })
    .limit(limit)
    .lean<ExportRow[]>();
  return rows.map(toExport);
}

/** Starts an attempt with a new file. @returns the export, or `null` if it is no longer waiting */
export async function startAttempt(id: string): Promise<Export | null> {
  const row = await ExportModel.findOneAndUpdate(
    { _id: toObjectId(id), state: "waiting" },
    { $set: { file: new Types.ObjectId() }, $inc: { attempts: 1 } },
    { returnDocument: "after" },
  ).lean<ExportRow>();
  return row && toExport(row);
}

type Attempt = Pick<Export, "id" | "fileId">;

/** Selects the export of an attempt, unless it is gone or another process has started a new attempt. */
const underWay = ({ id, fileId }: Attempt): QueryFilter<ExportRow> => ({
  _id: toObjectId(id),
  file: toObjectId(fileId),
  state: "waiting",
});

export const isCurrentAttempt = async (attempt: Attempt): Promise<boolean> =>
  (await ExportModel.exists(underWay(attempt))) !== null;

/** Marks an export as ready, because its file is complete. @returns whether the attempt was still the current one */
export async function finishAttempt(
  attempt: Attempt,
  file: { readyAt: Date; size: number; expiresAt: Date },
): Promise<boolean> {
  const result = await ExportModel.updateOne(underWay(attempt), {
    $set: { ...file, state: "ready" },
  });
  return result.modifiedCount === 1;
}

/** Schedules another attempt. @param counts whether the failed attempt is counted in `attempts` */
export async function postponeExport(
  attempt: Attempt,
  dueAt: Date,
  { counts }: { counts: boolean },
): Promise<void> {
  const forgiven = counts ? {} : { $inc: { attempts: -1 } };
  await ExportModel.updateOne(underWay(attempt), { $set: { dueAt }, ...forgiven });
}

/** Marks an export as failed for good. @returns whether the attempt was still the current one */
export async function failExport(attempt: Attempt): Promise<boolean> {
  const result = await ExportModel.updateOne(underWay(attempt), { $set: { state: "failed" } });
  return result.modifiedCount === 1;
}

/** Deletes a user's export; its file is deleted separately. */
export async function removeExportOf(userId: string): Promise<void> {
  await ExportModel.deleteMany({ user: toObjectId(userId) });
}
