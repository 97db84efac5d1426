/** The copies of their data that people have asked for, one each: to be made, ready for a while, or failed. */
import { Schema, Types, type InferSchemaType, type QueryFilter } from "mongoose";
import { createModel } from "./create-model.server";
import { isDuplicateKey, toObjectId } from "./ids.server";

const states = ["waiting", "ready", "failed"] as const;
export type ExportState = (typeof states)[number];

const schema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true, unique: true },
    state: { type: String, required: true, enum: states },
    requestedAt: { type: Date, required: true },
    /** The site's own, for the mail that says it is ready. */
    origin: { type: String, required: true },
    /** The file that its chunks belong to. Each attempt has its own, so that those of two are never mixed. */
    file: { type: Schema.Types.ObjectId, required: true },
    /** How often it was begun to be made. */
    attempts: { type: Number, required: true, default: 0 },
    /** While it waits: when it is to be made, or tried again. */
    dueAt: { type: Date, required: true },
    readyAt: { type: Date },
    /** Of the file, in bytes. */
    size: { type: Number },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "exports", versionKey: false },
);
schema.index({ state: 1, dueAt: 1 });

type ExportRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const ExportModel = createModel<ExportRow>("Export", schema);

/** A copy of somebody's data. */
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

/** @returns the copy that a user has asked for, or `null` if there is none or its time is over */
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
 * Asks for a copy in the place of an earlier one.
 *
 * @param madeBefore an earlier one that is ready is only replaced if it was made before this
 * @returns whether it was asked for; not if there is one that waits, or was made since
 */
export async function addExport(
  { userId, origin, expiresAt }: NewExport,
  madeBefore: Date,
): Promise<boolean> {
  const now = new Date();
  const fresh = { origin, expiresAt, state: "waiting", requestedAt: now, dueAt: now, attempts: 0 };
  const isOver: QueryFilter<ExportRow>[] = [
    { state: "failed" },
    { state: "ready", readyAt: { $lt: madeBefore } },
    { expiresAt: { $lte: now } },
  ];
  try {
    const result = await ExportModel.updateOne(
      { user: toObjectId(userId), $or: isOver },
      { $set: { ...fresh, file: new Types.ObjectId() }, $unset: { readyAt: 1, size: 1 } },
      { upsert: true },
    );
    return result.modifiedCount + result.upsertedCount === 1;
  } catch (error) {
    // There is one that is not over.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** @returns up to `limit` copies that are to be made by now, the longest due first */
export async function listDueExports(now: Date, limit: number): Promise<Export[]> {
  const rows = await ExportModel.find({ state: "waiting", dueAt: { $lte: now } })
    .sort({ dueAt: 1 })
    .limit(limit)
    .lean<ExportRow[]>();
  return rows.map(toExport);
}

/** Begins to make a copy, as a new file. @returns the copy, or `null` if it waits no longer */
export async function startAttempt(id: string): Promise<Export | null> {
  const row = await ExportModel.findOneAndUpdate(
    { _id: toObjectId(id), state: "waiting" },
    { $set: { file: new Types.ObjectId() }, $inc: { attempts: 1 } },
    { returnDocument: "after" },
  ).lean<ExportRow>();
  return row && toExport(row);
}

type Attempt = Pick<Export, "id" | "fileId">;

/** An attempt is over when the copy is gone, or another process has begun to make it. */
const underWay = ({ id, fileId }: Attempt): QueryFilter<ExportRow> => ({
  _id: toObjectId(id),
  file: toObjectId(fileId),
  state: "waiting",
});

/** @returns whether an attempt is still the one that counts */
export const isUnderWay = async (attempt: Attempt): Promise<boolean> =>
  (await ExportModel.exists(underWay(attempt))) !== null;

/** Notes that a file is whole. @returns whether its attempt was still the one that counts */
export async function finishAttempt(
  attempt: Attempt,
  file: { readyAt: Date; size: number; expiresAt: Date },
): Promise<boolean> {
  const result = await ExportModel.updateOne(underWay(attempt), {
    $set: { ...file, state: "ready" },
  });
  return result.modifiedCount === 1;
}

/** Has a copy tried again later. @param counts whether the attempt counts */
export async function postponeExport(
  attempt: Attempt,
  dueAt: Date,
  { counts }: { counts: boolean },
): Promise<void> {
  const forgiven = counts ? {} : { $inc: { attempts: -1 } };
  await ExportModel.updateOne(underWay(attempt), { $set: { dueAt }, ...forgiven });
}

/** Gives an attempt up for good. @returns whether it was still the one that counts */
export async function failExport(attempt: Attempt): Promise<boolean> {
  const result = await ExportModel.updateOne(underWay(attempt), { $set: { state: "failed" } });
  return result.modifiedCount === 1;
}

/** Forgets the copy that a user has asked for; its file is removed separately. */
export async function removeExportOf(userId: string): Promise<void> {
  await ExportModel.deleteMany({ user: toObjectId(userId) });
}
