/** Drafts of articles and reviews: what a user has typed into a form and not published. */
import { createHash } from "node:crypto";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { DRAFTS_MAX, titleOfDraft, type DraftForm } from "~/domain/drafts";
import { createModel } from "./create-model.server";
import { isDuplicateKey, toObjectId } from "./ids.server";

const schema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true },
    /** From 0 to `DRAFTS_MAX` − 1, unique per user, so that concurrent saves cannot exceed that number. */
    slot: { type: Number, required: true },
    form: { type: String, required: true },
    /** The hub of a review. */
    hub: { type: String, default: null },
    /** Its name in lists. */
    title: { type: String, default: "" },
    /** The values of the form's fields, by name. */
    fields: { type: Schema.Types.Mixed, required: true },
    /** The key of the form that saved it last; that form can save it again without a conflict. */
    savedBy: { type: String, default: null },
    updatedAt: { type: Date, required: true },
  },
  { collection: "drafts", versionKey: false },
);
schema.index({ user: 1, slot: 1 }, { unique: true });
schema.index({ user: 1, updatedAt: -1 });

type DraftRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const DraftModel = createModel<DraftRow>("Draft", schema);

/** A draft without its fields. */
export interface DraftSummary {
  id: string;
  form: DraftForm;
  /** The hub of a review; `null` for an article. */
  hub: string | null;
  /** Its title, or the first words of another field. */
  title: string;
  updatedAt: Date;
}

export interface Draft extends DraftSummary {
  fields: Record<string, string>;
}

/** The content of a draft. */
export type DraftContent = Pick<Draft, "form" | "hub" | "fields">;

const toSummary = ({ _id, form, hub, title, updatedAt }: DraftRow): DraftSummary => ({
  id: _id.toHexString(),
  form: form as DraftForm,
  hub: hub ?? null,
  title: title ?? "",
  updatedAt,
});

const toDraft = (row: DraftRow): Draft => ({
  ...toSummary(row),
  fields: row.fields as Record<string, string>,
});

/** @returns a user's drafts without their fields, the last saved first */
export async function listDrafts(userId: string): Promise<DraftSummary[]> {
  const rows = await DraftModel.find({ user: toObjectId(userId) }, { fields: 0 })
    .sort({ updatedAt: -1 })
    .limit(DRAFTS_MAX)
    .lean<DraftRow[]>();
  return rows.map(toSummary);
}

/** @returns a user's drafts with their fields, the last saved first */
export async function listWholeDrafts(userId: string): Promise<Draft[]> {
  const rows = await DraftModel.find({ user: toObjectId(userId) })
    .sort({ updatedAt: -1 })
    .limit(DRAFTS_MAX)
    .lean<DraftRow[]>();
  return rows.map(toDraft);
}

/** @returns how many drafts a user has */
export const countDrafts = (userId: string): Promise<number> =>
  DraftModel.countDocuments({ user: toObjectId(userId) });

/** @returns the user's draft with this id, or `null` */
export async function findDraft(userId: string, id: string): Promise<Draft | null> {
  const row = await DraftModel.findOne(ownDraft(userId, id)).lean<DraftRow>();
  return row && toDraft(row);
}

const ownDraft = (userId: string, id: string) => ({
  _id: toObjectId(id),
  user: toObjectId(userId),
});

const contentOf = ({ form, hub, fields }: DraftContent) => ({
  ...{ form, hub, fields, title: titleOfDraft(fields) },
  updatedAt: new Date(),
});

/**
 * The ids that a form can give the draft that it creates. They are derived from its key, so that repeating a save whose
 * response was lost does not create a second draft. The first id is used unless another form has saved that draft
 * since. There are as many ids as slots, so that an id is free whenever a slot is.
 */
const draftIdsOfForm = (userId: string, formKey: string): Types.ObjectId[] =>
  Array.from({ length: DRAFTS_MAX }, (_, number) => {
    const hash = createHash("sha256").update([userId, formKey, number].join(" ")).digest("hex");
    return new Types.ObjectId(hash.slice(0, 24));
  });

