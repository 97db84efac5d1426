import { Schema, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { retryOnDuplicate, unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    _id: { type: String, required: true },
    value: { type: Schema.Types.Mixed, required: true },
  },
  { collection: "settings", versionKey: false },
);

type SettingRow = InferSchemaType<typeof schema>;
const Setting = createModel<SettingRow>("Setting", schema);

/** The name of the setting that marks a database with demo content, complete or not. */
export const SAMPLE_CONTENT = "sample content";

/** The name of the setting that stores when a site first started on this database. */
export const CONTENT_PREPARED = "content prepared at";

/** @returns the value of a setting of this installation, or `null` */
export async function readSetting(name: string): Promise<unknown> {
  const row = await Setting.findById(name).lean();
  return row?.value ?? null;
}

/** Sets a setting of this installation, replacing its previous value. */
export async function writeSetting(name: string, value: unknown): Promise<void> {
  await Setting.updateOne({ _id: name }, { $set: { value } }, { upsert: true });
}

/** Sets a setting unless it already has a value. @returns the stored value */
export async function setSettingIfMissing(name: string, value: unknown): Promise<unknown> {
  const existing = await readSetting(name);
  if (existing !== null) return existing;
  await unlessDuplicate(
    Setting.updateOne({ _id: name }, { $setOnInsert: { value } }, { upsert: true }),
  );
  return readSetting(name);
}

/** Increments a numeric setting, which starts at 0. */
export async function incrementSetting(name: string): Promise<void> {
  await retryOnDuplicate(() =>
    Setting.updateOne({ _id: name }, { $inc: { value: 1 } }, { upsert: true }),
  );
}
