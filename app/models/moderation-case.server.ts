/** The queue of moderators: one case per text or person, with what its flags weigh together. */
import { Schema, type InferSchemaType, type Types } from "mongoose";
import { moderatedKinds, type ModeratedKind, type ModerationTarget } from "~/domain/moderation";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { retryOnDuplicate, toObjectId } from "./ids.server";

/** Why something is in the queue without a flag: it links to a domain that moderators warn of. */
export const caseNotes = ["warned-domain"] as const;
export type CaseNote = (typeof caseNotes)[number];

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
    /** How many of them are by young accounts, and by people of whom no flag had been upheld. */
    byYoungAccounts: { type: Number },
    byUnproven: { type: Number },
    /** Counts the changes of its flags, so that only the last of several counts at one moment is stored. */
    changes: { type: Number },
    /** Whether its flags have changed and are not counted yet. */
    isUncounted: { type: Boolean },
    /** Set if it is in the queue to be looked at, without a flag: one of the first texts of an account. */
    isFirstText: { type: Boolean },
    /** Set if it is in the queue for another reason than flags. */
    note: { type: String, enum: caseNotes },
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
schema.index({ isOpen: 1, weight: -1, _id: -1 });
schema.index({ author: 1, at: -1, _id: -1 });
// Serves completing counts that a crash interrupted.
schema.index({ isUncounted: 1 }, { sparse: true });

type CaseRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
export const ModerationCaseModel = createModel<CaseRow>("ModerationCase", schema);

export const toCase = ({ _id, kind, target, author, decision, ...row }: CaseRow) => ({
  id: _id.toHexString(),
  target: { kind: kind as ModeratedKind, id: target.toHexString() } satisfies ModerationTarget,
  authorId: author.toHexString(),
  isOpen: row.isOpen,
  flags: row.flags,
  weight: row.weight,
  byYoungAccounts: row.byYoungAccounts ?? 0,
  byUnproven: row.byUnproven ?? 0,
  isFirstText: row.isFirstText ?? false,
  note: (row.note ?? null) as CaseNote | null,
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

/** Puts one of the first texts of an account into the queue to be looked at, unless it has a case already. */
export const addFirstText = (target: ModerationTarget, authorId: string): Promise<void> =>
  retryOnDuplicate(async () => {
    await ModerationCaseModel.updateOne(
      of(target),
      {
        $setOnInsert: {
          author: toObjectId(authorId),
          ...{ isOpen: true, isFirstText: true, flags: 0, weight: 0 },
          ...{ at: new Date(), revision: 0 },
        },
      },
      { upsert: true },
    );
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
      $unset: { isFirstText: 1, note: 1 },
      $inc: { revision: 1 },
    },
  );

/** The numbers of a case that follow from its flags. */
export interface FlagCounts extends Pick<
  ModerationCase,
  "flags" | "weight" | "byYoungAccounts" | "byUnproven"
> {
  /** When the newest was raised; `null` if there is none. */
  last: Date | null;
}

/**
 * Notes that flags of a case have changed. Call it after the change, then count, then store with `setFlagCounts`.
 * @returns the number of the change; `null` if there is no case
 */
export async function noteFlagChange(target: ModerationTarget): Promise<number | null> {
  const row = await ModerationCaseModel.findOneAndUpdate(
    of(target),
    { $inc: { changes: 1 }, $set: { isUncounted: true } },
    { returnDocument: "after" },
  ).lean();
  return row?.changes ?? null;
}

/**
 * Stores what was counted after a change, unless the flags have changed again since: then that change is counted. The
 * case is open as long as it has flags, or is there for another reason, and nobody has decided about it.
 */
export async function setFlagCounts(
  target: ModerationTarget,
  changes: number,
  { last, ...counts }: FlagCounts,
): Promise<void> {
  const isOpen =
    counts.flags > 0 ? true : { $or: [{ $eq: ["$isFirstText", true] }, { $gt: ["$note", null] }] };
  await ModerationCaseModel.updateOne(
    { ...of(target), changes },
    [{ $set: { ...counts, isOpen, ...(last && { at: last }) } }, { $unset: "isUncounted" }],
    { updatePipeline: true },
  );
}

/** @returns up to `limit` cases whose flags have changed and were not counted */
export const listUncounted = (limit: number): Promise<ModerationCase[]> =>
  moderationCases.list({ isUncounted: true }, { limit });

/** Notes a change of state that is no decision, unless the case has changed since it was read. @returns whether it had not */
export const claimChange = ({ id, revision }: Pick<ModerationCase, "id" | "revision">) =>
  moderationCases.change({ _id: toObjectId(id), revision }, { $inc: { revision: 1 } });

/** @returns up to `limit` cases about somebody’s texts, or about them, in no order */
export const listSomeAbout = (authorId: string, limit: number): Promise<ModerationCase[]> =>
  moderationCases.list({ author: toObjectId(authorId) }, { limit });

/** Removes the case of something that is gone. */
export async function removeCase(id: string): Promise<void> {
  await ModerationCaseModel.deleteOne({ _id: toObjectId(id) });
}

/** Gives a case to the new owner of its text. */
export const transferCase = (id: string, authorId: string): Promise<boolean> =>
  moderationCases.change({ _id: toObjectId(id) }, { $set: { author: toObjectId(authorId) } });