/** Selects the draft that a form created, unless another form has saved it since. */
const draftMadeBy = (userId: string, formKey: string) => ({
  _id: { $in: draftIdsOfForm(userId, formKey) },
  user: toObjectId(userId),
  savedBy: formKey,
});

interface Saving {
  userId: string;
  /** The key of the form that saves, if a form does. */
  savedBy?: string | null | undefined;
}

/**
 * Creates a draft, or replaces the one that the same form created before. If another form has saved that one since,
 * a new draft is created.
 *
 * @returns the draft, or `null` if the user has `DRAFTS_MAX` drafts already
 */
export async function createDraft(
  { userId, savedBy }: Saving,
  content: DraftContent,
): Promise<Draft | null> {
  const ids = savedBy ? draftIdsOfForm(userId, savedBy) : [new Types.ObjectId()];
  const row = { user: new Types.ObjectId(userId), savedBy: savedBy || null, ...contentOf(content) };
  // A unique index rejects a slot or id that a concurrent save has taken; then the next free one is tried.
  for (let attempt = 0; attempt <= DRAFTS_MAX; attempt += 1) {
    const existing = savedBy
      ? await replaceContent(draftMadeBy(userId, savedBy), savedBy, content)
      : null;
    if (existing) return existing;
    const place = await findFreePlace(userId, ids);
    if (!place) return null;
    try {
      await DraftModel.create({ ...row, ...place });
      const { title, updatedAt } = row;
      return { id: place._id.toHexString(), title, updatedAt, ...content };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
  return null;
}

/** @returns a free slot and a free one of the ids, or `null` if there is no such pair */
async function findFreePlace(userId: string, ids: Types.ObjectId[]) {
  const rows = await DraftModel.find({ user: toObjectId(userId) }, { slot: 1 })
    .limit(DRAFTS_MAX)
    .lean<DraftRow[]>();
  const slots = Array.from({ length: DRAFTS_MAX }, (_, slot) => slot);
  const slot = slots.find((one) => rows.every((row) => row.slot !== one));
  const _id = ids.find((id) => rows.every((row) => !row._id.equals(id)));
  return slot === undefined || !_id ? null : { slot, _id };
}

/**
 * Replaces the content of a draft.
 *
 * @param knownAt the time of the last save that the form knows; the draft is not replaced if another form has saved it
 *   since. If omitted, the draft is replaced in any case
 * @returns the draft, or `null` if the user has no such draft or it has changed
 */
export async function updateDraft(
  { userId, savedBy = null }: Saving,
  id: string,
  content: DraftContent,
  knownAt?: Date,
): Promise<Draft | null> {
  const filter = { ...ownDraft(userId, id), ...asKnown(knownAt, savedBy) };
  return replaceContent(filter, savedBy, content);
}

/** Selects a draft that was last saved at `knownAt` or by the same form; any draft if `knownAt` is omitted. */
const asKnown = (knownAt?: Date, savedBy?: string | null) =>
  knownAt && { $or: [{ updatedAt: knownAt }, ...(savedBy ? [{ savedBy }] : [])] };

async function replaceContent(
  filter: object,
  savedBy: string | null,
  content: DraftContent,
): Promise<Draft | null> {
  const row = await DraftModel.findOneAndUpdate(
    filter,
    { $set: { ...contentOf(content), savedBy } },
    { returnDocument: "after" },
  ).lean<DraftRow>();
  return row && toDraft(row);
}

/**
 * Deletes a user's draft.
 *
 * @param knownAt as for `updateDraft`
 * @returns whether the draft existed and had not changed
 */
export async function removeDraft(
  { userId, savedBy }: Saving,
  id: string,
  knownAt?: Date,
): Promise<boolean> {
  const filter = { ...ownDraft(userId, id), ...asKnown(knownAt, savedBy) };
  const { deletedCount } = await DraftModel.deleteOne(filter);
  return deletedCount === 1;
}

/** Deletes the draft that a form created, unless another form has saved it since. */
export async function removeDraftOfForm(userId: string, formKey: string): Promise<void> {
  await DraftModel.deleteMany(draftMadeBy(userId, formKey));
}

/** Deletes all drafts of a user. */
export async function removeDraftsOf(userId: string): Promise<void> {
  await DraftModel.deleteMany({ user: toObjectId(userId) });
}
