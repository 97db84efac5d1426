/** What happens to a decision of a moderator: it is stored, carried out, appealed against, undone. */
import { Types } from "mongoose";
import type { AppealOutcome, ModerationTarget } from "~/domain/moderation";
import type { Page } from "~/domain/cursor";
import { FIRST_ID } from "./collection.server";
import { toObjectId, withIds } from "./ids.server";
import {
  ModerationDecisionModel,
  moderationDecisions,
  type ModerationDecision,
} from "./moderation-decision.server";
import type { OwnListPage } from "./pagination.server";

export interface NewDecision
  extends
    Pick<
      ModerationDecision,
      "target" | "decision" | "reason" | "rule" | "note" | "role" | "at" | "before"
    >,
    Pick<ModerationDecision, "until" | "took" | "isDetected"> {
  authorId: string;
  moderatorId: string | null;
  about: NonNullable<ModerationDecision["about"]>;
  isAnonymous: boolean;
  batchId?: string | undefined;
}

/** Stores a decision that is still to be carried out. */
export async function addDecision(decision: NewDecision): Promise<ModerationDecision> {
  const { target, authorId, moderatorId, batchId, until, took, isAnonymous, about, isDetected } =
    decision;
  const _id = new Types.ObjectId();
  const { reason, rule, note, role, at, before } = decision;
  await ModerationDecisionModel.create({
    ...{ _id, reason, rule, note, role, at, before },
    decision: decision.decision,
    kind: target.kind,
    target: new Types.ObjectId(target.id),
    author: new Types.ObjectId(authorId),
    about: { title: about.title, path: about.path, ...(about.text && { text: about.text }) },
    ...(moderatorId && { by: new Types.ObjectId(moderatorId) }),
    ...(until && { until }),
    ...(took !== null && { took }),
    ...(isDetected && { isDetected }),
    ...(isAnonymous && { isAnonymous }),
    ...(batchId && { batch: new Types.ObjectId(batchId) }),
    isDone: false,
  });
  return (await findDecision(_id.toHexString()))!;
}

export const findDecision = (id: string): Promise<ModerationDecision | null> =>
  moderationDecisions.find({ _id: toObjectId(id) });

/** Removes a decision that was stored, but that another came before. */
export async function removeDecision(id: string): Promise<void> {
  await ModerationDecisionModel.deleteOne({ _id: toObjectId(id), isDone: false });
}

/** Stores what is needed to undo a decision. */
export const setBefore = (id: string, before: unknown): Promise<boolean> =>
  moderationDecisions.change({ _id: toObjectId(id) }, { $set: { before } });

/** Stores that a decision, or what became of it, has been carried out. @param left what could not be put back */
export const setDone = (
  id: string,
  left: string | null = null,
): Promise<ModerationDecision | null> =>
  moderationDecisions.update(
    { _id: toObjectId(id) },
    { $set: { isDone: true, ...(left && { left }) } },
  );

/** @returns up to `limit` decisions, made before a time, that have not been carried out */
export const listUnfinished = (before: Date, limit: number): Promise<ModerationDecision[]> =>
  moderationDecisions.list(
    { isDone: false, _id: { $lt: Types.ObjectId.createFromTime(before.getTime() / 1000) } },
    { sort: { _id: 1 }, limit },
  );

/** Those in force: carried out or about to be, and not undone. */
const IN_FORCE = { undone: null } as const;

/** @returns whether a decision is there and was not undone */
export const isInForce = (id: string): Promise<boolean> =>
  moderationDecisions.has({ _id: toObjectId(id), ...IN_FORCE });

/** @returns the newest decision of a kind about a text or person that is in force */
export const findNewestInForce = (
  { kind, id }: ModerationTarget,
  decision: ModerationDecision["decision"],
): Promise<ModerationDecision | null> =>
  moderationDecisions.find(
    { kind, target: toObjectId(id), decision, ...IN_FORCE },
    { at: -1, _id: -1 },
  );

/** Stores an appeal. @returns `null` if there is one already, or the decision was undone */
export const addAppeal = (
  id: string,
  appeal: { text: string; at: Date },
): Promise<ModerationDecision | null> =>
  moderationDecisions.update(
    { _id: toObjectId(id), appeal: null, ...IN_FORCE },
    { $set: { appeal } },
  );

/** Leaving something as it is tells nobody anything. */
const TOLD = { decision: { $ne: "dismiss" } } as const;

/** Reads a page of the decisions about a person and their texts, newest first. */
export const listDecisionsAbout = (
  personId: string,
  page: OwnListPage,
): Promise<Page<ModerationDecision>> =>
  moderationDecisions.page({
    ...page,
    filter: { author: toObjectId(personId), ...TOLD },
    field: "at",
  });

/** @returns whether there is a decision about a person or their texts */
export const hasDecisionsAbout = (personId: string): Promise<boolean> =>
  moderationDecisions.has({ author: toObjectId(personId), ...TOLD });

