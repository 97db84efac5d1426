/** The queue of moderators: one case per text or person, with what its flags weigh together. */
import { Schema, type InferSchemaType, type Types } from "mongoose";
import { editableKinds } from "~/domain/editing";
import {
  moderatedKinds,
  moderationReasonNames,
  type ModeratedKind,
  type ModerationReason,
  type ModerationTarget,
} from "~/domain/moderation";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { retryOnDuplicate, toObjectId, withIds } from "./ids.server";

const reasonCount = {
  _id: false,
  reason: { type: String, required: true, enum: moderationReasonNames },
  count: { type: Number, required: true },
} as const;

const schema = new Schema(
  {
    kind: { type: String, required: true, enum: moderatedKinds },
    target: { type: Schema.Types.ObjectId, required: true },
    /** The author of the text, or the person. */
    author: { type: Schema.Types.ObjectId, required: true },
    isOpen: { type: Boolean, required: true },
    /** The number of its open flags, their weights together, and how many there are of each reason, most first. */
    flags: { type: Number, required: true, default: 0 },
    weight: { type: Number, required: true, default: 0 },
    reasons: { type: [reasonCount], default: undefined },
    /** How many of them are by young accounts, and by people of whom no flag had been upheld. */
    byYoungAccounts: { type: Number },
    byUnproven: { type: Number },
    /** Counts the changes of its flags, so that only the last of several counts at one moment is stored. */
    changes: { type: Number },
    /** Whether its flags have changed and are not counted yet. */
    isUncounted: { type: Boolean },
    /** Set if it is in the queue to be looked at, without a flag: one of the first texts of an account. */
    isFirstText: { type: Boolean },
    /** Set if it is in the queue because it links to this domain, of which moderators warn. */
    warnedOf: { type: String },
    /** Set if its text was removed: it is closed whatever flags it has. */
    isGone: { type: Boolean },
    /** When it was opened. */
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
schema.index({ author: 1 });
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
  reasons: (row.reasons ?? []) as { reason: ModerationReason; count: number }[],
  byYoungAccounts: row.byYoungAccounts ?? 0,
  byUnproven: row.byUnproven ?? 0,
  isFirstText: row.isFirstText ?? false,
  warnedOf: row.warnedOf ?? null,
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

/** When a case was opened, if it is open after this change. */
const openedAt = () => ({ $cond: ["$isOpen", "$at", new Date()] });

/** Puts a text or profile into the queue to be looked at, because it links to a domain that moderators warn of. */
export async function addWarnedCase(
  target: ModerationTarget,
  authorId: string,
  domain: string,
): Promise<void> {
  const { id } = await openCaseOf(target, authorId);
  await moderationCases.update({ _id: toObjectId(id) }, [
    { $set: { warnedOf: domain, isOpen: true, at: openedAt() } },
  ]);
}

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
      $unset: { isFirstText: 1, warnedOf: 1 },
      $inc: { revision: 1 },
    },
  );

/** The numbers of a case that follow from its flags. */
type FlagCounts = Pick<
  ModerationCase,
  "flags" | "weight" | "reasons" | "byYoungAccounts" | "byUnproven"
>;

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
 * case is open as long as it has flags, or is there for another reason, nobody has decided about it, and its text is
 * there.
 */
export async function setFlagCounts(
  target: ModerationTarget,
  changes: number,
  counts: FlagCounts,
): Promise<void> {
  const isWaiting = [
    counts.flags > 0,
    { $eq: ["$isFirstText", true] },
    { $gt: ["$warnedOf", null] },
  ];
  const isOpen = { $and: [{ $ne: ["$isGone", true] }, { $or: isWaiting }] };
  await ModerationCaseModel.updateOne(
    { ...of(target), changes },
    [{ $set: { ...counts, isOpen, at: openedAt() } }, { $unset: "isUncounted" }],
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

/** @returns the cases of texts with these ids, without those that are closed because the text is gone */
export const listCasesOf = (ids: readonly string[]): Promise<ModerationCase[]> =>
  moderationCases.list({
    kind: { $in: editableKinds },
    target: { $in: ids.map(toObjectId) },
    isGone: null,
  });

/** Closes cases whose texts are gone. */
export const closeCases = (ids: readonly string[]): Promise<void> =>
  moderationCases.changeAll(withIds<CaseRow>(ids), {
    $set: { isOpen: false, isGone: true },
    $unset: { isFirstText: 1, warnedOf: 1 },
  });

/** Notes that the text of a case is back. @returns whether the case was closed because it was gone */
export const reviveCase = (target: ModerationTarget): Promise<boolean> =>
  moderationCases.change({ ...of(target), isGone: true }, { $unset: { isGone: 1 } });

/** Removes the case of something that is gone. */
export const removeCase = (id: string): Promise<boolean> =>
  moderationCases.removeOne({ _id: toObjectId(id) });

/** Gives a case to the new owner of its text. */
export const transferCase = (id: string, authorId: string): Promise<boolean> =>
  moderationCases.change({ _id: toObjectId(id) }, { $set: { author: toObjectId(authorId) } });
