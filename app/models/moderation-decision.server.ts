/** The decisions of moderators, each with its statement of reasons, its appeal and what is needed to undo it. */
import { Schema, type InferSchemaType, type Types } from "mongoose";
import {
  appealOutcomes,
  decisionKindNames,
  moderatedKinds,
  moderationReasonNames,
  type DecisionKind,
  type ModeratedKind,
  type ModerationReason,
  type ModerationTarget,
} from "~/domain/moderation";
import { roles, type Role } from "~/domain/permissions";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { withIds } from "./ids.server";

/** What was decided about, as it was then; removed with the account of its author. */
const about = {
  _id: false,
  title: { type: String, required: true },
  path: { type: String, required: true },
  text: { type: String },
} as const;

const appeal = {
  _id: false,
  /** Removed with the account. */
  text: { type: String },
  at: { type: Date, required: true },
  outcome: { type: String, enum: appealOutcomes },
  /** Why, in the words of the moderator who decided the appeal. */
  note: { type: String },
  by: { type: Schema.Types.ObjectId },
  decidedAt: { type: Date },
} as const;

const undoing = {
  _id: false,
  at: { type: Date, required: true },
  by: { type: Schema.Types.ObjectId },
  note: { type: String },
  batch: { type: Schema.Types.ObjectId },
} as const;

const toUndo = {
  _id: false,
  /** The administrator. */
  by: { type: Schema.Types.ObjectId },
  note: { type: String, required: true },
  batch: { type: Schema.Types.ObjectId, required: true },
  /** Set if it is the upheld appeal against it that is undone: the decision is taken again. */
  isUpheldAppeal: { type: Boolean },
} as const;

const schema = new Schema(
  {
    kind: { type: String, required: true, enum: moderatedKinds },
    target: { type: Schema.Types.ObjectId, required: true },
    /** The author of the text, or the person; removed with the account. */
    author: { type: Schema.Types.ObjectId },
    about: { type: about, default: undefined },
    decision: { type: String, required: true, enum: decisionKindNames },
    reason: { type: String, required: true, enum: moderationReasonNames },
    /** The number of the house rule. */
    rule: { type: Number, required: true },
    /** The facts, in the moderator’s words; for the author and moderators only. */
    note: { type: String, required: true },
    /** Until when it is in force; absent if without end. */
    until: { type: Date },
    /** The moderator; once the account is deleted, a random key in its place, here and wherever they acted. */
    by: { type: Schema.Types.ObjectId },
    role: { type: String, required: true, enum: roles },
    /** Whether the author sees “a moderator” instead of the name. */
    isAnonymous: { type: Boolean },
    /** Shared by the decisions of one bulk act. */
    batch: { type: Schema.Types.ObjectId },
    at: { type: Date, required: true },
    /** The time from when the case came into the queue, in milliseconds; absent if nothing was flagged. */
    took: { type: Number },
    /** Set if nobody had flagged it: the site had put it into the queue by itself. */
    isDetected: { type: Boolean },
    /**
     * Whether it, or the appeal against it or its undoing, has been carried out; upkeep completes what a crash
     * interrupted.
     */
    isDone: { type: Boolean, required: true },
    /** What is needed to undo it, by kind of decision. */
    before: { type: Schema.Types.Mixed },
    appeal: { type: appeal, default: undefined },
    undone: { type: undoing, default: undefined },
    /** The decision by which it was taken again after its appeal was upheld. */
    again: { type: Schema.Types.ObjectId },
    /** What undoing it could not put back, in words; absent if everything is as it was. */
    left: { type: String },
    /** Set while it waits to be undone with the other decisions of its moderator. */
    toUndo: { type: toUndo, default: undefined },
  },
  { collection: "moderation-decisions", versionKey: false },
);
schema.index({ kind: 1, target: 1, at: -1, _id: -1 });
schema.index({ author: 1, at: -1, _id: -1 });
schema.index({ by: 1, at: -1, _id: -1 });
schema.index({ at: -1, _id: -1 });
schema.index({ isDone: 1, _id: 1 });
// Serves the open appeals, oldest first.
schema.index({ "appeal.outcome": 1, "appeal.at": 1, _id: 1 });
schema.index({ "toUndo.batch": 1, at: -1, _id: -1 });
// Serve the deletion of a moderator’s account.
schema.index({ "appeal.by": 1 }, { sparse: true });
schema.index({ "undone.by": 1 }, { sparse: true });
schema.index({ "toUndo.by": 1 }, { sparse: true });

export type DecisionRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
export const ModerationDecisionModel = createModel<DecisionRow>("ModerationDecision", schema);

const toDecision = ({ _id, kind, target, ...row }: DecisionRow) => ({
  id: _id.toHexString(),
  target: { kind: kind as ModeratedKind, id: target.toHexString() } satisfies ModerationTarget,
  authorId: row.author?.toHexString() ?? null,
  about: row.about
    ? { title: row.about.title, path: row.about.path, text: row.about.text ?? null }
    : null,
  decision: row.decision as DecisionKind,
  reason: row.reason as ModerationReason,
  rule: row.rule,
  note: row.note,
  until: row.until ?? null,
  moderatorId: row.by?.toHexString() ?? null,
  role: row.role as Role,
  isAnonymous: row.isAnonymous ?? false,
  batchId: row.batch?.toHexString() ?? null,
  at: row.at,
  took: row.took ?? null,
  isDetected: row.isDetected ?? false,
  isDone: row.isDone,
  before: row.before as unknown,
  appeal: row.appeal
    ? {
        text: row.appeal.text ?? null,
        at: row.appeal.at,
        outcome: row.appeal.outcome ?? null,
        note: row.appeal.note ?? null,
        moderatorId: row.appeal.by?.toHexString() ?? null,
        decidedAt: row.appeal.decidedAt ?? null,
      }
    : null,
  undone: row.undone
    ? {
        at: row.undone.at,
        moderatorId: row.undone.by?.toHexString() ?? null,
        note: row.undone.note ?? null,
        batchId: row.undone.batch?.toHexString() ?? null,
      }
    : null,
  again: row.again?.toHexString() ?? null,
  left: row.left ?? null,
  toUndo: row.toUndo
    ? {
        moderatorId: row.toUndo.by?.toHexString() ?? null,
        note: row.toUndo.note,
        batchId: row.toUndo.batch.toHexString(),
        isUpheldAppeal: row.toUndo.isUpheldAppeal ?? false,
      }
    : null,
});

export type ModerationDecision = ReturnType<typeof toDecision>;

export const moderationDecisions = collectionOf(ModerationDecisionModel, toDecision);

/** @returns the decisions with these ids that exist, in no order */
export const findDecisions = (ids: readonly string[]): Promise<ModerationDecision[]> =>
  moderationDecisions.list(withIds(ids));
