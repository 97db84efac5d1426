/**
 * A random salt for each text that mentions a token. When a text is deleted, its salt is deleted too; without the salt
 * nobody can find out by guessing which text a hash in the ledger is of.
 */
import { randomBytes } from "node:crypto";
import { Schema, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { insertMissing } from "./ids.server";

const SALT_BYTES = 16;

const schema = new Schema(
  {
    /** The document's id. */
    _id: { type: String, required: true },
    /** In hexadecimal. */
    salt: { type: String, required: true },
  },
  { collection: "text-salts", versionKey: false },
);

type SaltRow = InferSchemaType<typeof schema>;
const SaltModel = createModel<SaltRow>("TextSalt", schema);

export async function findTextSalts(documents: readonly string[]): Promise<Map<string, string>> {
  if (!documents.length) return new Map();
  const rows = await SaltModel.find({ _id: { $in: [...documents] } }).lean();
  return new Map(rows.map(({ _id, salt }) => [_id, salt]));
}

/** @returns the salts of the given documents, by document id; creates missing ones */
export async function findOrCreateTextSalts(
  documents: readonly string[],
): Promise<Map<string, string>> {
  const known = await findTextSalts(documents);
  const missing = documents.filter((id) => !known.has(id));
  if (!missing.length) return known;
  // If another process has created a salt for a document concurrently, that one is kept.
  await insertMissing(
    SaltModel,
    missing.map((_id) => ({ _id, salt: randomBytes(SALT_BYTES).toString("hex") })),
  );
  return findTextSalts(documents);
}

export async function removeTextSalts(documents: readonly string[]): Promise<void> {
  if (documents.length) await SaltModel.deleteMany({ _id: { $in: [...documents] } });
}
