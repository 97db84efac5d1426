/** The marks that moderators set on texts: a locked discussion, a warning. */
import { Schema, type Types } from "mongoose";
import { moderationReasonNames, type ModerationReason } from "~/domain/moderation";

/** The field of a schema; absent from most rows. */
export const markField = {
  type: {
    _id: false,
    decision: { type: Schema.Types.ObjectId, required: true },
    reason: { type: String, required: true, enum: moderationReasonNames },
    rule: { type: Number, required: true },
    at: { type: Date, required: true },
  },
  default: undefined,
};

interface MarkRow {
  decision: Types.ObjectId;
  reason: string;
  rule: number;
  at: Date;
}

/** @returns what a mark says, and the decision that set it; `null` without one */
export const toMark = (mark: MarkRow | null | undefined) =>
  mark
    ? {
        decisionId: mark.decision.toHexString(),
        reason: mark.reason as ModerationReason,
        rule: mark.rule,
        at: mark.at,
      }
    : null;

export type ModerationMark = NonNullable<ReturnType<typeof toMark>>;
