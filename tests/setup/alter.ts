/** Alters what is stored of a recommendation behind the site's back. */
import mongoose, { Types } from "mongoose";
import { packRows, unpackRows } from "~/models/packed-rows";

const recommendations = () => mongoose.connection.collection("recommendations");
const inputs = () => mongoose.connection.collection("recommendation-inputs");

/** @returns the whole row, as it is stored */
export async function storedRow(id: string): Promise<Record<string, unknown>> {
  const row = await recommendations().findOne({ _id: new Types.ObjectId(id) });
  if (!row) throw new Error(`${id} is not stored`);
  return row;
}

/** Sets fields by their paths. */
export const alter = (id: string, fields: object) =>
  recommendations().updateOne({ _id: new Types.ObjectId(id) }, { $set: fields });

/** Puts a row in the place of the one with the same id. */
export const putRow = (id: string, { _id, ...row }: Record<string, unknown>) =>
  recommendations().replaceOne({ _id: new Types.ObjectId(id) }, row);

/** @returns the inputs of a recommendation that has no more than fit in a chunk */
export async function storedInputs(id: string): Promise<Record<string, unknown>[]> {
  const chunk = await inputs().findOne({ recommendation: new Types.ObjectId(id) });
  return unpackRows((chunk?.packed as { buffer: Uint8Array }).buffer);
}

/** Puts inputs in the place of those of a recommendation. */
export async function putInputs(id: string, rows: readonly object[]): Promise<void> {
  const { chunks } = await packRows(rows);
  const recommendation = new Types.ObjectId(id);
  await inputs().updateOne({ recommendation, index: 0 }, { $set: { packed: chunks[0] } });
}

/** @returns the path of each value in a value that is no object or list with anything in it */
export function leafPaths(value: unknown, path: readonly string[] = []): string[] {
  const isBranch = typeof value === "object" && value !== null && !(value instanceof Date);
  const entries = isBranch && !(value instanceof Types.ObjectId) ? Object.entries(value) : [];
  return entries.length
    ? entries.flatMap(([key, part]) => leafPaths(part, [...path, key]))
    : [path.join(".")];
}

/** @returns the value at a path */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split(".").reduce((part, key) => (part as Record<string, unknown>)[key], value);

/** @returns another value of the same kind */
export function another(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (value instanceof Date) return new Date(value.getTime() - 49 * 86_400_000);
  return typeof value === "string" ? `${value} and more` : 99.99;
}