/**
 * Removes up to `limit` times what decisions about a person hold of them: who it was, their text, the facts and the
 * appeal. @param successorId stands for the account in decisions about it @returns the ids of the decisions
 */
export async function forgetSomeAuthors(
  personId: string,
  limit: number,
  successorId: string,
): Promise<string[]> {
  const ids = await moderationDecisions.ids({ author: toObjectId(personId) }, { limit });
  await ModerationDecisionModel.updateMany(
    { ...withIds(ids), kind: "person" },
    { $set: { target: toObjectId(successorId) } },
  );
  await ModerationDecisionModel.updateMany(withIds(ids), {
    $set: { note: "—" },
    $unset: {
      author: 1,
      about: 1,
      before: 1,
      "appeal.text": 1,
      "appeal.note": 1,
      "undone.note": 1,
    },
  });
  return ids;
}

/** Replaces the id of a moderator in decisions by a random key, with which all their acts can still be undone together. */
export async function forgetModerator(moderatorId: string): Promise<void> {
  const by = toObjectId(moderatorId);
  const key = new Types.ObjectId();
  for (const field of ["by", "appeal.by", "undone.by", "toUndo.by"]) {
    await ModerationDecisionModel.updateMany({ [field]: by }, { $set: { [field]: key } });
  }
}

interface Acting {
  /** `null` if the account has been deleted since. */
  by: string | null;
  note: string;
  at: Date;
  /** Shared by the decisions that are undone at once. */
  batchId?: string | undefined;
}

const acting = ({ by, note, at, batchId }: Acting) => ({
  ...{ note, at },
  ...(by !== null && { by: toObjectId(by) }),
  ...(batchId && { batch: toObjectId(batchId) }),
});

/**
 * Stores how an appeal was decided; an upheld one undoes the decision.
 * @returns `null` if there is no open appeal
 */
export function settleAppeal(
  id: string,
  { outcome, ...act }: Acting & { outcome: AppealOutcome },
): Promise<ModerationDecision | null> {
  const { note, ...settled } = acting(act);
  return moderationDecisions.update(
    { _id: toObjectId(id), appeal: { $ne: null }, "appeal.outcome": null, ...IN_FORCE },
    {
      $set: {
        ...{ "appeal.outcome": outcome, "appeal.note": note },
        ...{ "appeal.by": settled.by, "appeal.decidedAt": settled.at, isDone: false },
        ...(outcome === "upheld" && { undone: settled }),
      },
    },
  );
}

/** Stores that a decision is undone. @returns `null` if it was already */
export const markUndone = (id: string, act: Acting): Promise<ModerationDecision | null> =>
  moderationDecisions.update(
    { _id: toObjectId(id), ...IN_FORCE },
    { $set: { undone: acting(act), isDone: false }, $unset: { toUndo: 1 } },
  );

export const newBatchId = (): string => new Types.ObjectId().toHexString();

/**
 * Marks all decisions of a moderator that are in force to be undone, and those of others against which the moderator
 * rejected an appeal. Marks those against which the moderator upheld an appeal to be taken again.
 * @returns how many decisions are marked
 */
export async function markAllToUndo(
  moderatorId: string,
  { by, note, batchId }: { by: string; note: string; batchId: string },
): Promise<number> {
  const toUndo = { by: toObjectId(by), note, batch: toObjectId(batchId) };
  const moderator = toObjectId(moderatorId);
  const author = { $ne: toObjectId(by) };
  const inForce = await ModerationDecisionModel.updateMany(
    {
      $or: [{ by: moderator }, { "appeal.by": moderator, "appeal.outcome": "rejected" }],
      author,
      ...IN_FORCE,
    },
    { $set: { toUndo } },
  );
  const upheld = await ModerationDecisionModel.updateMany(
    { "appeal.by": moderator, "appeal.outcome": "upheld", author, again: null },
    { $set: { toUndo: { ...toUndo, isUpheldAppeal: true } } },
  );
  return inForce.modifiedCount + upheld.modifiedCount;
}

/** @returns the newest decision that waits to be undone, or `null` */
export const findToUndo = (): Promise<ModerationDecision | null> =>
  moderationDecisions.find(
    { "toUndo.batch": { $gt: toObjectId(FIRST_ID) } },
    { "toUndo.batch": 1, at: -1, _id: -1 },
  );

/** Stores by which decision one was taken again. */
export const setTakenAgain = (id: string, again: string): Promise<boolean> =>
  moderationDecisions.change(
    { _id: toObjectId(id) },
    { $unset: { toUndo: 1 }, $set: { again: toObjectId(again) } },
  );

/** Lets a decision no longer wait to be undone. @param left why it stays */
export const stopWaiting = (id: string, left: string): Promise<boolean> =>
  moderationDecisions.change({ _id: toObjectId(id) }, { $unset: { toUndo: 1 }, $set: { left } });
