/** Changes the stored data of a recommendation directly in the database. */
import mongoose, { Types } from "mongoose";

const recommendations = () => mongoose.connection.collection("recommendations");
const inputs = () => mongoose.connection.collection("recommendation-inputs");
export async function storedRow(id: string): Promise<Record<string, unknown>> {
  const row = await recommendations().findOne({ _id: new Types.ObjectId(id) });
  if (!row) throw new Error(`${id} is not stored`);
  return row;
}
export const alter = (id: string, fields: object) =>
  recommendations().updateOne({ _id: new Types.ObjectId(id) }, { $set: fields });
export const replaceStored = (id: string, { _id, ...row }: Record<string, unknown>) =>
  recommendations().replaceOne({ _id: new Types.ObjectId(id) }, row);

/** @returns the inputs of a recommendation whose inputs all fit in one chunk */
export async function storedInputs(id: string): Promise<Record<string, unknown>[]> {
  const chunk = await inputs().findOne({ recommendation: new Types.ObjectId(id) });
  return chunk?.rows as Record<string, unknown>[];
}
export async function putInputs(id: string, rows: readonly object[]): Promise<void> {
  const recommendation = new Types.ObjectId(id);
  await inputs().updateOne({ recommendation, index: 0 }, { $set: { rows: [...rows] } });
}

/** @returns the paths of all leaves: scalars, dates, object ids, and empty objects and lists */
export function leafPaths(value: unknown, path: readonly string[] = []): string[] {
  const isBranch = typeof value === "object" && value !== null && !(value instanceof Date);
  const entries = isBranch && !(value instanceof Types.ObjectId) ? Object.entries(value) : [];
  return entries.length
    ? entries.flatMap(([key, part]) => leafPaths(part, [...path, key]))
    : [path.join(".")];
}
export const valueAt = (value: unknown, path: string): unknown =>
  path.split(".").reduce((part, key) => (part as Record<string, unknown>)[key], value);
export function differentValue(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (value instanceof Date) return new Date(value.getTime() - 49 * 86_400_000);
  return typeof value === "string" ? `${value} and more` : 99.99;
}
