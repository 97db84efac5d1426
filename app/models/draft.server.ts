/** Drafts of articles and reviews: what a user has typed into a form and not published. */
import { createHash } from "node:crypto";
import { Schema, Types, type InferSchemaType, type QueryFilter } from "mongoose";
import { MAX_DRAFTS, titleOfDraft, type DraftForm } from "~/domain/drafts";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { isDuplicateKey, toObjectId, unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true },
    /** From 0 to `MAX_DRAFTS` − 1, unique per user, so that concurrent saves cannot exceed that number. */
    slot: { type: Number, required: true },
    form: { type: String, required: true },
    hub: { type: String, default: null },
    /** Its name in lists. */
    title: { type: String, default: "" },
    /** The values of the form's fields, by name. */
    fields: { type: Schema.Types.Mixed, required: true },
    /** The hash of the key of the form that saved it last; that form can save it again without a conflict. */
    formHash: { type: String, default: null },
    updatedAt: { type: Date, required: true },
  },
  { collection: "drafts", versionKey: false },
);
schema.index({ user: 1, slot: 1 }, { unique: true });
// A form has one draft, however many of its saves arrive at once.
schema.index(
  { user: 1, formHash: 1 },
  { unique: true, partialFilterExpression: { formHash: { $gt: "" } } },
);
schema.index({ user: 1, updatedAt: -1 });

type DraftRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const DraftModel = createModel<DraftRow>("Draft", schema);

const toSummary = ({ _id, form, hub, title, updatedAt }: Omit<DraftRow, "fields">) => ({
  id: _id.toHexString(),
  form: form as DraftForm,
  hub: hub ?? null,
  title,
  updatedAt,
});

/** A draft without its fields; `hub` is that of a review, and `null` for an article. */
export type DraftSummary = ReturnType<typeof toSummary>;

const toDraft = (row: DraftRow) => ({
  ...toSummary(row),
  fields: row.fields as Record<string, string>,
});

export type Draft = ReturnType<typeof toDraft>;
export type DraftContent = Pick<Draft, "form" | "hub" | "fields">;

const drafts = collectionOf(DraftModel, toDraft);
const summaries = collectionOf<DraftRow, DraftSummary>(DraftModel, toSummary, { fields: 0 });
const LAST_SAVED_FIRST = { sort: { updatedAt: -1 }, limit: MAX_DRAFTS } as const;

/** @returns a user's drafts without their fields, the last saved first */
export const listDrafts = (userId: string): Promise<DraftSummary[]> =>
  summaries.list({ user: toObjectId(userId) }, LAST_SAVED_FIRST);

/** @returns a user's drafts with their fields, the last saved first */
export const listWholeDrafts = (userId: string): Promise<Draft[]> =>
  drafts.list({ user: toObjectId(userId) }, LAST_SAVED_FIRST);

export const findDraft = (userId: string, id: string): Promise<Draft | null> =>
  drafts.find(ownDraft(userId, id));

const ownDraft = (userId: string, id: string) => ({
  _id: toObjectId(id),
  user: toObjectId(userId),
});

const contentOf = ({ form, hub, fields }: DraftContent, formKey?: string | null) => ({
  form,
  hub,
  fields,
  title: titleOfDraft(fields),
  formHash: formKey ? hashOf(formKey) : null,
  updatedAt: new Date(),
});

/** A key may be longer than an entry of an index. */
const hashOf = (formKey: string): string =>
  createHash("sha256").update(formKey).digest("base64url");

/** Selects the draft that a form saved last, unless another form has saved it since. */
const draftOfForm = (userId: string, formKey: string) => ({
  user: toObjectId(userId),
  formHash: hashOf(formKey),
});

interface Saving {
  userId: string;
  /** The key of the form that saves, if a form does. */
  formKey?: string | null;
}

/**
 * Creates a draft, or replaces the one that the same form has saved before. If another form has saved that one since,
 * a new draft is created.
 * @returns the draft, or `null` if the user has `MAX_DRAFTS` drafts already
 */
export async function createDraft(
  { userId, formKey }: Saving,
  content: DraftContent,
): Promise<Draft | null> {
  // The unique indexes reject a slot that a concurrent save has taken, and a second draft of a form.
  for (let attempt = 0; attempt <= MAX_DRAFTS; attempt += 1) {
    const slot = await findFreeSlot(userId);
    const row = { user: new Types.ObjectId(userId), slot, ...contentOf(content, formKey) };
    const created = slot === undefined ? null : await unlessDuplicate(DraftModel.create(row));
    if (created) return toDraft(created.toObject());
    // Looked up after the slot, so that the twentieth draft is found if this form has just created it.
    const existing = formKey
      ? await replaceContent(draftOfForm(userId, formKey), formKey, content)
      : null;
    if (existing || slot === undefined) return existing;
  }
  return null;
}

async function findFreeSlot(userId: string): Promise<number | undefined> {
  const rows = await DraftModel.find({ user: toObjectId(userId) }, { slot: 1 })
    .limit(MAX_DRAFTS)
    .lean();
  const slots = Array.from({ length: MAX_DRAFTS }, (_, slot) => slot);
  return slots.find((one) => rows.every(({ slot }) => slot !== one));
}

/**
 * Replaces the content of a draft.
 * @param knownAt the time of the last save that the form knows; the draft is not replaced if another form has saved it
 *   since. If omitted, the draft is replaced in any case
 * @returns the draft, or `null` if the user has no such draft or it has changed
 */
export async function updateDraft(
  saving: Saving,
  id: string,
  content: DraftContent,
  knownAt?: Date,
): Promise<Draft | null> {
  try {
    return await replaceContent(asKnown(saving, id, knownAt), saving.formKey, content);
  } catch (error) {
    if (!saving.formKey || !isDuplicateKey(error)) throw error;
    // The form was saved as another draft before. That one stays, and is no longer the form's.
    const former = draftOfForm(saving.userId, saving.formKey);
    const others = { ...former, _id: { $ne: toObjectId(id) } };
    await DraftModel.updateOne(others, { $set: { formHash: null } });
    return updateDraft(saving, id, content, knownAt);
  }
}

/** Selects a draft that was last saved at `knownAt` or by the same form; in any case if `knownAt` is omitted. */
const asKnown = ({ userId, formKey }: Saving, id: string, knownAt?: Date) => ({
  ...ownDraft(userId, id),
  ...(knownAt && {
    $or: [{ updatedAt: knownAt }, ...(formKey ? [draftOfForm(userId, formKey)] : [])],
  }),
});

const replaceContent = (
  filter: QueryFilter<DraftRow>,
  formKey: string | null | undefined,
  content: DraftContent,
): Promise<Draft | null> => drafts.update(filter, { $set: contentOf(content, formKey) });

/**
 * Deletes a user's draft.
 * @param knownAt as for `updateDraft`
 * @returns whether the draft existed and had not changed
 */
export async function removeDraft(saving: Saving, id: string, knownAt?: Date): Promise<boolean> {
  const { deletedCount } = await DraftModel.deleteOne(asKnown(saving, id, knownAt));
  return deletedCount === 1;
}

/** Deletes the draft that a form saved last, unless another form has saved it since. */
export const removeDraftOfForm = (userId: string, formKey: string): Promise<boolean> =>
  drafts.removeOne(draftOfForm(userId, formKey));

export const removeDraftsOf = (userId: string): Promise<void> =>
  drafts.remove({ user: toObjectId(userId) });
