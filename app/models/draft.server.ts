/** Drafts of articles and reviews: what somebody has typed into a form and not published. */
import { createHash } from "node:crypto";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { MOST_DRAFTS, titleOfDraft, type DraftForm } from "~/domain/drafts";
import { createModel } from "./create-model.server";
import { isDuplicateKey, toObjectId } from "./ids.server";

const schema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true },
    /** From 0 on; each person has `MOST_DRAFTS` of them, so that no two saves at once make one too many. */
    slot: { type: Number, required: true },
    form: { type: String, required: true },
    /** The hub of a review. */
    hub: { type: String, default: null },
    /** What it is called in a list. */
    title: { type: String, default: "" },
    /** By the names of the form's fields. */
    fields: { type: Schema.Types.Mixed, required: true },
    /** The key of the form that saved it last, which may save it again. */
    savedBy: { type: String, default: null },
    updatedAt: { type: Date, required: true },
  },
  { collection: "drafts", versionKey: false },
);
schema.index({ user: 1, slot: 1 }, { unique: true });
schema.index({ user: 1, updatedAt: -1 });

type DraftRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const DraftModel = createModel<DraftRow>("Draft", schema);

/** A draft without what was typed. */
export interface DraftSummary {
  id: string;
  form: DraftForm;
  /** The hub of a review; `null` for an article. */
  hub: string | null;
  /** Its title, or else its first words. */
  title: string;
  updatedAt: Date;
}

export interface Draft extends DraftSummary {
  fields: Record<string, string>;
}

/** What a draft is made of. */
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

/** @returns a user's drafts, the one saved last first, without what was typed */
export async function listDrafts(userId: string): Promise<DraftSummary[]> {
  const rows = await DraftModel.find({ user: toObjectId(userId) }, { fields: 0 })
    .sort({ updatedAt: -1 })
    .limit(MOST_DRAFTS)
    .lean<DraftRow[]>();
  return rows.map(toSummary);
}

/** @returns a user's drafts with what was typed, the one saved last first */
export async function listWholeDrafts(userId: string): Promise<Draft[]> {
  const rows = await DraftModel.find({ user: toObjectId(userId) })
    .sort({ updatedAt: -1 })
    .limit(MOST_DRAFTS)
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
 * The id of the draft that a form makes: always the same, so that a save whose answer was lost does not
 * make a second one.
 */
export const draftIdOfForm = (userId: string, formKey: string): string =>
  createHash("sha256").update(`${userId} ${formKey}`).digest("hex").slice(0, 24);

interface Saving {
  userId: string;
  /** The key of the form that saves, if it is one. */
  savedBy?: string | null;
}

/**
 * Creates a draft.
 *
 * @param id the one of the form that makes it; random if omitted
 * @returns the draft, which was there already if the form had made it before, or `null` if the user has as
 *   many as anybody may have
 */
export async function createDraft(
  { userId, savedBy = null }: Saving,
  content: DraftContent,
  id: string = new Types.ObjectId().toHexString(),
): Promise<Draft | null> {
  const user = new Types.ObjectId(userId);
  const row = { _id: new Types.ObjectId(id), user, savedBy, ...contentOf(content) };
  // Whoever takes the same slot at the same time is refused by the index, and looks for another.
  for (let attempt = 0; attempt <= MOST_DRAFTS; attempt += 1) {
    const slot = await findFreeSlot(userId);
    if (slot === null) return null;
    try {
      await DraftModel.create({ ...row, slot });
      return { id, title: row.title, updatedAt: row.updatedAt, ...content };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const existing = await updateDraft({ userId, savedBy }, id, content);
    if (existing) return existing;
  }
  return null;
}

async function findFreeSlot(userId: string): Promise<number | null> {
  const rows = await DraftModel.find({ user: toObjectId(userId) }, { slot: 1 })
    .limit(MOST_DRAFTS)
    .lean<DraftRow[]>();
  const taken = new Set(rows.map(({ slot }) => slot));
  const slots = Array.from({ length: MOST_DRAFTS }, (_, slot) => slot);
  return slots.find((slot) => !taken.has(slot)) ?? null;
}

/**
 * Replaces what a draft holds.
 *
 * @param knownAt when the draft was last saved as far as the form knows: if somebody else has saved it since,
 *   it stays as it is. Left out, it is replaced whatever it holds
 * @returns `null` if the user has no such draft, or it has changed
 */
export async function updateDraft(
  { userId, savedBy = null }: Saving,
  id: string,
  content: DraftContent,
  knownAt?: Date,
): Promise<Draft | null> {
  const isKnown = knownAt && { $or: [{ updatedAt: knownAt }, ...(savedBy ? [{ savedBy }] : [])] };
  const row = await DraftModel.findOneAndUpdate(
    { ...ownDraft(userId, id), ...isKnown },
    { $set: { ...contentOf(content), savedBy } },
    { returnDocument: "after" },
  ).lean<DraftRow>();
  return row && toDraft(row);
}

/** Deletes a user's draft. @returns whether there was one */
export async function removeDraft(userId: string, id: string): Promise<boolean> {
  const { deletedCount } = await DraftModel.deleteOne(ownDraft(userId, id));
  return deletedCount === 1;
}

/** Deletes all drafts of a user. */
export async function removeDraftsOf(userId: string): Promise<void> {
  await DraftModel.deleteMany({ user: toObjectId(userId) });
}
