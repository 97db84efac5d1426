/** The files of exports, in chunks far below MongoDB's limit on the size of a document. */
import { Schema, Types, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";

const schema = new Schema(
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
schema.index({ file: 1, number: 1 }, { unique: true });

type ChunkRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const ExportChunk = createModel<ChunkRow>("ExportChunk", schema);

export interface NewChunk {
  fileId: string;
  userId: string;
  number: number;
  data: Uint8Array;
  expiresAt: Date;
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

/** Removes all chunks of a user's files. */
export async function removeChunksOf(userId: string): Promise<void> {
  await ExportChunk.deleteMany({ user: toObjectId(userId) });
}
