/** The pictures that administrators have put into the header, by the hash of their bytes. */
import { Schema, type InferSchemaType } from "mongoose";
import { logoTypes, type LogoType } from "~/domain/site-settings";
import { createModel } from "./create-model.server";

const schema = new Schema(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true, enum: logoTypes },
    bytes: { type: Buffer, required: true },
  },
  { collection: "logos", versionKey: false },
);
type LogoRow = InferSchemaType<typeof schema>;
const LogoModel = createModel<LogoRow>("Logo", schema);

/** Stores a picture, unless it is there already. */
export async function addLogo(hash: string, type: LogoType, bytes: Uint8Array): Promise<void> {
  await LogoModel.updateOne(
    { _id: hash },
    { $setOnInsert: { type, bytes: Buffer.from(bytes) } },
    { upsert: true },
  );
}

/** @returns a picture, or `null` */
export async function findLogo(hash: string): Promise<{ type: LogoType; bytes: Buffer } | null> {
  const row = await LogoModel.findById(hash).lean();
  if (!row) return null;
  // The driver gives a `Binary` for what mongoose declares as a buffer.
  const { buffer } = row.bytes as unknown as { buffer: Uint8Array };
  return { type: row.type, bytes: Buffer.from(buffer) };
}

/** @returns the hashes of all pictures; there are no more than kept changes of the settings */
export const listLogos = async (): Promise<string[]> =>
  (await LogoModel.find({}, { _id: 1 }).lean()).map(({ _id }) => _id);

export async function removeLogo(hash: string): Promise<void> {
  await LogoModel.deleteOne({ _id: hash });
}
