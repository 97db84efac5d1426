import mongoose, { type Model, type Schema } from "mongoose";
import { guardCollection } from "./outage.server";

/**
 * The model of a name: made once, and found again where the module is loaded a second time, as by hot
 * reload or by the server beside the bundle.
 */
export function createModel<Row>(name: string, schema: Schema): Model<Row> {
  const existing = mongoose.models[name] as Model<Row> | undefined;
  if (existing) return existing;
  const model = mongoose.model(name, schema) as unknown as Model<Row>;
  guardCollection(model.collection);
  return model;
}
