/**
 * What tells new texts that say nearly the same, or link to the same, apart from others. Derived from the texts, and
 * kept only as long as a flood of them matters.
 */
import { secondsInDay } from "date-fns/constants";
import { Schema, type InferSchemaType, type Types } from "mongoose";
import { editableKinds, type EditableKind } from "~/domain/editing";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";

export const FINGERPRINTS_KEPT_DAYS = 30;

const schema = new Schema(
  {
    /** The id of the text. */
    _id: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, required: true, enum: editableKinds },
    author: { type: Schema.Types.ObjectId, required: true },
    /** `copyKeys` of its words: texts that say nearly the same have at least one in common. */
    keys: { type: [Number], default: undefined },
    /** `linkKeys` of what it links to. */
    links: { type: [String], default: undefined },
    at: { type: Date, required: true },
  },
  { collection: "text-fingerprints", versionKey: false },
);
schema.index({ keys: 1 });
schema.index({ links: 1 });
schema.index({ author: 1 });
schema.index({ at: 1 }, { expireAfterSeconds: FINGERPRINTS_KEPT_DAYS * secondsInDay });

type FingerprintRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const TextFingerprintModel = createModel<FingerprintRow>("TextFingerprint", schema);

const toFingerprint = ({ _id, author, ...row }: FingerprintRow) => ({
  id: _id.toHexString(),
  kind: row.kind as EditableKind,
  authorId: author.toHexString(),
  keys: row.keys ?? [],
  links: row.links ?? [],
  at: row.at,
});

export type TextFingerprint = ReturnType<typeof toFingerprint>;

const fingerprints = collectionOf(TextFingerprintModel, toFingerprint);

/** Stores the fingerprint of a new or edited text. */
export async function storeFingerprint({
  id,
  authorId,
  ...fields
}: TextFingerprint): Promise<void> {
  await TextFingerprintModel.updateOne(
    { _id: toObjectId(id) },
    { $set: { ...fields, author: toObjectId(authorId) } },
    { upsert: true },
  );
}

/** @returns up to `limit` fingerprints that have one of these keys */
export const listWithKeys = (keys: readonly number[], limit: number): Promise<TextFingerprint[]> =>
  fingerprints.list({ keys: { $in: [...keys] } }, { limit });

/** @returns up to `limit` fingerprints that have one of these links */
export const listWithLinks = (
  links: readonly string[],
  limit: number,
): Promise<TextFingerprint[]> => fingerprints.list({ links: { $in: [...links] } }, { limit });

/** Removes the fingerprints of what an account wrote. */
export const removeFingerprintsOf = (authorId: string): Promise<void> =>
  fingerprints.remove({ author: toObjectId(authorId) });
