/**
 * Exports of users' data, one per user: waiting to be made, ready until it expires, or failed. Their files are stored in
 * chunks far below MongoDB's limit on the size of a document.
 */
import { Schema, Types, type InferSchemaType, type QueryFilter } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true, unique: true },
    state: { type: String, required: true, enum: ["waiting", "ready", "failed"] as const },
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

const toExport = ({ _id, user, file, readyAt, size, dueAt, ...row }: ExportRow) => ({
  ...row,
  id: _id.toHexString(),
  userId: user.toHexString(),
  fileId: file.toHexString(),
  readyAt: readyAt ?? null,
  size: size ?? null,
});

export type Export = ReturnType<typeof toExport>;

const dataExports = collectionOf(ExportModel, toExport);

/** @returns the export that a user has requested, or `null` if there is none or it has expired */
export const findExport = (userId: string): Promise<Export | null> =>
  dataExports.find({ user: toObjectId(userId), expiresAt: { $gt: new Date() } });

/**
 * Requests an export, replacing an earlier one.
 * @param madeBefore an earlier export that is ready is replaced only if it was made before this time
 * @returns whether it was requested; `false` if there is one that is waiting, or was made since `madeBefore`
 */
export async function addExport(
  { userId, origin, expiresAt }: Pick<Export, "userId" | "origin" | "expiresAt">,
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
export const listDueExports = (now: Date, limit: number): Promise<Export[]> =>
  dataExports.list({ state: "waiting", dueAt: { $lte: now } }, { sort: { dueAt: 1 }, limit });

/** Starts an attempt with a new file. @returns the export, or `null` if it is no longer waiting */
export const startAttempt = (id: string): Promise<Export | null> =>
  dataExports.update(
    { _id: toObjectId(id), state: "waiting" },
    { $set: { file: new Types.ObjectId() }, $inc: { attempts: 1 } },
  );

type Attempt = Pick<Export, "id" | "fileId">;

/** Selects the export of an attempt, unless it is gone or another process has started a new attempt. */
const underWay = ({ id, fileId }: Attempt): QueryFilter<ExportRow> => ({
  _id: toObjectId(id),
  file: toObjectId(fileId),
  state: "waiting",
});

export const isCurrentAttempt = (attempt: Attempt): Promise<boolean> =>
  dataExports.has(underWay(attempt));

/** Marks an export as ready, because its file is complete. @returns whether the attempt was still the current one */
export const finishAttempt = (
  attempt: Attempt,
  file: { readyAt: Date; size: number; expiresAt: Date },
): Promise<boolean> =>
  dataExports.change(underWay(attempt), {
    $set: { ...file, state: "ready" },
  });

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
export const failExport = (attempt: Attempt): Promise<boolean> =>
  dataExports.change(underWay(attempt), { $set: { state: "failed" } });

/** Deletes a user's export; its file is deleted separately. */
export const removeExportOf = (userId: string): Promise<void> =>
  dataExports.remove({ user: toObjectId(userId) });

const chunkSchema = new Schema(
  {
    file: { type: Schema.Types.ObjectId, required: true },
    /** Its position in the file, from 0. */
    number: { type: Number, required: true },
    user: { type: Schema.Types.ObjectId, required: true, index: true },
    data: { type: Buffer, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "export-chunks", versionKey: false },
);
chunkSchema.index({ file: 1, number: 1 }, { unique: true });

type ChunkRow = InferSchemaType<typeof chunkSchema> & { _id: Types.ObjectId };
const ExportChunk = createModel<ChunkRow>("ExportChunk", chunkSchema);

interface NewChunk extends Pick<Export, "fileId" | "userId" | "expiresAt"> {
  number: number;
  data: Uint8Array;
}

export async function addChunk({ fileId, userId, data, ...chunk }: NewChunk): Promise<void> {
  await ExportChunk.create({
    ...chunk,
    file: new Types.ObjectId(fileId),
    user: new Types.ObjectId(userId),
    data: Buffer.from(data),
  });
}

export async function findChunk(fileId: string, number: number): Promise<Uint8Array | null> {
  const filter = { file: toObjectId(fileId), number };
  const row = await ExportChunk.findOne(filter, { data: 1 }).lean<{
    data: { buffer: Uint8Array };
  }>();
  return row && row.data.buffer;
}

export async function removeChunks(fileId: string): Promise<void> {
  await ExportChunk.deleteMany({ file: toObjectId(fileId) });
}

export async function removeChunksOf(userId: string): Promise<void> {
  await ExportChunk.deleteMany({ user: toObjectId(userId) });
}
