/**
 * The settings of the site that administrators change: one row for each change, of which the newest holds what is
 * set now.
 */
import { Schema, type InferSchemaType, type Types } from "mongoose";
import type { StoredSettings } from "~/schemas/site-settings";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate } from "./ids.server";

/** How many changes are kept. */
export const CHANGES_KEPT = 200;

const schema = new Schema(
  {
    revision: { type: Number, required: true },
    at: { type: Date, required: true },
    /** Who made it; absent once their account is deleted. */
    by: { type: Schema.Types.ObjectId },
    /** The names of the settings that it changed. */
    changed: { type: [String], required: true },
    /** All settings after the change. */
    values: { type: Schema.Types.Mixed, required: true },
  },
  { collection: "setting-changes", versionKey: false, minimize: false },
);
// Enforces that of two changes of the same revision, one is refused.
schema.index({ revision: 1 }, { unique: true });
schema.index({ by: 1, revision: -1 }, { sparse: true });

type ChangeRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const SettingChange = createModel<ChangeRow>("SettingChange", schema);

const toChange = ({ revision, at, by, changed, values }: ChangeRow) => ({
  revision,
  at,
  byId: by?.toHexString() ?? null,
  changed,
  values: values as StoredSettings,
});
export type SettingChange = ReturnType<typeof toChange>;

const changes = collectionOf(SettingChange, toChange);

/** @returns the newest change, or `null` if nothing was ever changed */
export const findNewestChange = (): Promise<SettingChange | null> =>
  changes.find({}, { revision: -1 });

export const findChange = (revision: number): Promise<SettingChange | null> =>
  changes.find({ revision });

/** @returns up to `limit` changes, newest first, of all or of one person */
export const listChanges = (limit: number, byId?: string): Promise<SettingChange[]> =>
  changes.list(byId ? { by: toObjectId(byId) } : {}, { sort: { revision: -1 }, limit });

/** Adds a change, and removes the oldest ones. @returns whether no other change had its revision already */
export async function addChange({ byId, ...change }: SettingChange): Promise<boolean> {
  const added = await unlessDuplicate(
    SettingChange.create({ ...change, ...(byId && { by: toObjectId(byId) }) }),
  );
  if (!added) return false;
  await SettingChange.deleteMany({ revision: { $lte: change.revision - CHANGES_KEPT } });
  return true;
}

/** Removes a person from the changes that they made. */
export const forgetChanger = (userId: string): Promise<void> =>
  changes.changeAll({ by: toObjectId(userId) }, { $unset: { by: 1 } });

/** @returns whether a kept change has this logo */
export const isLogoKept = (hash: string): Promise<boolean> =>
  changes.has({ "values.logo.hash": hash });
