import mongoose, { type Model, type Schema } from "mongoose";
import { guardCollection } from "./outage.server";

/** Registers a model, or returns the registered one if hot reload has loaded its module again. */
export function createModel<Row>(name: string, schema: Schema): Model<Row> {
  const existing = mongoose.models[name] as Model<Row> | undefined;
  if (existing) return existing;
  const model = mongoose.model(name, schema) as unknown as Model<Row>;
  guardCollection(model.collection);
  return model;
}
