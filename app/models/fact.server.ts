import { Schema, type InferSchemaType } from "mongoose";
import { defineModel } from "./define.server";

const schema = new Schema(
  {
    _id: { type: String, required: true },
    value: { type: Schema.Types.Mixed, required: true },
  },
  { collection: "facts", versionKey: false },
);

type FactRow = InferSchemaType<typeof schema>;
const Fact = defineModel<FactRow>("Fact", schema);

/** @returns what is written down under a name about this installation, or `null` */
export async function readFact(name: string): Promise<unknown> {
  const row = await Fact.findById(name).lean<FactRow>();
  return row?.value ?? null;
}

/** Writes down something about this installation, in place of what was there. */
export async function writeFact(name: string, value: unknown): Promise<void> {
  await Fact.updateOne({ _id: name }, { $set: { value } }, { upsert: true });
}
