/**
 * The names of deleted accounts, as hashes under a key of this installation: enough to say that somebody is gone,
 * and nothing that names them.
 */
import { createHmac, randomBytes } from "node:crypto";
import { Schema, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { setSettingIfMissing } from "./setting.server";

const schema = new Schema(
  { _id: { type: String, required: true } },
  { collection: "departed-names", versionKey: false },
);
type DepartedNameRow = InferSchemaType<typeof schema>;
const DepartedName = createModel<DepartedNameRow>("DepartedName", schema);

async function hashOf(name: string): Promise<string> {
  const key = await setSettingIfMissing("key of departed names", randomBytes(32).toString("hex"));
  return createHmac("sha256", String(key)).update(name.toLowerCase()).digest("base64url");
}

/** Notes that the account with a name is gone. @param name in any case */
export async function addDepartedName(name: string): Promise<void> {
  await DepartedName.updateOne({ _id: await hashOf(name) }, {}, { upsert: true });
}

/** @param name in any case @returns whether an account with this name was deleted */
export const hasDeparted = async (name: string): Promise<boolean> =>
  (await DepartedName.exists({ _id: await hashOf(name) })) !== null;
