/**
 * The names of deleted accounts, as hashes with a key of this installation. They suffice to say that an account was
 * deleted, but do not reveal its name.
 */
import { createHmac, randomBytes } from "node:crypto";
import { Schema, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { setSettingIfMissing } from "./setting.server";

const schema = new Schema(
  { _id: { type: String, required: true } },
  { collection: "deleted-names", versionKey: false },
);
type DeletedNameRow = InferSchemaType<typeof schema>;
const DeletedName = createModel<DeletedNameRow>("DeletedName", schema);

async function hashOf(name: string): Promise<string> {
  const key = await setSettingIfMissing("key of deleted names", randomBytes(32).toString("hex"));
  return createHmac("sha256", String(key)).update(name.toLowerCase()).digest("base64url");
}

/** Records that the account with a name was deleted. @param name in any case */
export async function addDeletedName(name: string): Promise<void> {
  await DeletedName.updateOne({ _id: await hashOf(name) }, {}, { upsert: true });
}

/** @param name in any case @returns whether an account with this name was deleted */
export const isDeletedName = async (name: string): Promise<boolean> =>
  (await DeletedName.exists({ _id: await hashOf(name) })) !== null;
