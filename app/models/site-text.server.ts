/** The texts of the site as administrators have saved them: a row for each version, of which the newest applies. */
import { Schema, type InferSchemaType, type Types } from "mongoose";
import type { SiteTextName } from "~/domain/site-texts";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    name: { type: String, required: true },
    /** Counted from 1 for each text. */
    version: { type: Number, required: true },
    /** Absent for the text of the file, whatever that is in the version of the software that runs. */
    text: { type: String },
    /** Who saved it; absent once their account is deleted. */
    by: { type: Schema.Types.ObjectId },
    at: { type: Date, required: true },
  },
  { collection: "site-texts", versionKey: false },
);
// Enforces that of two saves on the same version, one is refused.
schema.index({ name: 1, version: -1 }, { unique: true });
schema.index({ by: 1, at: -1 }, { sparse: true });

type SiteTextRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const SiteText = createModel<SiteTextRow>("SiteText", schema);

const toListed = ({ name, version, by, at }: SiteTextRow) => ({
  name: name as SiteTextName,
  version,
  byId: by?.toHexString() ?? null,
  at,
});
const toVersion = (row: SiteTextRow) => ({ ...toListed(row), text: row.text ?? null });

/** A version; its text is `null` for that of the file. */
export type SiteTextVersion = ReturnType<typeof toVersion>;

const versions = collectionOf(SiteText, toVersion);
const listed = collectionOf(SiteText, toListed, { text: 0 });

/** @returns the newest version of a text, or `null` if it was never saved */
export const findNewestText = (name: SiteTextName): Promise<SiteTextVersion | null> =>
  versions.find({ name }, { version: -1 });

export const findTextVersion = (
  name: SiteTextName,
  version: number,
): Promise<SiteTextVersion | null> => versions.find({ name, version });

/** @returns up to `limit` versions without their texts, newest first */
export const listTextVersions = (name: SiteTextName, limit: number) =>
  listed.list({ name }, { sort: { version: -1 }, limit });

/** Adds a version. @returns whether no other save had its number already */
export async function addTextVersion({ byId, text, ...row }: SiteTextVersion): Promise<boolean> {
  const by = byId ? { by: toObjectId(byId) } : {};
  const made = SiteText.create({ ...row, ...(text !== null && { text }), ...by });
  return Boolean(await unlessDuplicate(made));
}

/** Yields the versions that a person has saved, without their texts, newest first. */
export const readTextVersionsBy = (userId: string) =>
  listed.stream({ by: toObjectId(userId) }, { sort: { at: -1 } });

/** Removes a person from the versions that they saved. */
export const forgetTextSaver = (userId: string): Promise<void> =>
  versions.changeAll({ by: toObjectId(userId) }, { $unset: { by: 1 } });
