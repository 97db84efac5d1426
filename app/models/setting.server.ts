import { Schema, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { isDuplicateKey } from "./ids.server";

const schema = new Schema(
  {
    _id: { type: String, required: true },
    value: { type: Schema.Types.Mixed, required: true },
  },
  { collection: "facts", versionKey: false },
);

type FactRow = InferSchemaType<typeof schema>;
const Fact = createModel<FactRow>("Fact", schema);

/** The fact that this database holds the demonstration community, in whole or in part. */
export const SAMPLE_CONTENT = "sample content";

/** @returns what is written down under a name about this installation, or `null` */
export async function readSetting(name: string): Promise<unknown> {
  const row = await Fact.findById(name).lean<FactRow>();
  return row?.value ?? null;
}

/** Writes down something about this installation, in place of what was there. */
export async function writeSetting(name: string, value: unknown): Promise<void> {
  await Fact.updateOne({ _id: name }, { $set: { value } }, { upsert: true });
}

/** Writes down something about this installation unless something is there. @returns what is there now */
export async function setSettingIfMissing(name: string, value: unknown): Promise<unknown> {
  const known = await readSetting(name);
  if (known !== null) return known;
  await Fact.updateOne({ _id: name }, { $setOnInsert: { value } }, { upsert: true }).catch(
    (error: unknown) => {
      // Somebody else was as quick: theirs it is.
      if (!isDuplicateKey(error)) throw error;
    },
  );
  return readSetting(name);
}

/** Adds one to a number about this installation, which is 0 before the first time. */
export async function incrementSetting(name: string): Promise<void> {
  const raise = () => Fact.updateOne({ _id: name }, { $inc: { value: 1 } }, { upsert: true });
  // Two first times at once: one inserts, the other finds what was inserted.
  await raise().catch((error: unknown) => {
    if (isDuplicateKey(error)) return raise();
    throw error;
  });
}
