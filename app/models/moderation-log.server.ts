/**
 * The public log of moderation. Entries are only added; they hold no names, no texts and no notes, so that nothing in
 * them has to be removed with an account.
 */
import { Schema, type InferSchemaType, type Types } from "mongoose";
import {
  decisionKindNames,
  moderatedKinds,
  moderationReasonNames,
  type AppealOutcome,
  type DecisionKind,
  type ModeratedKind,
  type ModerationReason,
} from "~/domain/moderation";
import { roles, type Role } from "~/domain/permissions";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";
import type { ModerationDecision } from "./moderation-decision.server";

/** What an entry tells: a decision, an appeal against it, the outcome of the appeal, or that it was undone. */
export const logActs = ["decided", "appealed", "appeal-decided", "undone"] as const;
export type LogAct = (typeof logActs)[number];

const schema = new Schema(
  {
    act: { type: String, required: true, enum: logActs },
    at: { type: Date, required: true },
    decisionId: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, required: true, enum: moderatedKinds },
    /** The id of the text; absent for people. */
    target: { type: Schema.Types.ObjectId },
    decision: { type: String, required: true, enum: decisionKindNames },
    reason: { type: String, required: true, enum: moderationReasonNames },
    rule: { type: Number, required: true },
    /** The role of who acted; absent from an appeal. */
    role: { type: String, enum: roles },
    /** Until when the decision is in force; absent if without end. */
    until: { type: Date },
    batch: { type: Schema.Types.ObjectId },
    /** Of `appeal-decided`. */
    outcome: { type: String },
    /** Of `decided` and `appeal-decided`: how long it took, in milliseconds. */
    took: { type: Number },
  },
  { collection: "moderation-log", versionKey: false },
);
schema.index({ at: -1, _id: -1 });
schema.index({ kind: 1, at: -1, _id: -1 });
schema.index({ decision: 1, at: -1, _id: -1 });
schema.index({ rule: 1, at: -1, _id: -1 });
// Enforces that each act is told once, also when it is resumed after a crash.
schema.index({ decisionId: 1, act: 1 }, { unique: true });

type LogRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
export const ModerationLogModel = createModel<LogRow>("ModerationLog", schema);

const toEntry = ({ _id, decisionId, target, batch, ...row }: LogRow) => ({
  id: _id.toHexString(),
  act: row.act as LogAct,
  at: row.at,
  decisionId: decisionId.toHexString(),
  kind: row.kind as ModeratedKind,
  targetId: target?.toHexString() ?? null,
  decision: row.decision as DecisionKind,
  reason: row.reason as ModerationReason,
  rule: row.rule,
  role: (row.role ?? null) as Role | null,
  until: row.until ?? null,
  batchId: batch?.toHexString() ?? null,
  outcome: (row.outcome ?? null) as AppealOutcome | null,
  took: row.took ?? null,
});

export type ModerationLogEntry = ReturnType<typeof toEntry>;

export const moderationLog = collectionOf(ModerationLogModel, toEntry);

/** Adds an entry about a decision, unless it is there already. */
export async function addLogEntry(
  decision: ModerationDecision,
  act: LogAct,
  {
    at,
    role = null,
    outcome,
    took,
  }: {
    at: Date;
    role?: Role | null;
    outcome?: AppealOutcome;
    took?: number | null;
  },
): Promise<void> {
  const { target, until, batchId } = decision;
  await ModerationLogModel.updateOne(
    { decisionId: toObjectId(decision.id), act },
    {
      $setOnInsert: {
        at,
        kind: target.kind,
        ...(target.kind !== "person" && { target: toObjectId(target.id) }),
        decision: decision.decision,
        reason: decision.reason,
        rule: decision.rule,
        ...(role && { role }),
        ...(until && { until }),
        ...(batchId && { batch: toObjectId(batchId) }),
        ...(outcome && { outcome }),
        ...(took != null && { took }),
      },
    },
    { upsert: true },
  );
}
