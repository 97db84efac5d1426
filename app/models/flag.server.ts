/** Flags of texts and people: one per person and target. */
import { Schema, type InferSchemaType, type Types } from "mongoose";
import {
  moderatedKinds,
  moderationReasonNames,
  type ModeratedKind,
  type ModerationReason,
  type ModerationTarget,
} from "~/domain/moderation";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";

/** A flag is open until a decision upholds or rejects it; one that is taken back is deleted. */
export const flagStates = ["open", "upheld", "rejected"] as const;
export type FlagState = (typeof flagStates)[number];

const schema = new Schema(
  {
    kind: { type: String, required: true, enum: moderatedKinds },
    target: { type: Schema.Types.ObjectId, required: true },
    /** Who flagged it; absent from a flag of illegal content by somebody without an account. */
    person: { type: Schema.Types.ObjectId },
    /** Where somebody without an account is answered. */
    replyTo: { type: String },
    reason: { type: String, required: true, enum: moderationReasonNames },
    words: { type: String },
    /** Between 0 and 1: how often the person’s flags were upheld. */
    weight: { type: Number, required: true },
    state: { type: String, required: true, enum: flagStates },
    /** The decision that upheld or rejected it. */
    decision: { type: Schema.Types.ObjectId },
    at: { type: Date, required: true },
  },
  { collection: "flags", versionKey: false },
);
// Enforces one flag per person and target.
schema.index(
  { kind: 1, target: 1, person: 1 },
  { unique: true, partialFilterExpression: { person: { $exists: true } } },
);
schema.index({ kind: 1, target: 1, state: 1, at: 1 });
schema.index({ person: 1, at: -1, _id: -1 });
schema.index({ decision: 1 }, { sparse: true });

type FlagRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
export const FlagModel = createModel<FlagRow>("Flag", schema);

const toFlag = ({ _id, kind, target, person, decision, ...row }: FlagRow) => ({
  id: _id.toHexString(),
  target: { kind: kind as ModeratedKind, id: target.toHexString() } satisfies ModerationTarget,
  personId: person?.toHexString() ?? null,
  replyTo: row.replyTo ?? null,
  reason: row.reason as ModerationReason,
  words: row.words ?? null,
  weight: row.weight,
  state: row.state as FlagState,
  decisionId: decision?.toHexString() ?? null,
  at: row.at,
});

export type Flag = ReturnType<typeof toFlag>;

export const flags = collectionOf(FlagModel, toFlag);
