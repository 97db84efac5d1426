/** The queue of moderators: one case per text or person, with what its flags weigh together. */
import { Schema, type InferSchemaType, type Types } from "mongoose";
import { moderatedKinds, type ModeratedKind, type ModerationTarget } from "~/domain/moderation";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { retryOnDuplicate, toObjectId } from "./ids.server";

const schema = new Schema(
  {
    kind: { type: String, required: true, enum: moderatedKinds },
    target: { type: Schema.Types.ObjectId, required: true },
    /** The author of the text, or the person. */
    author: { type: Schema.Types.ObjectId, required: true },
    isOpen: { type: Boolean, required: true },
    /** The number of its open flags, and their weights together. */
    flags: { type: Number, required: true, default: 0 },
    weight: { type: Number, required: true, default: 0 },
    /** Set if it is in the queue to be looked at, without a flag: one of the first texts of an account. */
    isFirstText: { type: Boolean },
    /** When it came into the queue, or the last flag was added. */
    at: { type: Date, required: true },
    /** Counts the decisions and changes of state, so that of two moderators at one moment only one decides. */
    revision: { type: Number, required: true, default: 0 },
    /** The last decision. */
    decision: { type: Schema.Types.ObjectId },
  },
  { collection: "moderation-cases", versionKey: false },
);
schema.index({ kind: 1, target: 1 }, { unique: true });
schema.index({ isOpen: 1, weight: -1, at: -1, _id: -1 });
schema.index({ author: 1, at: -1, _id: -1 });

type CaseRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
export const ModerationCaseModel = createModel<CaseRow>("ModerationCase", schema);

const toCase = ({ _id, kind, target, author, decision, ...row }: CaseRow) => ({
  id: _id.toHexString(),
  target: { kind: kind as ModeratedKind, id: target.toHexString() } satisfies ModerationTarget,
  authorId: author.toHexString(),
  isOpen: row.isOpen,
  flags: row.flags,
  weight: row.weight,
  isFirstText: row.isFirstText ?? false,
  at: row.at,
  revision: row.revision,
  decisionId: decision?.toHexString() ?? null,
});

export type ModerationCase = ReturnType<typeof toCase>;

export const moderationCases = collectionOf(ModerationCaseModel, toCase);

const of = ({ kind, id }: ModerationTarget) => ({ kind, target: toObjectId(id) });

export const findCase = (target: ModerationTarget): Promise<ModerationCase | null> =>
  moderationCases.find(of(target));

/** @returns the case of a text or person, which is closed if it is new */
export const openCaseOf = (target: ModerationTarget, authorId: string): Promise<ModerationCase> =>
  retryOnDuplicate(async () => {
    const row = await ModerationCaseModel.findOneAndUpdate(
      of(target),
      { $setOnInsert: { author: toObjectId(authorId), isOpen: false, at: new Date() } },
      { upsert: true, returnDocument: "after", setDefaultsOnInsert: true },
    ).lean();
    return toCase(row!);
  });

/**
 * Closes a case with a decision, unless it has changed since it was read.
 * @returns the case; `null` if another moderator has decided meanwhile
 */
export const claimCase = (
  { id, revision }: Pick<ModerationCase, "id" | "revision">,
  decisionId: string,
): Promise<ModerationCase | null> =>
  moderationCases.update(
    { _id: toObjectId(id), revision },
    {
      $set: { isOpen: false, decision: toObjectId(decisionId) },
      $unset: { isFirstText: 1 },
      $inc: { revision: 1 },
    },
  );
